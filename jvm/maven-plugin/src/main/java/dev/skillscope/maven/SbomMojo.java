package dev.skillscope.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.collection.CollectResult;

/**
 * Writes {@code target/skillscope/bom.json} of a module: a CycloneDX document of what its code can import; and fetches
 * the sources of it. Modules of the same build need not be built. What cannot be found is named in the document and
 * loses nothing else; whatever goes wrong is said in one line and fails no build.
 */
@Mojo(name = "sbom", defaultPhase = LifecyclePhase.PROCESS_RESOURCES, threadSafe = true)
public final class SbomMojo extends AbstractMojo {
    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true)
    private MavenSession session;

    /** Nothing is reported, e.g. where a build only publishes. */
    @Parameter(property = "skillscope.skip", defaultValue = "false")
    private boolean skip;

    @Inject
    private RepositorySystem repositories;

    @Override
    public void execute() {
        if (skip) {
            return;
        }
        try {
            report();
        } catch (IOException | RuntimeException | LinkageError failure) {
            String reason = failure.getClass().getSimpleName() + ": " + Text.firstLine(failure);
            getLog().warn("skillscope: " + project.getId() + " is not reported: " + reason);
        }
    }

    private void report() throws IOException {
        Libraries libraries = new Libraries(repositories, session, project);
        CollectResult collected = libraries.collect();
        Bom bom = new Bom(project, session.getProjects());
        bom.addAll(collected.getRoot());
        Collection<String> unresolved = libraries.fetch(bom.libraries());
        List<Exception> failures = collected.getExceptions();
        failures.forEach(failure -> unresolved.add(Text.firstLine(failure)));
        Path folder = project.getBasedir().toPath().resolve("target").resolve("skillscope");
        BomFile.write(folder, bom.toJson(unresolved, libraries.store()));
        getLog().info("skillscope: " + project.getId() + " uses " + bom.libraries().size() + " libraries, "
                + libraries.sources() + " of them with sources");
        unresolved.forEach(text -> getLog().warn("skillscope: " + project.getId() + " lacks " + text));
    }
}
