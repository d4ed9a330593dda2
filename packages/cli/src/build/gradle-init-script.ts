/**
 * What a Gradle build is given for one run: a task for every project that writes a CycloneDX document of what the
 * project compiles against, and fetches the sources of it through the build's own repositories. It is passed on the
 * command line, so no file of the build changes; a build that wants the task for good can apply it as a script. Only documented interfaces are used, those of Gradle 4.4, which all
 * later versions have. What cannot be resolved is named in the document and loses nothing else.
 */
export const GRADLE_INIT_SCRIPT = String.raw`
import java.nio.file.Files
import java.nio.file.StandardCopyOption
import org.gradle.api.artifacts.component.ModuleComponentIdentifier
import org.gradle.api.artifacts.component.ProjectComponentIdentifier
import org.gradle.api.artifacts.result.ResolvedArtifactResult
import org.gradle.api.artifacts.result.ResolvedDependencyResult
import org.gradle.api.artifacts.result.UnresolvedDependencyResult
import org.gradle.jvm.JvmLibrary
import org.gradle.language.base.artifact.SourcesArtifact

allprojects { target ->
    target.tasks.create('skillscopeSbom') { task ->
        task.description = 'Writes what this project compiles against, and fetches the sources of it.'
        task.outputs.upToDateWhen { false }
        if (task.metaClass.respondsTo(task, 'notCompatibleWithConfigurationCache'))
            task.notCompatibleWithConfigurationCache('It looks at all projects of the build.')
        task.doLast { new SkillscopeReport(target).write() }
    }
}

class SkillscopeReport {
    private final project
    /** Component identifier to its entry in the document. */
    private final Map entries = new LinkedHashMap()
    /** Reference to the references it uses. */
    private final Map uses = new LinkedHashMap()
    private final Set unresolved = new TreeSet()
    private String start

    SkillscopeReport(project) {
        this.project = project
    }

    void write() {
        start = purl(project.group.toString() ?: project.rootProject.name, project.name, project.version.toString())
        uses[start] = new LinkedHashSet()
        project.configurations.findAll { it.canBeResolved }.sort { it.name }.each { configuration ->
            try {
                if (configuration.name ==~ /(?i).*compile(Classpath|Klibraries)/) readAll(configuration)
                else if (configuration.name ==~ /(?i)(?!.*test).*runtimeClasspath/) readDirect(configuration)
            } catch (Exception failure) {
                unresolved.add(configuration.name + ': ' + firstLine(failure))
            }
        }
        markThoseWithoutFiles()
        unresolved.removeAll(unresolved.findAll { one -> unresolved.any { it != one && it.contains(one) } })
        int sources = fetchSources()
        save()
        int libraries = entries.values().count { it.library }
        println 'skillscope: ' + project.path + ' uses ' + libraries + ' libraries, ' + sources + ' of them with sources'
        unresolved.each { println 'skillscope: ' + project.path + ' lacks ' + it }
    }

    /** Everything that can be imported, those that other libraries bring too. */
    private void readAll(configuration) {
        def result = configuration.incoming.resolutionResult
        result.allComponents.each { component ->
            String from = component.id == result.root.id ? start : entryOf(component).ref
            dependenciesOf(component).each { uses[from].add(entryOf(it.selected).ref) }
        }
        readFiles(configuration) { true }
    }

    /** What only runs cannot be imported, so only what the build itself names counts. */
    private void readDirect(configuration) {
        def result = configuration.incoming.resolutionResult
        Set direct = new LinkedHashSet()
        dependenciesOf(result.root).each { dependency ->
            def component = dependency.selected
            direct.add(component.id)
            uses[start].add(entryOf(component).ref)
            dependenciesOf(component).findAll { isTwin(component, it.selected) }.each {
                direct.add(it.selected.id)
                uses[entryOf(component).ref].add(entryOf(it.selected).ref)
            }
        }
        readFiles(configuration) { direct.contains(it) }
    }

    /** A module for one platform of a library that has several. */
    private static boolean isTwin(component, other) {
        component.moduleVersion != null && other.moduleVersion != null &&
            component.moduleVersion.group == other.moduleVersion.group &&
            other.moduleVersion.name.startsWith(component.moduleVersion.name + '-')
    }

    private Collection dependenciesOf(component) {
        component.dependencies.findAll { dependency ->
            if (dependency instanceof UnresolvedDependencyResult)
                unresolved.add(dependency.attempted.displayName + ': ' + firstLine(dependency.failure))
            dependency instanceof ResolvedDependencyResult && !isConstraint(dependency) &&
                dependency.selected.id != component.id
        }
    }

    private static boolean isConstraint(dependency) {
        dependency.metaClass.respondsTo(dependency, 'isConstraint') && dependency.isConstraint()
    }

    private Map entryOf(component) {
        Map known = entries[component.id]
        if (known != null) return known
        def version = component.moduleVersion
        boolean isProject = component.id instanceof ProjectComponentIdentifier
        String ref = purl(version.group, version.name, version.version)
        Map entry = [ref: ref, purl: ref, group: version.group, name: version.name, version: version.version]
        if (isProject) {
            entry.directory = directoryOf(component.id)
        } else {
            entry.library = true
            entry.isPlatform = isPlatform(component)
        }
        entries[component.id] = entry
        if (uses[ref] == null) uses[ref] = new LinkedHashSet()
        entry
    }

    private String directoryOf(identifier) {
        String build = nameOfBuild(identifier.build)
        if (build == '') {
            def other = project.rootProject.findProject(identifier.projectPath)
            return other == null ? null : relative(other.projectDir)
        }
        def included = project.gradle.includedBuilds.find { it.name == build }
        included == null ? null : relative(new File(included.projectDir, identifier.projectPath.tokenize(':').join('/')))
    }

    /** Empty for the build that was started, not one that it includes. */
    private static String nameOfBuild(build) {
        if (build.metaClass.respondsTo(build, 'getBuildPath')) return build.buildPath.tokenize(':').with { it ? it.last() : '' }
        build.isCurrentBuild() ? '' : build.name
    }

    private static boolean isPlatform(component) {
        variantsOf(component).any { variant ->
            variant.attributes.keySet().any {
                it.name in ['org.gradle.category', 'org.gradle.component.category'] &&
                    variant.attributes.getAttribute(it).toString() in ['platform', 'enforced-platform']
            }
        }
    }

    private static Collection variantsOf(component) {
        if (component.metaClass.respondsTo(component, 'getVariants')) return component.variants
        component.metaClass.respondsTo(component, 'getVariant') ? [component.variant] : []
    }

    private void readFiles(configuration, Closure wanted) {
        def view = configuration.incoming.artifactView {
            it.lenient(true)
            it.componentFilter { identifier -> !(identifier instanceof ProjectComponentIdentifier) && wanted(identifier) }
        }
        view.artifacts.artifacts.each { artifact ->
            def identifier = artifact.id.componentIdentifier
            File file = artifact.file
            Map entry = entries[identifier]
            if (entry == null && !(identifier instanceof ModuleComponentIdentifier)) entry = localEntry(file)
            if (entry == null) return
            entry.hasFile = true
            if (file.path.replace(File.separator, '/').contains('/modules-2/files-2.1/'))
                entry.sha1 = file.parentFile.name.padLeft(40, '0')
            else
                entry.file = relative(file)
        }
        view.artifacts.failures.each { unresolved.add(firstLine(it)) }
    }

    /** A jar that the build names by its path. */
    private Map localEntry(File file) {
        if (!file.isFile() || !(file.name ==~ /(?i).*\.(jar|aar)/)) return null
        Map known = entries[file]
        if (known != null) return known
        String name = file.name.replaceAll(/\.[^.]*$/, '')
        String ref = purl('local', name, 'unspecified')
        Map entry = [ref: ref, purl: ref, group: 'local', name: name, version: 'unspecified', library: true, isLocal: true]
        entries[file] = entry
        if (uses[ref] == null) uses[ref] = new LinkedHashSet()
        uses[start].add(ref)
        entry
    }

    /** Bills of materials, and modules that only gather others, hold nothing to import. */
    private void markThoseWithoutFiles() {
        entries.each { identifier, entry ->
            if (!entry.library || entry.hasFile) return
            boolean isAwaited = unresolved.any { it.contains(entry.group + ':' + entry.name + ':' + entry.version) || it.contains(entry.name + '-' + entry.version) }
            boolean isTwinned = entries.values().any { it.group == entry.group && it.name.startsWith(entry.name + '-') && it.version == entry.version && uses[entry.ref].contains(it.ref) }
            if (entry.isPlatform || !(isAwaited || isTwinned)) entry.purl = entry.purl.replace('type=jar', 'type=pom')
        }
    }

    private int fetchSources() {
        List identifiers = entries.findAll { identifier, entry ->
            identifier instanceof ModuleComponentIdentifier && !entry.purl.endsWith('type=pom')
        }.keySet().toList()
        if (identifiers.isEmpty()) return 0
        try {
            return sourcesOf(identifiers)
        } catch (Exception failure) {
            // One that fails the whole query is left out by asking for each alone.
            return identifiers.sum { identifier ->
                try {
                    sourcesOf([identifier])
                } catch (Exception alone) {
                    0
                }
            }
        }
    }

    private int sourcesOf(List identifiers) {
        def query = project.dependencies.createArtifactResolutionQuery()
        def result = query.forComponents(identifiers).withArtifacts(JvmLibrary, SourcesArtifact).execute()
        result.resolvedComponents.count { component ->
            component.getArtifacts(SourcesArtifact).any { it instanceof ResolvedArtifactResult }
        }
    }

    private void save() {
        File folder = new File(project.projectDir, 'build/skillscope')
        folder.mkdirs()
        new File(folder, '.gitignore').setText('*\n', 'UTF-8')
        File file = new File(folder, 'bom.json')
        File fresh = new File(folder, 'bom.json.new')
        fresh.setText(json(document()), 'UTF-8')
        if (file.isFile())
            Files.copy(file.toPath(), new File(folder, 'bom.last.json').toPath(), StandardCopyOption.REPLACE_EXISTING)
        Files.move(fresh.toPath(), file.toPath(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE)
    }

    private Map document() {
        List properties = unresolved.collect { property('unresolved', it) }
        if (project == project.rootProject)
            properties.addAll(project.allprojects.collect { property('project', relative(it.projectDir)) })
        [
            bomFormat: 'CycloneDX',
            specVersion: '1.5',
            version: 1,
            metadata: [
                component: [type: 'library', 'bom-ref': start, group: project.group.toString(), name: project.name, version: project.version.toString(), purl: start],
                properties: properties,
            ],
            components: entries.values().collect { componentOf(it) }.sort { it['bom-ref'] },
            dependencies: uses.collect { ref, used -> [ref: ref, dependsOn: used.toList().sort()] }.sort { it.ref },
        ]
    }

    private static Map componentOf(Map entry) {
        Map component = [type: 'library', 'bom-ref': entry.ref, group: entry.group, name: entry.name, version: entry.version, purl: entry.purl]
        if (entry.sha1 ==~ /[0-9a-f]{40}/) component.hashes = [[alg: 'SHA-1', content: entry.sha1]]
        List properties = ['file', 'directory'].findAll { entry[it] != null }.collect { property(it, entry[it]) }
        if (properties) component.properties = properties
        component
    }

    private static Map property(String name, String value) {
        [name: 'skillscope:' + name, value: value]
    }

    private String relative(File file) {
        String path
        try {
            path = project.projectDir.toPath().relativize(file.toPath()).toString()
        } catch (IllegalArgumentException otherDrive) {
            path = file.absolutePath
        }
        path == '' ? '.' : path.replace(File.separator, '/')
    }

    private static String purl(String group, String name, String version) {
        'pkg:maven/' + [group, name].collect { encode(it) }.join('/') + '@' + encode(version) + '?type=jar'
    }

    private static String encode(String text) {
        URLEncoder.encode(text, 'UTF-8').replace('+', '%20')
    }

    private static String firstLine(Throwable failure) {
        String message = failure.message ?: failure.class.simpleName
        message.readLines().find { it.trim() }?.trim() ?: message
    }

    private static String json(Object value) {
        if (value instanceof Map) return '{' + value.collect { quoted(it.key.toString()) + ':' + json(it.value) }.join(',') + '}'
        if (value instanceof Collection) return '[' + value.collect { json(it) }.join(',\n') + ']'
        if (value instanceof Number) return value.toString()
        quoted(value.toString())
    }

    private static String quoted(String text) {
        StringBuilder escaped = new StringBuilder('"')
        text.each { character ->
            int code = (int) character.charAt(0)
            if (character == '"' || character == '\\') escaped.append('\\').append(character)
            else if (code < 32) escaped.append(String.format('\\u%04x', code))
            else escaped.append(character)
        }
        escaped.append('"').toString()
    }
}
`.trimStart();
