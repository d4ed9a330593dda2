import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, type Outcome } from '../helpers/command.ts';
import {
  BUILD_TIMEOUT,
  build,
  copyOfPlugin,
  inherited,
  list,
  PDF,
  publish,
  skillsOf,
  VALIDATOR,
  write,
} from './jvm-harness.ts';

let base: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-jvm-')));
});
afterAll(async () => {
  // That of these tests alone: Gradle knows its daemons by its home.
  await build('gradle', ['--stop'], base, { ...inherited(), GRADLE_USER_HOME: join(base, 'gradle-home') });
  rmSync(base, { recursive: true, force: true });
}, BUILD_TIMEOUT);

/** One daemon serves all runs of these tests; it ends by itself where they were cut off. */
const DAEMON = { GRADLE_OPTS: '-Dorg.gradle.daemon.idletimeout=120000' };

describe('A-12 a build of several projects by Gradle', () => {
  let project: string;
  let environment: Readonly<Record<string, string>>;
  let outcome: Outcome;

  beforeAll(async () => {
    project = join(base, 'gradle');
    environment = {
      ...inherited(),
      GRADLE_USER_HOME: join(base, 'gradle-home'),
      ...DAEMON,
      SKILLSCOPE_CACHE: join(base, 'gradle-cache'),
    };
    publish(base);
    write(
      base,
      'gradle/settings.gradle',
      "rootProject.name = 'shop'\n['app', 'core'].each { include \"modules:$it\" }\n",
    );
    write(
      base,
      'gradle/build.gradle',
      `subprojects {
    apply plugin: 'java'
    group = 'com.example'
    version = '1.0'
    repositories {
        mavenCentral()
        maven { url = uri("$rootDir/../releases") }
    }
}
`,
    );
    write(
      base,
      'gradle/modules/core/build.gradle',
      `dependencies {
    compile 'com.google.code.gson:gson:2.11.0'
    implementation 'com.example:no-such-library:1'
}
`,
    );
    write(
      base,
      'gradle/modules/app/build.gradle',
      `dependencies {
    implementation project(':modules:core')
    implementation('${VALIDATOR}:3.35.3') { transitive = false }
    implementation('${VALIDATOR}-deployment:3.35.3') { transitive = false }
    implementation files('libs/local.jar')
    implementation 'org.acme:text:1.0'
    runtimeOnly '${PDF}:2026_02_06-1ed29a0'
    runtimeOnly 'org.slf4j:slf4j-simple:2.0.16'
    testImplementation 'junit:junit:4.13.2'
}
`,
    );
    write(base, 'gradle/modules/app/libs/local.jar', '');
    outcome = await command(['sbom', '--json'], { directory: join(project, 'modules/app'), environment });
  }, BUILD_TIMEOUT);

  it('A-14 reports every project by one command, and names what there is not', () => {
    expect(outcome.code, outcome.err).toBe(0);
    expect(JSON.parse(outcome.out)).toMatchObject({
      tool: 'gradle',
      directory: project,
      exitCode: 0,
      reports: ['.', 'modules', 'modules/app', 'modules/core'].map((path) => join(path, 'build/skillscope/bom.json')),
      missing: [],
      unresolved: [expect.stringMatching(/^com\.example:no-such-library:1: /)],
    });
    expect(readFileSync(join(project, 'modules/app/build/skillscope/.gitignore'), 'utf8')).toBe('*\n');
  });

  it('A-13 A-21 has what the code can import and what the build names to run, each with its sources', async () => {
    const { libraries } = await list(join(project, 'modules/app'), environment);
    expect(libraries.map(({ name, version, relation, source }) => [name, version, relation, source].join(' '))).toEqual(
      [
        'com.example:core 1.0 direct workspace',
        `${PDF} 2026_02_06-1ed29a0 direct registry`,
        `${VALIDATOR} 3.35.3 direct registry`,
        `${VALIDATOR}-deployment 3.35.3 direct registry`,
        'junit:junit 4.13.2 direct registry',
        'local:local unspecified direct path',
        'org.acme:text 1.0 direct path',
        'org.slf4j:slf4j-simple 2.0.16 direct registry',
        'com.google.code.gson:gson 2.11.0 transitive registry',
        'com.google.errorprone:error_prone_annotations 2.27.0 transitive registry',
        'org.hamcrest:hamcrest-core 1.3 transitive registry',
      ],
    );
    const text = readFileSync(join(project, 'modules/app/build/skillscope/bom.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    expect(outcome.err).toMatch(/:modules:app uses 10 libraries, [6-9] of them with sources/);
  });

  it('A-2 A-18 has the skills of the jars in the cache of Gradle, for the project that uses them', async () => {
    expect(await skillsOf(join(project, 'modules/app'), environment)).toEqual([
      `pkg:maven/${PDF.replace(':', '/')}@2026_02_06-1ed29a0#META-INF/resources/skills/anthropics/skills/pdf`,
      'pkg:maven/io.quarkus/quarkus-hibernate-validator-deployment@3.35.3#META-INF/quarkus-skill.md',
      'pkg:maven/org.acme/text@1.0?path=..%2Freleases%2Forg%2Facme%2Ftext%2F1.0%2Ftext-1.0.jar#skills/text',
    ]);
    expect(await skillsOf(join(project, 'modules/core'), environment)).toEqual([]);
  });

  it('knows from the root the projects that its settings work out, and who uses what', async () => {
    const { libraries, project: asked } = await list(project, environment);
    expect(asked).toMatchObject({ root: project, ecosystems: ['maven'] });
    expect(libraries.find(({ name }) => name === 'com.google.code.gson:gson')).toMatchObject({
      relation: 'direct',
      members: ['modules/app', 'modules/core'],
    });
  });

  it('says when there is nothing to run', async () => {
    const bare = { ...environment, PATH: join(base, 'empty') };
    const { code, err } = await command(['sbom'], { directory: project, environment: bare });
    expect(code).toBe(5);
    expect(err).toContain('There is no gradlew in');
  });
});

describe('A-14 a build by Gradle that reports by itself', () => {
  let project: string;
  let environment: Readonly<Record<string, string>>;
  let outcome: Awaited<ReturnType<typeof build>>;
  const report = () => join(project, 'app/build/skillscope/bom.json');

  beforeAll(async () => {
    project = join(base, 'inside');
    environment = {
      ...inherited(),
      ...DAEMON,
      GRADLE_USER_HOME: join(base, 'gradle-home'),
      SKILLSCOPE_CACHE: join(base, 'inside-cache'),
    };
    // In the machine's own home of Gradle, which has made the interfaces of this version into a jar once.
    const publication = ['--no-daemon', `-Dmaven.repo.local=${join(base, 'published')}`, 'publishToMavenLocal'];
    const plugin = await build('gradle', publication, copyOfPlugin(base, 'gradle-plugin'), inherited());
    expect(plugin.code, plugin.out).toBe(0);
    publish(base);
    write(
      base,
      'inside/settings.gradle',
      "rootProject.name = 'inside'\ninclude 'app', 'core', 'blocked'\nincludeBuild '../included'\n",
    );
    write(
      base,
      'inside/build.gradle',
      `buildscript {
    repositories {
        maven { url = uri('${join(base, 'published')}') }
        mavenCentral()
    }
    dependencies {
        classpath 'dev.skillscope:skillscope-gradle-plugin:0.1.0'
        classpath 'org.jetbrains.kotlin:kotlin-gradle-plugin:1.3.21'
    }
}
apply plugin: 'dev.skillscope.sbom'
${repositoriesOf('subprojects')}`,
    );
    write(
      base,
      'inside/core/build.gradle',
      `apply plugin: 'java-library'
dependencies {
    api 'com.google.code.gson:gson:2.11.0'
    implementation 'org.acme:text:1.0'
}
`,
    );
    write(base, 'inside/core/src/main/java/core/Core.java', 'package core; public class Core {}');
    write(
      base,
      'inside/app/build.gradle',
      `apply plugin: 'kotlin'
dependencies {
    implementation project(':core')
    implementation 'com.example:lib:1.0'
    implementation 'org.jetbrains.kotlin:kotlin-stdlib:1.3.21'
    testImplementation 'com.example:no-such-library:1'
}
`,
    );
    write(base, 'inside/blocked/build.gradle', "apply plugin: 'java'\n");
    write(base, 'inside/blocked/build/skillscope', 'a file where the folder belongs');
    write(base, 'included/settings.gradle', "rootProject.name = 'included'\ninclude 'lib'\n");
    write(
      base,
      'included/lib/build.gradle',
      `group = 'com.example'
${repositoriesOf('allprojects')}apply plugin: 'java-library'
dependencies {
    api 'org.slf4j:slf4j-api:2.0.16'
}
`,
    );
    write(
      base,
      'included/lib/src/main/skills/lib/SKILL.md',
      '---\nname: lib\ndescription: Use lib.\n---\nCall `Lib`.\n',
    );
    outcome = await build('gradle', ['skillscopeSbom'], project, environment);
  }, BUILD_TIMEOUT);

  it('fails no build, and says in one line what there is not and what cannot be written', () => {
    expect(outcome.code, outcome.out).toBe(0);
    expect(outcome.out.split('\n').filter((line) => line.startsWith('skillscope:'))).toEqual([
      'skillscope: : uses 0 libraries, 0 of them with sources',
      expect.stringMatching(/^skillscope: :app uses \d+ libraries, /),
      expect.stringContaining('skillscope: :app lacks com.example:no-such-library:1: '),
      expect.stringContaining('skillscope: :blocked is not reported: FileAlreadyExistsException: '),
      'skillscope: :core uses 3 libraries, 3 of them with sources',
    ]);
  });

  it('A-13 has what a module exposes and not what it keeps, of Kotlin and of an included build too', async () => {
    const { libraries } = await list(join(project, 'app'), environment);
    expect(libraries.map(({ name, relation, source }) => [name, relation, source].join(' '))).toEqual([
      'com.example:lib direct path',
      'inside:core direct workspace',
      'org.jetbrains.kotlin:kotlin-stdlib direct registry',
      'com.google.code.gson:gson transitive registry',
      'com.google.errorprone:error_prone_annotations transitive registry',
      'org.jetbrains.kotlin:kotlin-stdlib-common transitive registry',
      'org.jetbrains:annotations transitive registry',
      'org.slf4j:slf4j-api transitive registry',
    ]);
    expect(await skillsOf(join(project, 'app'), environment)).toEqual([
      'pkg:maven/com.example/lib@1.0?path=..%2Fincluded%2Flib#src/main/skills/lib',
    ]);
  });

  it('reports what `skillscope sbom` does', { timeout: BUILD_TIMEOUT }, async () => {
    const inside = readFileSync(report(), 'utf8');
    rmSync(report());
    const again = await command(['sbom', '--json'], { directory: project, environment });
    expect(JSON.parse(again.out)).toMatchObject({ exitCode: 0, missing: ['blocked'] });
    expect(readFileSync(report(), 'utf8')).toBe(inside);
  });

  it('renews after compiling what is older than the build files, and nothing else', {
    timeout: BUILD_TIMEOUT,
  }, async () => {
    const old = new Date(2001, 0, 1);
    const core = join(project, 'core/build/skillscope/bom.json');
    utimesSync(core, old, old);
    const root = join(project, 'build/skillscope/bom.json');
    rmSync(root);
    const first = await build('gradle', [':core:classes'], project, environment);
    // The root has nothing to compile, and reports together with any other.
    expect(first.out).toContain('skillscope: : uses 0 libraries, 0 of them with sources');
    expect(JSON.parse(readFileSync(root, 'utf8')).metadata.properties).toContainEqual({
      name: 'skillscope:store',
      value: join(base, 'gradle-home/caches/modules-2/files-2.1'),
    });
    expect(first.out).toContain('skillscope: :core uses 3 libraries, 3 of them with sources');
    expect(statSync(core).mtime.getTime()).toBeGreaterThan(old.getTime());
    const second = await build('gradle', [':core:classes'], project, environment);
    expect({ code: second.code, says: second.out.includes('skillscope: ') }).toEqual({ code: 0, says: false });
  });
});

/** For the projects of a build, at the version 1.0. */
function repositoriesOf(projects: string): string {
  return `${projects} {
    version = '1.0'
    repositories {
        mavenCentral()
        maven { url = uri("${join(base, 'releases')}") }
    }
}
`;
}
