import type { Ecosystem } from '../ecosystem.ts';

/** JVM libraries, as a Gradle or Maven build reports them in an SBOM. */
export default {
  id: 'maven',
  version: 5,
  manifests: ['build.gradle', 'build.gradle.kts', 'pom.xml', 'settings.gradle', 'settings.gradle.kts'],
  variables: ['GRADLE_RO_DEP_CACHE', 'GRADLE_USER_HOME', 'MAVEN_ARGS', 'MAVEN_HOME', 'MAVEN_OPTS', 'M2_HOME'],
  // Loaded when first called: an answer that is still fresh needs no parser.
  read: async (project) => (await import('./read.ts')).read(project),
  places: async (tree) => (await import('./places.ts')).places(tree),
  imports: {
    extensions: ['.java', '.kt', '.kts', '.scala', '.groovy'],
    read: async (text, extension) => (await import('./imports.ts')).read(text, extension),
    match: async (request) => (await import('./imports.ts')).match(request),
  },
  outside: {
    variables: ['GRADLE_RO_DEP_CACHE', 'GRADLE_USER_HOME', 'MAVEN_ARGS', 'MAVEN_HOME', 'MAVEN_OPTS', 'M2_HOME'],
    shelves: async (machine) => (await import('./outside.ts')).shelves(machine),
  },
} satisfies Ecosystem;
