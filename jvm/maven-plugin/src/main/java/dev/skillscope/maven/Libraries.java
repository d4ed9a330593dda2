package dev.skillscope.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.apache.maven.RepositoryUtils;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.ArtifactTypeRegistry;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.collection.CollectResult;
import org.eclipse.aether.collection.DependencyCollectionException;
import org.eclipse.aether.graph.DependencyNode;
import org.eclipse.aether.resolution.ArtifactDescriptorPolicy;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;

/** What one module uses, through Maven's own resolver, settings and repositories. */
final class Libraries {
    /** Names of the resolver: uses that lost to another version stay in the graph, and say which won. */
    private static final String KEEP_ALL = "aether.conflictResolver.verbose";
    private static final String CHOSEN = "conflict.winner";

    private final RepositorySystem repositories;
    private final RepositorySystemSession session;
    private final MavenProject project;
    private int sources;

    Libraries(RepositorySystem repositories, MavenSession session, MavenProject project) {
        this.repositories = repositories;
        this.project = project;
        DefaultRepositorySystemSession lenient = new DefaultRepositorySystemSession(session.getRepositorySession());
        lenient.setArtifactDescriptorPolicy((any, request) -> ArtifactDescriptorPolicy.IGNORE_ERRORS);
        lenient.setConfigProperty(KEEP_ALL, true);
        this.session = lenient;
    }

    /** The node of the version that the build takes where this one is used. */
    static DependencyNode chosen(DependencyNode node) {
        Object chosen = node.getData().get(CHOSEN);
        return chosen instanceof DependencyNode ? (DependencyNode) chosen : node;
    }

    /** Who uses whom; where something cannot be found, as much as can. */
    CollectResult collect() {
        ArtifactTypeRegistry types = session.getArtifactTypeRegistry();
        CollectRequest request = new CollectRequest();
        request.setRootArtifact(RepositoryUtils.toArtifact(project.getArtifact()));
        project.getDependencies().forEach(used -> request.addDependency(RepositoryUtils.toDependency(used, types)));
        if (project.getDependencyManagement() != null) {
            project.getDependencyManagement().getDependencies()
                    .forEach(managed -> request.addManagedDependency(RepositoryUtils.toDependency(managed, types)));
        }
        request.setRepositories(project.getRemoteProjectRepositories());
        try {
            return repositories.collectDependencies(session, request);
        } catch (DependencyCollectionException failure) {
            return failure.getResult();
        }
    }

    /** Fetches each jar with its sources; gives what there is not, with the reason. */
    Collection<String> fetch(Collection<Artifact> libraries) {
        List<ArtifactRequest> requests = new ArrayList<>();
        for (Artifact library : libraries) {
            requests.add(request(library));
            requests.add(request(sourcesOf(library)));
        }
        Collection<String> unresolved = new TreeSet<>();
        for (ArtifactResult result : resolve(requests)) {
            Artifact wanted = result.getRequest().getArtifact();
            boolean isSources = wanted.getClassifier().equals("sources");
            if (isSources) {
                sources += result.isResolved() ? 1 : 0;
            } else if (!result.isResolved()) {
                String name = wanted.getGroupId() + ":" + wanted.getArtifactId() + ":" + wanted.getVersion();
                String reason = result.getExceptions().isEmpty()
                        ? "Could not find it."
                        : Text.firstLine(result.getExceptions().get(0));
                unresolved.add(name + ": " + reason);
            }
        }
        return unresolved;
    }

    /** The folder that they are fetched into. */
    File store() {
        return session.getLocalRepository().getBasedir();
    }

    /** How many of the libraries fetched came with sources. */
    int sources() {
        return sources;
    }

    private List<ArtifactResult> resolve(List<ArtifactRequest> requests) {
        try {
            return repositories.resolveArtifacts(session, requests);
        } catch (ArtifactResolutionException failure) {
            return failure.getResults();
        }
    }

    private static Artifact sourcesOf(Artifact library) {
        return new DefaultArtifact(
                library.getGroupId(), library.getArtifactId(), "sources", "jar", library.getVersion());
    }

    private ArtifactRequest request(Artifact artifact) {
        return new ArtifactRequest(artifact, project.getRemoteProjectRepositories(), null);
    }
}
