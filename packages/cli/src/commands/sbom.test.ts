import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../main.ts';
import type { SbomAnswer } from './sbom.ts';

let base: string;
let project: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-sbom-')));
  project = join(base, 'project');
  write('bin/.keep', '');
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

/** The text of an SBOM that names one library. */
const bom = (library: string, unresolved: readonly string[] = []) =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    metadata: { properties: unresolved.map((value) => ({ name: 'skillscope:unresolved', value })) },
    components: [{ purl: `pkg:maven/${library}@1.0` }],
  });

describe('A-14 skillscope sbom with Gradle', () => {
  it('runs the wrapper at the root with an init script, from whichever project it is asked', async () => {
    write('project/settings.gradle', "include 'app'");
    write('project/app/build.gradle', '');
    script('project/gradlew', [
      'pwd',
      'echo "$@"',
      'cp "$2" seen.gradle',
      report('build/skillscope', bom('org.acme/root')),
      report('app/build/skillscope', bom('org.acme/text', ['org.acme:gone:1: Could not find it.'])),
    ]);
    const { code, answer, err } = await run(['--offline'], join(project, 'app'));
    expect(code, err).toBe(0);
    const initScript = answer.command[2] ?? '';
    expect(answer).toMatchObject({
      tool: 'gradle',
      directory: project,
      command: [
        join(project, 'gradlew'),
        '--init-script',
        initScript,
        '--continue',
        '--offline',
        '-Dorg.gradle.configuration-cache=false',
        '-Dorg.gradle.unsafe.configuration-cache=false',
        '-Dorg.gradle.unsafe.isolated-projects=false',
        '-Dorg.gradle.configureondemand=false',
        'skillscopeSbom',
      ],
      exitCode: 0,
      reports: ['build/skillscope/bom.json', 'app/build/skillscope/bom.json'],
      missing: [],
      unresolved: ['org.acme:gone:1: Could not find it.'],
      counts: { libraries: 2 },
    });
    expect(err.indexOf("which runs the project's own code:")).toBeLessThan(err.indexOf(`\n${project}\n`));
    expect(readFileSync(join(project, 'seen.gradle'), 'utf8')).toContain("register('skillscopeSbom'");
    expect(existsSync(initScript)).toBe(false);
  });

  it('runs the installed one where the project has no wrapper that can be run', async () => {
    write('project/build.gradle', '');
    write('project/gradlew', '#!/bin/sh\necho wrapper\n');
    script('bin/gradle', [report('build/skillscope', bom('org.acme/text'))]);
    const { code, answer } = await run();
    expect(code).toBe(0);
    expect(answer.command[0]).toBe(join(base, 'bin/gradle'));
  });

  it('has an exit code of its own for a build that failed and reported some', async () => {
    write('project/settings.gradle', "include 'app'");
    write('project/app/build.gradle', '');
    script('project/gradlew', [report('build/skillscope', bom('org.acme/root')), 'echo broken >&2', 'exit 7']);
    const { code, answer, err } = await run();
    expect(code).toBe(5);
    expect(answer).toMatchObject({ exitCode: 7, reports: ['build/skillscope/bom.json'], missing: ['app'] });
    expect(err).toContain('broken');
  });

  it('does not take a report from before for one of this run', async () => {
    write('project/build.gradle', '');
    write('project/build/skillscope/bom.json', bom('org.acme/text'));
    script('project/gradlew', ['exit 1']);
    const { code, out } = await run();
    expect(code).toBe(5);
    expect(JSON.parse(out)).toMatchObject({
      error: { code: 'build-failed', message: 'Gradle ended with exit code 1 and reported nothing.' },
    });
  });

  it('says so when there is no Gradle at all', async () => {
    write('project/build.gradle', '');
    const { code, out } = await run();
    expect(code).toBe(5);
    expect(JSON.parse(out).error).toMatchObject({
      code: 'build-failed',
      message: `There is no gradlew in "${project}", and no gradle on the path.`,
    });
  });
});

describe('A-14 skillscope sbom with Maven', () => {
  it('names the goals in full, and enters a phase only for a build of several modules', async () => {
    write('project/pom.xml', '<project/>');
    maven([written('target/skillscope', bom('org.acme/text'))]);
    const { code, answer } = await run();
    expect(code).toBe(0);
    expect(answer.command).toEqual([
      join(project, 'mvnw'),
      '--batch-mode',
      '--fail-never',
      'org.cyclonedx:cyclonedx-maven-plugin:2.9.3:makeBom',
      '-DoutputFormat=json',
      expect.stringMatching(/^-DoutputName=bom-[0-9a-f-]{36}$/),
      '-DoutputDirectory=target/skillscope',
      '-DincludeTestScope=true',
      '-DincludeRuntimeScope=false',
      '-DskipNotDeployed=false',
      '-Dcyclonedx.skipAttach=true',
      'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:sources',
      'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath',
      expect.stringMatching(/^-Dmdep\.outputFile=target\/skillscope\/bom-[0-9a-f-]{36}\.paths$/),
    ]);
    write('project/pom.xml', '<project><modules><module>a</module></modules></project>');
    write('project/a/pom.xml', '<project/>');
    const { answer: many } = await run();
    expect(many.command.slice(3, 6)).toEqual(['compile', '-Dmaven.main.skip=true', '-Dmaven.resources.skip=true']);
    expect(many.missing).toEqual(['a']);
  });

  it('asks without a connection for the tree of libraries, since the goal of CycloneDX refuses then', async () => {
    write('project/pom.xml', '<project/>');
    write('elsewhere/org/acme/text/1.0/text-1.0.jar', '');
    script('project/mvnw', [
      `for one; do case $one in -DoutputFile=*) name=$(basename -- "$one" .tree);; esac; done`,
      'mkdir -p target/skillscope',
      `printf 'com.example:app:jar:1.0\n   org.acme:text:jar:1.0:compile\n' > target/skillscope/$name.tree`,
      `printf '${join(base, 'elsewhere/org/acme/text/1.0/text-1.0.jar')}' > target/skillscope/$name.paths`,
    ]);
    const { code, answer, err } = await run(['--offline']);
    expect(code, err).toBe(0);
    expect(answer.command.slice(1)).toEqual([
      '--batch-mode',
      '--fail-never',
      '--offline',
      'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:tree',
      '-DoutputType=text',
      '-Dtokens=whitespace',
      expect.stringMatching(/^-DoutputFile=target\/skillscope\/bom-[0-9a-f-]{36}\.tree$/),
      '-DappendOutput=true',
      'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:sources',
      'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath',
      expect.stringMatching(/^-Dmdep\.outputFile=target\/skillscope\/bom-[0-9a-f-]{36}\.paths$/),
    ]);
    expect(answer).toMatchObject({ reports: ['target/skillscope/bom.json'], missing: [], counts: { libraries: 1 } });
    expect(readdirSync(join(project, 'target/skillscope'))).toEqual(['bom.json']);
    expect(JSON.parse(readFileSync(join(project, 'target/skillscope/bom.json'), 'utf8')).metadata.properties).toEqual([
      { name: 'skillscope:store', value: join(base, 'elsewhere') },
    ]);
  });

  const lost = (module: string) =>
    `echo '[ERROR] Failed to execute goal on project ${module}: Could not resolve dependencies for project com.example:${module}:jar:1: The following artifacts could not be resolved: org.acme:gone:jar:1: Could not find artifact org.acme:gone:jar:1 in central (https://me:secret@repo.example/m2) -> [Help 1]'`;
  const said = (module: string) =>
    `${module}: Could not resolve dependencies for project com.example:${module}:jar:1: The following artifacts could not be resolved: org.acme:gone:jar:1: Could not find artifact org.acme:gone:jar:1 in central (https://***@repo.example/m2)`;

  it('says by the words of Maven why nothing was reported', async () => {
    write('project/pom.xml', '<project/>');
    script('project/mvnw', [lost('app'), `echo '[ERROR] '`, `echo '[ERROR] To see the full stack trace, …'`]);
    const { code, out } = await run();
    expect(code).toBe(5);
    expect(JSON.parse(out).error).toMatchObject({
      code: 'build-failed',
      message: `Maven ended with exit code 0 and reported nothing: ${said('app')}`,
    });
  });

  it('names what a module lacks that reported nothing, when others did', async () => {
    write('project/pom.xml', '<project><modules><module>a</module></modules></project>');
    write('project/a/pom.xml', '<project/>');
    maven([written('target/skillscope', bom('org.acme/text')), lost('a')]);
    const { code, answer } = await run();
    expect(code).toBe(5);
    expect(answer).toMatchObject({ missing: ['a'], unresolved: [said('a')] });
  });

  it('keeps the report before the newest, as long as it is whole', async () => {
    write('project/pom.xml', '<project/>');
    write('project/target/skillscope/bom.json', bom('org.acme/before'));
    maven([written('target/skillscope', '{"bomFormat": "Cyc')]);
    const folder = join(project, 'target/skillscope');
    const time = new Date(1e12);
    utimesSync(join(folder, 'bom.json'), time, time);
    expect((await run()).code).toBe(5);
    expect(readdirSync(folder)).toEqual(['bom.json']);
    expect(readFileSync(join(folder, 'bom.json'), 'utf8')).toBe(bom('org.acme/before'));
    maven([written('target/skillscope', bom('org.acme/after'))]);
    expect((await run()).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['bom.json', 'bom.last.json']);
    expect(readFileSync(join(folder, 'bom.json'), 'utf8')).toBe(bom('org.acme/after'));
    expect(readFileSync(join(folder, 'bom.last.json'), 'utf8')).toBe(bom('org.acme/before'));
    // By its time it is known to be older than the build files.
    expect(statSync(join(folder, 'bom.last.json')).mtime).toEqual(time);
  });
});

describe('skillscope sbom that is disturbed', () => {
  beforeEach(() => {
    write('project/pom.xml', '<project><modules><module>a</module><module>b</module></modules></project>');
    for (const module of ['a', 'b']) {
      write(`project/${module}/pom.xml`, '<project/>');
      const path = `project/${module}/target/skillscope/bom.json`;
      write(path, bom(`org.acme/before-${module}`));
      utimesSync(join(base, path), new Date(1e12), new Date(1e12));
    }
  });

  it('keeps in force what was reported before of a module whose report was cut off', async () => {
    maven([
      written('target/skillscope', bom('org.acme/root')),
      written('a/target/skillscope', bom('org.acme/after-a')),
      written('b/target/skillscope', '{"bomFormat": "Cyc'),
      'kill -9 $$',
    ]);
    const { code, answer } = await run();
    expect(code).toBe(5);
    expect(answer).toMatchObject({
      exitCode: 128,
      reports: ['target/skillscope/bom.json', 'a/target/skillscope/bom.json'],
      missing: ['b'],
    });
    const { libraries } = JSON.parse((await run([], project, 'list')).out);
    expect(libraries.map(({ name }: { name: string }) => name)).toEqual([
      'org.acme:after-a',
      'org.acme:before-b',
      'org.acme:root',
    ]);
  });

  it('gives whole answers to two that run at once', async () => {
    maven(['.', 'a', 'b'].map((module) => written(`${module}/target/skillscope`, bom('org.acme/text'))));
    const answers = await Promise.all([run(), run()]);
    for (const { code, answer } of answers) {
      expect(code).toBe(0);
      expect(answer).toMatchObject({ missing: [], counts: { libraries: 1 } });
    }
  });
});

describe('skillscope sbom elsewhere', () => {
  it('prints the script for Gradle anywhere, and runs nothing', async () => {
    const { code, out, err } = await run(['--script'], base);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain("target.tasks.register('skillscopeSbom'");
  });

  it('has nothing to run', async () => {
    write('project/package.json', '{"name": "app"}');
    const { code, out } = await run();
    expect(code).toBe(3);
    expect(JSON.parse(out).error.code).toBe('not-a-project');
  });

  it('never lets the words of a build onto standard output', async () => {
    write('project/build.gradle', '');
    script('project/gradlew', ['echo noise', report('build/skillscope', bom('org.acme/text'))]);
    const { out } = await run();
    expect(out).not.toContain('noise');
    expect(() => JSON.parse(out)).not.toThrow();
  });
});

async function run(parameters: readonly string[] = [], directory = project, name: 'sbom' | 'list' = 'sbom') {
  let out = '';
  let err = '';
  const all = name === 'list' ? ['--all'] : [];
  const code = await main([name, '--json', ...all, ...parameters], {
    environment: {
      // `sh` and its tools, but no build tool of this machine.
      PATH: `${join(base, 'bin')}:${join(base, 'tools')}`,
      SKILLSCOPE_CACHE: join(base, 'cache'),
    },
    directory,
    home: join(base, 'home'),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    stdout: {},
    stderr: {},
  });
  return { code, out, err, answer: (out.startsWith('{') ? JSON.parse(out) : {}) as SbomAnswer };
}

/** A line of shell that writes a report. */
function report(folder: string, text: string): string {
  return `mkdir -p ${folder}; printf '%s' '${text.replaceAll("'", "'\\''")}' > ${folder}/bom.json`;
}

/** The same of Maven, under the name that it was told. */
function written(folder: string, text: string): string {
  return report(folder, text).replace(/bom\.json$/, '$name.json');
}

function maven(lines: readonly string[]): void {
  const name = `for one; do case $one in -DoutputName=*) name=$(expr "$one" : '-DoutputName=\\(.*\\)');; esac; done`;
  script('project/mvnw', [name, ...lines]);
}

function script(path: string, lines: readonly string[]): void {
  write(path, ['#!/bin/sh', 'PATH=/usr/bin:/bin', ...lines, ''].join('\n'));
  chmodSync(join(base, path), 0o755);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}
