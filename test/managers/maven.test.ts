import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SbomAnswer } from '../../packages/cli/src/commands/sbom.ts';
import { command, type Outcome } from '../helpers/command.ts';
import {
  BUILD_TIMEOUT,
  build,
  copyOfPlugin,
  inherited,
  list,
  PDF,
  pom,
  publish,
  skillsOf,
  split,
  VALIDATOR,
  write,
} from './jvm-harness.ts';

const BOOT = 'com.skillsjars:sivaprasadreddy__sivalabs-agent-skills__spring-boot';

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
    publish(base);
    write(base, 'maven/pom.xml', pom(base, 'all', { modules: ['core', 'app', 'extension'], packaging: 'pom' }));
    write(
      base,
      'maven/core/pom.xml',
      pom(base, 'core', {
        parent: true,
        dependencies: [
          ['com.google.code.gson', 'gson', '2.11.0'],
          [...split(VALIDATOR), '3.33.2'],
          [...split(`${VALIDATOR}-deployment`), '3.33.2'],
        ],
      }),
    );
    write(
      base,
      'maven/app/pom.xml',
      pom(base, 'app', {
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
      base,
      'maven/extension/pom.xml',
      pom(base, 'extension', { parent: true, dependencies: [[...split(`${VALIDATOR}-deployment`), '3.35.3']] }),
    );
    write(base, 'maven/core/src/main/java/core/Core.java', 'package core; public class Core {}');
    write(
      base,
      'maven/core/src/main/skills/core/SKILL.md',
      '---\nname: core\ndescription: Use core.\n---\nCall `Core`.\n',
    );
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
    const { out } = await command(['search', 'validation annotations', '--json'], {
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
    write(
      base,
      'maven/core/pom.xml',
      pom(base, 'core', { parent: true, dependencies: [['com.example', 'no-such-library', '1']] }),
    );
    write(base, 'maven/app/pom.xml', pom(base, 'app', { parent: true, dependencies: [['junit', 'junit', '4.13.2']] }));
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

describe('A-14 a build by Maven that reports by itself', () => {
  let project: string;
  let environment: Readonly<Record<string, string>>;
  let outcome: Awaited<ReturnType<typeof build>>;

  beforeAll(async () => {
    project = join(base, 'inside');
    environment = {
      ...inherited(),
      MAVEN_OPTS: `-Dmaven.repo.local=${join(base, 'repository')}`,
      SKILLSCOPE_CACHE: join(base, 'inside-cache'),
    };
    const plugin = await build('mvn', ['-q', '-B', 'install'], copyOfPlugin(base, 'maven-plugin'), environment);
    expect(plugin).toMatchObject({ code: 0 });
    const modules = ['core', 'app', 'broken', 'blocked'];
    write(base, 'inside/pom.xml', pom(base, 'all', { modules, packaging: 'pom', reports: true }));
    write(
      base,
      'inside/core/pom.xml',
      pom(base, 'core', { parent: true, dependencies: [['com.google.code.gson', 'gson', '2.11.0']] }),
    );
    write(
      base,
      'inside/app/pom.xml',
      pom(base, 'app', {
        parent: true,
        dependencies: [
          ['com.example', 'core', '1.0'],
          ['org.acme', 'text', '1.0'],
          [...split(VALIDATOR), '3.35.3'],
          ['junit', 'junit', '4.13.2', 'test'],
          ['org.slf4j', 'slf4j-simple', '2.0.16', 'runtime'],
        ],
      }),
    );
    write(
      base,
      'inside/broken/pom.xml',
      pom(base, 'broken', {
        parent: true,
        dependencies: [
          ['com.example', 'no-such-library', '1'],
          ['junit', 'junit', '4.13.2'],
        ],
      }),
    );
    write(base, 'inside/blocked/pom.xml', pom(base, 'blocked', { parent: true }));
    write(base, 'inside/blocked/target/skillscope', 'a file where the folder belongs');
    outcome = await build('mvn', ['-B', 'process-resources'], project, environment);
  }, BUILD_TIMEOUT);

  it('fails no build, and says in one line what there is not and what cannot be written', () => {
    expect(outcome.code, outcome.out).toBe(0);
    const said = outcome.out.split('\n').filter((line) => line.includes('skillscope:') && line.startsWith('[WARNING]'));
    expect(said).toEqual([
      expect.stringContaining('com.example:broken:jar:1.0 lacks com.example:no-such-library:1: '),
      expect.stringContaining('com.example:blocked:jar:1.0 is not reported: FileAlreadyExistsException: '),
    ]);
    expect(outcome.out).toContain('com.example:app:jar:1.0 uses 6 libraries, 6 of them with sources');
  });

  it('says in which folder the libraries lie', () => {
    const report = JSON.parse(readFileSync(join(project, 'app/target/skillscope/bom.json'), 'utf8'));
    expect(report.metadata.properties).toContainEqual({ name: 'skillscope:store', value: join(base, 'repository') });
  });

  it('loses nothing else of a module that uses what there is not', async () => {
    const { libraries } = await list(join(project, 'broken'), environment);
    expect(libraries.map(({ name, evidence }) => [name, evidence])).toEqual([
      ['com.example:no-such-library', 'locked'],
      ['junit:junit', 'installed'],
      ['org.hamcrest:hamcrest-core', 'installed'],
    ]);
  });

  it('reports what `skillscope sbom` does', { timeout: BUILD_TIMEOUT }, async () => {
    const inside = await list(join(project, 'app'), environment);
    expect(inside.notes).toEqual([]);
    expect(inside.libraries.map(({ name }) => name)).toContain('com.google.errorprone:error_prone_annotations');
    const again = await command(['sbom', '--json'], { directory: project, environment });
    expect((JSON.parse(again.out) as SbomAnswer).reports).toContain('app/target/skillscope/bom.json');
    const outside = await list(join(project, 'app'), environment);
    // The goal takes no digests, which every build would have to wait for, so what it reports is not pinned.
    expect(outside.libraries.map(({ pinned: _, ...library }) => library)).toEqual(inside.libraries);
  });
});
