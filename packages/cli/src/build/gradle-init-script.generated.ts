// Made by `npm run generate`.

export const GRADLE_INIT_SCRIPT = String.raw`/**
 * Gives every project a task that writes a CycloneDX document of what the project compiles against, and fetches the
 * sources of it through the build's own repositories. Serves as an init script for one run, as a script that a build
 * applies, and as the body of the plugin. Only documented interfaces are used, those of Gradle 4.4, and later ones
 * where they exist. What cannot be resolved is named in the document and loses nothing else; whatever goes wrong is
 * said in one line and fails no build.
 */
import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardCopyOption
import org.gradle.api.artifacts.component.ModuleComponentIdentifier
import org.gradle.api.artifacts.component.ProjectComponentIdentifier
import org.gradle.api.artifacts.result.ResolvedArtifactResult
import org.gradle.api.artifacts.result.ResolvedDependencyResult
import org.gradle.api.artifacts.result.UnresolvedDependencyResult
import org.gradle.jvm.JvmLibrary
import org.gradle.language.base.artifact.SourcesArtifact
import org.gradle.util.GradleVersion

allprojects { target ->
    // The build applies it already, and is also given it for this run.
    if (target.tasks.names.contains('skillscopeSbom')) return
    Closure configure = { task ->
        task.description = 'Writes what this project compiles against, and fetches the sources of it.'
        task.outputs.upToDateWhen { false }
        task.onlyIf { SkillscopeReport.isDue(target) }
        if (task.metaClass.respondsTo(task, 'notCompatibleWithConfigurationCache'))
            task.notCompatibleWithConfigurationCache('It looks at all projects of the build.')
        task.doLast {
            try {
                new SkillscopeReport(target).write()
            } catch (Exception | LinkageError failure) {
                String reason = failure.class.simpleName + ': ' + SkillscopeReport.firstLine(failure)
                target.logger.warn('skillscope: ' + target.path + ' is not reported: ' + reason)
            }
        }
    }
    boolean isLazy = target.tasks.metaClass.respondsTo(target.tasks, 'register')
    if (isLazy) target.tasks.register('skillscopeSbom', configure)
    else target.tasks.create('skillscopeSbom', configure)
    if (SkillscopeReport.mayFollow(target.gradle.startParameter)) {
        // Looked up once all projects are known; one with nothing to compile reports together with any other.
        Closure reports = {
            target.rootProject.allprojects.findAll { it == target || !SkillscopeReport.compiles(it) }.collect {
                it.tasks.findByName('skillscopeSbom')
            }.findAll { it != null }
        }
        Closure follow = { task -> if (task.name.startsWith('compile')) task.finalizedBy(reports) }
        if (isLazy) target.tasks.configureEach(follow)
        else target.tasks.all(follow)
    }
}

class SkillscopeReport {
    private static final String REPORT = 'build/skillscope/bom.json'
    private static final List BUILD_FILES = [
        'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'gradle.properties',
        'gradle/libs.versions.toml',
    ]

    private final project
    /** Component identifier to its entry in the document. */
    private final Map entries = new LinkedHashMap()
    /** Reference to the references it uses. */
    private final Map uses = new LinkedHashMap()
    private final Set unresolved = new TreeSet()
    private String start
    /** The build this project belongs to; it may use others, and others may use it. */
    private ownBuild

    SkillscopeReport(project) {
        this.project = project
    }

    /** Compiling renews a report that the build files are newer than; asked for by its name, it is always written. */
    static boolean isDue(project) {
        if (project.gradle.startParameter.taskNames.any { it.tokenize(':').last() == 'skillscopeSbom' }) return true
        long written = new File(project.projectDir, REPORT).lastModified()
        List files = [project.buildFile]
        [project.projectDir, project.rootDir].each { folder -> files.addAll(BUILD_FILES.collect { new File(folder, it) }) }
        written == 0 || files.any { it.lastModified() > written }
    }

    /** Not with the configuration cache, which a build would lose by it, nor where that cannot be known. */
    static boolean mayFollow(startParameter) {
        if (startParameter.metaClass.respondsTo(startParameter, 'isConfigurationCacheRequested'))
            return !startParameter.isConfigurationCacheRequested()
        GradleVersion.current() < GradleVersion.version('6.6')
    }

    static boolean compiles(project) {
        project.tasks.names.any { it.startsWith('compile') }
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
        project.logger.lifecycle('skillscope: ' + project.path + ' uses ' + libraries + ' libraries, ' + sources + ' of them with sources')
        unresolved.each { project.logger.warn('skillscope: ' + project.path + ' lacks ' + it) }
    }

    /** Everything that can be imported, those that other libraries bring too. */
    private void readAll(configuration) {
        def result = resultOf(configuration)
        result.allComponents.each { component ->
            String from = component.id == result.root.id ? start : entryOf(component).ref
            dependenciesOf(component).each { uses[from].add(entryOf(it.selected).ref) }
        }
        readFiles(configuration) { true }
    }

    /** What only runs cannot be imported, so only what the build itself names counts. */
    private void readDirect(configuration) {
        def result = resultOf(configuration)
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

    private resultOf(configuration) {
        def result = configuration.incoming.resolutionResult
        if (result.root.id instanceof ProjectComponentIdentifier) ownBuild = result.root.id.build
        result
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
        if (identifier.build == ownBuild) {
            def other = project.rootProject.findProject(identifier.projectPath)
            return other == null ? null : relative(other.projectDir)
        }
        String name = nameOf(identifier.build)
        def included = project.gradle.includedBuilds.find { it.name == name }
        included == null ? null : relative(new File(included.projectDir, identifier.projectPath.tokenize(':').join('/')))
    }

    private static String nameOf(build) {
        build.metaClass.respondsTo(build, 'getBuildPath') ? build.buildPath.tokenize(':').with { it ? it.last() : '' } : build.name
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

    /** Moved into place whole; the one before it is kept with its time, unless that is damaged. */
    private void save() {
        Path file = new File(project.projectDir, REPORT).toPath()
        Path folder = Files.createDirectories(file.parent)
        folder.resolve('.gitignore').toFile().setText('*\n', 'UTF-8')
        if (isWhole(file))
            replace(folder.resolve('bom.last.json')) { Files.copy(file, it, StandardCopyOption.COPY_ATTRIBUTES) }
        String text = JsonOutput.prettyPrint(JsonOutput.toJson(document()))
        replace(file) { Files.write(it, text.getBytes('UTF-8')) }
    }

    private static boolean isWhole(Path file) {
        try {
            Files.exists(file) && new JsonSlurper().parseText(new String(Files.readAllBytes(file), 'UTF-8')) != null
        } catch (Exception damaged) {
            false
        }
    }

    private static void replace(Path file, Closure write) {
        Path fresh = file.resolveSibling(file.fileName.toString() + '.' + UUID.randomUUID() + '.new')
        try {
            write(fresh)
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE)
        } finally {
            Files.deleteIfExists(fresh)
        }
    }

    private Map document() {
        List properties = unresolved.collect { property('unresolved', it) }
        properties.add(property('store', new File(project.gradle.gradleUserHomeDir, 'caches/modules-2/files-2.1').absolutePath))
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

    static String firstLine(Throwable failure) {
        String message = failure.message ?: failure.class.simpleName
        message.readLines().find { it.trim() }?.trim() ?: message
    }
}
`;
