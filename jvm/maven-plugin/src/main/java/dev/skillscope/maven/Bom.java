package dev.skillscope.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.graph.DependencyNode;

/** The CycloneDX document of one module. */
final class Bom {
    /** What is only there to run cannot be imported. */
    private static final String LEFT_OUT = "runtime";

    private final MavenProject subject;
    private final Map<String, MavenProject> modules = new HashMap<>();
    private final Map<String, Artifact> components = new TreeMap<>();
    private final Map<String, Set<String>> uses = new TreeMap<>();
    private final Set<DependencyNode> passed = Collections.newSetFromMap(new IdentityHashMap<>());

    Bom(MavenProject subject, Collection<MavenProject> modules) {
        this.subject = subject;
        for (MavenProject module : modules) {
            this.modules.put(key(module.getGroupId(), module.getArtifactId(), module.getVersion()), module);
        }
        uses.put(subjectRef(), new LinkedHashSet<>());
    }

    /** Adds what is used below the node of the subject. */
    void addAll(DependencyNode root) {
        if (root != null) {
            addChildren(subjectRef(), root);
        }
    }

    /** Those that a repository has: neither modules of this build, nor files that it names, nor poms. */
    Collection<Artifact> libraries() {
        List<Artifact> libraries = new ArrayList<>();
        for (Artifact artifact : components.values()) {
            boolean isNamedFile = artifact.getProperty("localPath", null) != null;
            if (moduleOf(artifact) == null && !isNamedFile && !artifact.getExtension().equals("pom")) {
                libraries.add(artifact);
            }
        }
        return libraries;
    }

    /** The store is the folder in which the libraries lie. */
    String toJson(Collection<String> unresolved, File store) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("component", component(
                subjectRef(), subject.getGroupId(), subject.getArtifactId(), subject.getVersion()));
        List<Object> properties = new ArrayList<>();
        unresolved.forEach(text -> properties.add(property("unresolved", text)));
        properties.add(property("store", store.getAbsoluteFile().toPath().normalize().toString()));
        metadata.put("properties", properties);
        List<Object> listed = new ArrayList<>();
        components.forEach((ref, artifact) -> listed.add(component(ref, artifact)));
        List<Object> graph = new ArrayList<>();
        uses.forEach((ref, used) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("ref", ref);
            entry.put("dependsOn", used);
            graph.add(entry);
        });
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("bomFormat", "CycloneDX");
        document.put("specVersion", "1.5");
        document.put("version", 1);
        document.put("metadata", metadata);
        document.put("components", listed);
        document.put("dependencies", graph);
        return Json.of(document);
    }

    /** What stands below something that only runs can be importable by another way, which the graph has too. */
    private void addChildren(String ref, DependencyNode node) {
        for (DependencyNode child : node.getChildren()) {
            DependencyNode chosen = Libraries.chosen(child);
            boolean isLeftOut = LEFT_OUT.equals(chosen.getDependency().getScope());
            String childRef = isLeftOut ? null : add(chosen.getArtifact());
            if (ref != null && childRef != null) {
                uses.get(ref).add(childRef);
            }
            if (passed.add(child)) {
                addChildren(childRef, child);
            }
        }
    }

    private String add(Artifact artifact) {
        String ref = refOf(artifact);
        components.put(ref, artifact);
        uses.computeIfAbsent(ref, any -> new LinkedHashSet<>());
        return ref;
    }

    private Map<String, Object> component(String ref, Artifact artifact) {
        Map<String, Object> component =
                component(ref, artifact.getGroupId(), artifact.getArtifactId(), artifact.getBaseVersion());
        MavenProject module = moduleOf(artifact);
        if (module != null) {
            component.put("properties", Collections.singletonList(property("directory", relative(module.getBasedir()))));
        }
        return component;
    }

    private static Map<String, Object> component(String ref, String group, String name, String version) {
        Map<String, Object> component = new LinkedHashMap<>();
        component.put("type", "library");
        component.put("bom-ref", ref);
        component.put("group", group);
        component.put("name", name);
        component.put("version", version);
        component.put("purl", ref);
        return component;
    }

    private static Map<String, Object> property(String name, String value) {
        Map<String, Object> property = new LinkedHashMap<>();
        property.put("name", "skillscope:" + name);
        property.put("value", value);
        return property;
    }

    private MavenProject moduleOf(Artifact artifact) {
        return modules.get(key(artifact.getGroupId(), artifact.getArtifactId(), artifact.getBaseVersion()));
    }

    private String relative(File directory) {
        Path from = subject.getBasedir().toPath();
        String path;
        try {
            path = from.relativize(directory.toPath()).toString();
        } catch (IllegalArgumentException otherDrive) {
            path = directory.getAbsolutePath();
        }
        return path.isEmpty() ? "." : path.replace(File.separatorChar, '/');
    }

    private String subjectRef() {
        return Purl.of(subject.getGroupId(), subject.getArtifactId(), subject.getVersion(), "", "jar");
    }

    private static String refOf(Artifact artifact) {
        return Purl.of(artifact.getGroupId(), artifact.getArtifactId(), artifact.getBaseVersion(),
                artifact.getClassifier(), artifact.getExtension());
    }

    private static String key(String group, String name, String version) {
        return group + ":" + name + ":" + version;
    }
}
