package dev.skillscope.gradle;

import org.gradle.api.Plugin;
import org.gradle.api.Project;

/**
 * Gives a project and those below it the task {@code skillscopeSbom}. Applied to a root, that is the whole build.
 *
 * <p>The task is a script, which the Gradle that runs compiles: it is the one that {@code skillscope sbom} passes.
 */
public final class SkillscopePlugin implements Plugin<Project> {
    private static final String SCRIPT = "skillscope.gradle";

    @Override
    public void apply(Project project) {
        try {
            project.apply(script -> script.from(SkillscopePlugin.class.getResource(SCRIPT)));
        } catch (RuntimeException | LinkageError failure) {
            project.getLogger().warn("skillscope: {} has no task skillscopeSbom: {}", project.getPath(), failure.toString());
        }
    }
}
