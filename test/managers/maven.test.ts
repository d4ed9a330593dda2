import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListAnswer } from '../../packages/cli/src/commands/list.ts';
import type { SbomAnswer } from '../../packages/cli/src/commands/sbom.ts';
import { zipOf } from '../../packages/ecosystems/src/trees/testing/write-zip.ts';
import { command, type Outcome } from '../helpers/command.ts';

/** Milliseconds for one run of a build tool with empty caches: room for a slow connection and a slow machine. */
const BUILD_TIMEOUT = 900_000;

const PDF = 'com.skillsjars:anthropics__skills__pdf';
const BOOT = 'com.skillsjars:sivaprasadreddy__sivalabs-agent-skills__spring-boot';
const VALIDATOR = 'io.quarkus:quarkus-hibernate-validator';

const POMS = ['pom.xml', 'core/pom.xml', 'app/pom.xml', 'extension/pom.xml'];

let base: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-jvm-')));
});
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

describe('A-12 a build of several modules by Maven', () => {
  let project: string;
  let environment: Readonly<Record<string, string>>;
  let before: Outcome;
  let outcome: Outcome;
  let poms: readonly string[];

  beforeAll(async () => {
    project = join(base, 'maven');
    environment = {
      ...inherited(),
      MAVEN_OPTS: `-Dmaven.repo.local=${join(base, 'repository')}`,
      SKILLSCOPE_CACHE: join(base, 'maven-cache'),
    };
    publish('releases');
    write('maven/pom.xml', pom('all', { modules: ['core', 'app', 'extension'], packaging: 'pom' }));
    write(
      'maven/core/pom.xml',
      pom('core', {
        parent: true,
        dependencies: [
          ['com.google.code.gson', 'gson', '2.11.0'],
          [...split(VALIDATOR), '3.33.2'],
          [...split(`${VALIDATOR}-deployment`), '3.33.2'],
        ],
      }),
    );
    write(
      'maven/app/pom.xml',
      pom('app', {
        parent: true,
        dependencies: [
          ['com.example', 'core', '1.0'],
          ['org.acme', 'text', '1.0'],
          [...split(PDF), '2026_02_06-1ed29a0'],
          [...split(BOOT), '2026_02_23-dba3310'],
          [...split(VALIDATOR), '3.35.3'],
          ['junit', 'junit', '4.13.2', 'test'],
          ['org.slf4j', 'slf4j-simple', '2.0.16', 'runtime'],
        ],
      }),
    );
    write(
      'maven/extension/pom.xml',
      pom('extension', { parent: true, dependencies: [[...split(`${VALIDATOR}-deployment`), '3.35.3']] }),
    );
    write('maven/core/src/main/java/core/Core.java', 'package core; public class Core {}');
    write('maven/core/src/main/skills/core/SKILL.md', '---\nname: core\ndescription: Use core.\n---\nCall `Core`.\n');
    poms = POMS.map((path) => readFileSync(join(project, path), 'utf8'));
    before = await command(['list'], { directory: project, environment });
    outcome = await command(['sbom', '--json'], { directory: join(project, 'app'), environment });
  }, BUILD_TIMEOUT);

  it('says before it has reported that it has not, and how to mend it', () => {
    expect(before.code).toBe(0);
    expect(before.out).toContain('note never-reported: Only Maven knows');
    expect(before.out).toContain('`skillscope sbom`');
  });

  it('A-14 reports every module by one command, without a change to the build and without building it', () => {
    const answer = JSON.parse(outcome.out) as SbomAnswer;
    expect(outcome.code, outcome.err).toBe(0);
    expect(answer).toMatchObject({
      tool: 'maven',
      directory: project,
      exitCode: 0,
      reports: ['.', 'app', 'core', 'extension'].map((path) => join(path, 'target/skillscope/bom.json')),
      missing: [],
      unresolved: [],
      counts: { libraries: 12, withSkills: 5, skills: 5 },
    });
    expect(outcome.err).toContain(`Running this project's build in ${project}`);
    expect(outcome.err).toContain('cyclonedx-maven-plugin');
    const after = POMS.map((path) => readFileSync(join(project, path), 'utf8'));
    expect(after).toEqual(poms);
    expect(existsSync(join(project, 'core/target/classes/core/Core.class'))).toBe(false);
  });

  it('A-13 A-21 has what the code can import, with its sources', async () => {
    const { libraries, notes } = await list(join(project, 'app'), environment);
    expect(libraries.map(({ name, version, relation, source }) => [name, version, relation, source].join(' '))).toEqual(
      [
        'com.example:core 1.0 direct workspace',
        `${PDF} 2026_02_06-1ed29a0 direct registry`,
        `${BOOT} 2026_02_23-dba3310 direct registry`,
        `${VALIDATOR} 3.35.3 direct registry`,
        'junit:junit 4.13.2 direct registry',
        'org.acme:text 1.0 direct registry',
        'com.google.code.gson:gson 2.11.0 transitive registry',
        'com.google.errorprone:error_prone_annotations 2.27.0 transitive registry',
        `${VALIDATOR}-deployment 3.33.2 transitive registry`,
        'org.hamcrest:hamcrest-core 1.3 transitive registry',
      ],
    );
    expect(notes).toEqual([]);
    expect(sourcesOf('gson', '2.11.0')).toBeGreaterThan(0);
    expect(libraries.find(({ name }) => name === 'com.google.code.gson:gson')).toMatchObject({
      via: ['com.example:core'],
      summary: 'Gson JSON library',
    });
  });

  it('A-2 A-17 A-25 has the skills of the version that each module uses', async () => {
    expect(await skillsOf(join(project, 'app'), environment)).toEqual([
      'pkg:maven/com.example/core@1.0?path=core#src/main/skills/core',
      `pkg:maven/${PDF.replace(':', '/')}@2026_02_06-1ed29a0#META-INF/resources/skills/anthropics/skills/pdf`,
      `pkg:maven/${BOOT.replace(':', '/')}@2026_02_23-dba3310#META-INF/skills/sivaprasadreddy/sivalabs-agent-skills/spring-boot`,
      'pkg:maven/io.quarkus/quarkus-hibernate-validator@3.35.3#META-INF/quarkus-skill.md',
      'pkg:maven/org.acme/text@1.0#skills/text',
    ]);
    expect(await skillsOf(join(project, 'core'), environment)).toEqual([]);
  });

  it('A-27 A-34 reads each as its authors wrote it, and says who they are not', async () => {
    const guide = await command(['read', 'quarkus-hibernate-validator'], {
      directory: join(project, 'app'),
      environment,
    });
    expect(guide.out).toContain('Do NOT forget `@Valid` on nested object parameters');
    expect(guide.out).toContain('place: META-INF/quarkus-skill.md');
    const pdf = await command(['read', PDF], { directory: join(project, 'app'), environment });
    expect(pdf.out).toContain('words: com.skillsjars:anthropics__skills__pdf authors, as republished by SkillsJars');
    expect(pdf.out).toContain('# PDF Processing Guide');
  });

  it('A-28 reads a file beside a skill, from inside the jar', async () => {
    const read = (...rest: readonly string[]) =>
      command(['read', `${BOOT}:2026_02_23-dba3310`, ...rest], { directory: join(project, 'app'), environment });
    expect((await read('references/taskfile.md')).out).toContain('Taskfile');
    expect((await read('references/none.md')).code).toBe(3);
  });

  it('A-29 finds by a need what a jar holds', async () => {
    const { out } = await command(['search', 'validate request bodies', '--json'], {
      directory: join(project, 'app'),
      environment,
    });
    expect(JSON.parse(out).skills.map(({ library }: { library: string }) => library)).toContain(VALIDATOR);
  });

  it('keeps the report in force that was good, when the newest is cut off', async () => {
    const path = join(project, 'app/target/skillscope/bom.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(join(dirname(path), 'bom.last.json'), text);
    writeFileSync(path, text.slice(0, text.length / 2));
    const { libraries, notes } = await list(join(project, 'app'), environment);
    expect(libraries).toHaveLength(10);
    expect(notes.map(({ code }) => code)).toEqual(['sbom-last-good']);
    writeFileSync(path, text);
  });

  it('loses only the module that uses what there is not', { timeout: BUILD_TIMEOUT }, async () => {
    write('maven/core/pom.xml', pom('core', { parent: true, dependencies: [['com.example', 'no-such-library', '1']] }));
    write('maven/app/pom.xml', pom('app', { parent: true, dependencies: [['junit', 'junit', '4.13.2']] }));
    const again = await command(['sbom', '--json'], { directory: project, environment });
    expect(again.code, again.err).toBe(5);
    expect(JSON.parse(again.out)).toMatchObject({
      reports: ['.', 'app', 'extension'].map((path) => join(path, 'target/skillscope/bom.json')),
      missing: ['core'],
    });
    expect(again.err).toContain('no-such-library');
  });

  function sourcesOf(artifact: string, version: string): number {
    const folder = join(base, 'repository/com/google/code/gson', artifact, version);
    return statSync(join(folder, `${artifact}-${version}-sources.jar`)).size;
  }
});

describe('A-12 a build of several projects by Gradle', () => {
  let project: string;
  let environment: Readonly<Record<string, string>>;
  let outcome: Outcome;

  beforeAll(async () => {
    project = join(base, 'gradle');
    environment = {
      ...inherited(),
      GRADLE_USER_HOME: join(base, 'gradle-home'),
      GRADLE_OPTS: '-Dorg.gradle.daemon=false',
      SKILLSCOPE_CACHE: join(base, 'gradle-cache'),
    };
    publish('releases');
    write('gradle/settings.gradle', "rootProject.name = 'shop'\n['app', 'core'].each { include \"modules:$it\" }\n");
    write(
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
      'gradle/modules/core/build.gradle',
      `dependencies {
    compile 'com.google.code.gson:gson:2.11.0'
    implementation 'com.example:no-such-library:1'
}
`,
    );
    write(
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
    write('gradle/modules/app/libs/local.jar', '');
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

async function list(directory: string, environment: Readonly<Record<string, string>>): Promise<ListAnswer> {
  const { out } = await command(['list', '--all', '--json'], { directory, environment });
  return JSON.parse(out) as ListAnswer;
}

async function skillsOf(directory: string, environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { libraries } = await list(directory, environment);
  return libraries.flatMap(({ skills }) => skills.map(({ id }) => id));
}

/** What a build tool needs of this machine. */
function inherited(): Readonly<Record<string, string>> {
  const names = ['PATH', 'HOME', 'JAVA_HOME', 'LANG'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

interface PomOptions {
  readonly parent?: boolean;
  readonly packaging?: string;
  readonly modules?: readonly string[];
  readonly dependencies?: readonly (readonly string[])[];
}

/** A pom.xml; dependencies of Quarkus come without their own, which are hundreds. */
function pom(artifact: string, { parent, packaging = 'jar', modules = [], dependencies = [] }: PomOptions): string {
  const coordinates = (name: string) =>
    `<groupId>com.example</groupId><artifactId>${name}</artifactId><version>1.0</version>`;
  const exclusions = '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>';
  const entries = dependencies.map(
    ([group, name, version, scope = 'compile']) =>
      `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version><scope>${scope}</scope>${
        group === 'io.quarkus' ? exclusions : ''
      }</dependency>`,
  );
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
${parent ? `<parent>${coordinates('all')}</parent><artifactId>${artifact}</artifactId>` : coordinates(artifact)}
<packaging>${packaging}</packaging>
<modules>${modules.map((module) => `<module>${module}</module>`).join('')}</modules>
<repositories><repository><id>releases</id><url>file://${join(base, 'releases')}</url></repository></repositories>
<dependencies>${entries.join('\n')}</dependencies>
</project>
`;
}

/** A repository with one library, whose skill is in its sources alone (A-6). */
function publish(repository: string): void {
  const jar = (files: Readonly<Record<string, string>>) =>
    zipOf(Object.entries(files).map(([name, data]) => ({ name, data })));
  const stem = `${repository}/org/acme/text/1.0/text-1.0`;
  write(`${stem}.pom`, pom('text', {}).replace('com.example', 'org.acme'));
  write(`${stem}.jar`, jar({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'org/acme/Text.class': '' }));
  write(
    `${stem}-sources.jar`,
    jar({
      'org/acme/Text.java': 'package org.acme;',
      'skills/text/SKILL.md': '---\nname: text\ndescription: Use text.\n---\nCall `Text`.\n',
    }),
  );
}

function split(name: string): readonly [string, string] {
  const [group = '', artifact = ''] = name.split(':');
  return [group, artifact];
}

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}
