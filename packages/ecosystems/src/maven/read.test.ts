import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Dependency } from '@skillscope/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import maven from './index.ts';
import { bomText, cacheInGradle, install, jarOf, type Listed, pomText } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

const APP = { name: 'com.example:app', uses: ['org.acme:text'] };
const TEXT: Listed = { name: 'org.acme:text' };

async function read(ask = '.', environment: Readonly<Record<string, string>> = {}) {
  const { reading, skipped } = await readIn(maven, sandbox, { ask, environment });
  return { ...reading, skipped };
}

const codes = ({ notes }: { readonly notes: readonly { readonly code: string }[] }) => notes.map(({ code }) => code);
const names = ({ dependencies }: { readonly dependencies: readonly Dependency[] }) =>
  dependencies.map(({ name }) => name);

describe('A-12 the report of a build', () => {
  it.each([
    'build/skillscope/bom.json',
    'target/skillscope/bom.json',
    'target/bom.json',
    'build/reports/cyclonedx-direct/bom.json',
    'build/reports/bom.json',
    'build/reports/cyclonedx/bom.json',
    'build/dependencyskills/bom.cdx.json',
    'target/dependencyskills/bom.cdx.json',
  ])('is read from %s', async (path) => {
    sandbox.write('build.gradle.kts', '');
    sandbox.write(path, bomText(APP, TEXT));
    expect(await read()).toMatchObject({
      dependencies: [{ purl: 'pkg:maven/org.acme/text@1.0', relation: 'direct', evidence: 'locked' }],
      evidence: { locked: [join(sandbox.directory, path)] },
    });
  });

  it('counts as missing, and not as empty, before there is one', async () => {
    sandbox.write('build.gradle', "dependencies { implementation 'org.acme:text:1.0' }");
    expect(await read()).toMatchObject({
      dependencies: [],
      notes: [
        {
          code: 'never-reported',
          message: 'Only Gradle knows what this project uses, and it has not reported it yet; run `skillscope sbom`.',
        },
      ],
    });
  });

  it('says that nothing is used, when it says so', async () => {
    sandbox.write('build.gradle', '');
    sandbox.write('build/skillscope/bom.json', bomText({ name: 'com.example:app' }));
    expect(await read()).toMatchObject({ dependencies: [], notes: [], skipped: [] });
  });

  it('is still answered from when the build files are newer, with a word about it', async () => {
    sandbox.write('build/skillscope/bom.json', bomText(APP, TEXT));
    sandbox.write('build.gradle', '');
    utimesSync(join(sandbox.directory, 'build/skillscope/bom.json'), new Date(1e12), new Date(1e12));
    const reading = await read();
    expect(names(reading)).toEqual(['org.acme:text']);
    expect(codes(reading)).toContain('sbom-stale');
  });

  it('stays in force as it was when a new one is cut off', async () => {
    sandbox.write('build.gradle', '');
    sandbox.write('build/skillscope/bom.last.json', bomText(APP, TEXT));
    sandbox.write('build/skillscope/bom.json', bomText(APP, TEXT).slice(0, 200));
    const reading = await read();
    expect(names(reading)).toEqual(['org.acme:text']);
    expect(codes(reading)).toContain('sbom-last-good');
    expect(reading.skipped).toMatchObject([
      { reason: 'malformed', message: expect.stringContaining('skillscope sbom') },
    ]);
  });

  it('does not come back to life when it is deleted', async () => {
    sandbox.write('build.gradle', '');
    sandbox.write('build/skillscope/bom.last.json', bomText(APP, TEXT));
    expect(codes(await read())).toEqual(['never-reported']);
  });

  it.each([
    ['no JSON', '{"bomFormat": "Cyc'],
    ['another format', '{"spdxVersion": "SPDX-2.3"}'],
    ['no object', '[]'],
  ])('is skipped when it is %s', async (_name, text) => {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write('target/bom.json', text);
    const path = join(sandbox.directory, 'target/bom.json');
    expect(await read()).toMatchObject({
      dependencies: [],
      skipped: [{ path, reason: 'malformed' }],
      notes: [
        {
          code: 'never-reported',
          message: 'Only Maven knows what this project uses, and its report is damaged; run `skillscope sbom`.',
        },
      ],
    });
  });

  it('keeps to the libraries in it', async () => {
    sandbox.write('pom.xml', pomText({}));
    const text = bomText({ ...APP, uses: ['org.acme:text', 'org.acme:parent'] }, TEXT, { name: 'org.acme:parent' });
    const document = JSON.parse(text.replaceAll('parent@1.0?type=jar', 'parent@1.0?type=pom'));
    document.components.push(
      { type: 'library', name: 'left-pad', purl: 'pkg:npm/left-pad@1.0.0' },
      { type: 'file', name: 'x.txt' },
      { type: 'library', name: 'junit', purl: 'pkg:maven/junit/junit@4.13?type=jar', scope: 'excluded' },
      { type: 'library', name: 'broken', purl: 'pkg:maven/broken' },
      7,
    );
    sandbox.write('target/bom.json', JSON.stringify(document));
    const reading = await read();
    expect(names(reading)).toEqual(['org.acme:text']);
    expect(reading.skipped).toMatchObject([{ reason: 'malformed', message: expect.stringContaining('1 component') }]);
  });

  it('counts all as direct where it has no graph, and says so', async () => {
    sandbox.write('pom.xml', pomText({}));
    const document = JSON.parse(bomText(APP, TEXT, { name: 'org.acme:base' }));
    delete document.dependencies;
    sandbox.write('target/bom.json', JSON.stringify(document));
    const reading = await read();
    expect(reading.dependencies.map(({ relation }) => relation)).toEqual(['direct', 'direct']);
    expect(codes(reading)).toContain('sbom-no-graph');
  });

  it('A-13 gives the shortest chain to what others bring, through what has no name of its own', async () => {
    sandbox.write('pom.xml', pomText({}));
    const text = bomText(
      { name: 'com.example:app', uses: ['org.acme:a', 'org.acme:b'] },
      { name: 'org.acme:a', uses: ['org.acme:c'] },
      { name: 'org.acme:b', uses: ['org.acme:platform'] },
      { name: 'org.acme:c', uses: ['org.acme:e', 'org.acme:a'] },
      { name: 'org.acme:platform', uses: ['org.acme:e'] },
      { name: 'org.acme:e' },
    );
    sandbox.write('target/bom.json', text.replaceAll('platform@1.0?type=jar', 'platform@1.0?type=pom'));
    const { dependencies } = await read();
    expect(dependencies.map(({ name, via }) => `${name} via [${via.join(', ')}]`)).toEqual([
      'org.acme:a via []',
      'org.acme:b via []',
      'org.acme:c via [org.acme:a]',
      'org.acme:e via [org.acme:b]',
    ]);
  });
});

describe('A-18 where the jars lie', () => {
  const artifactsOf = ({ dependencies: [first] }: { readonly dependencies: readonly Dependency[] }) =>
    [...(first?.artifact ? [first.artifact] : []), ...(first?.companions ?? [])].map(({ path, mutable }) => ({
      path: path.slice(sandbox.base.length + 1),
      mutable,
    }));
  const inRepository = (file: string) => `home/.m2/repository/org/acme/text/1.0/${file}`;

  it('takes classes, then sources, then skills from the local repository', async () => {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write('target/bom.json', bomText(APP, TEXT));
    install(sandbox, 'org.acme:text', { sources: {}, skills: {} });
    const reading = await read();
    expect(artifactsOf(reading)).toEqual([
      { path: inRepository('text-1.0.jar'), mutable: false },
      { path: inRepository('text-1.0-sources.jar'), mutable: false },
      { path: inRepository('text-1.0-skills.jar'), mutable: false },
    ]);
    expect(reading.evidence.installed).toEqual([join(sandbox.home, '.m2/repository')]);
    expect(reading.dependencies[0]?.summary).toBe('What text is for');
  });

  it.each([
    ['target', 'pom.xml', 'm2', 'org/acme/text/1.0/text-1.0.jar'],
    ['build', 'build.gradle', 'caches/modules-2/files-2.1', 'org.acme/text/1.0/a1/text-1.0.jar'],
  ])(
    'takes from where the build itself keeps them, as its report in %s says',
    async (folder, buildFile, store, jar) => {
      const moved = join(sandbox.base, 'moved', store);
      sandbox.write(buildFile, buildFile === 'pom.xml' ? pomText({}) : '');
      sandbox.write(
        `${folder}/skillscope/bom.json`,
        bomText({ ...APP, properties: { 'skillscope:store': moved } }, TEXT),
      );
      sandbox.write(join(moved, jar), jarOf({ 'a/A.class': '' }));
      const reading = await read();
      expect(artifactsOf(reading)).toEqual([{ path: join('moved', store, jar), mutable: false }]);
      expect(reading.evidence.installed).toEqual([moved]);
      expect(codes(reading)).toEqual([]);
    },
  );

  it.each(['m2', '../m2', '/m2/../m2', '/m2\u200b'])('looks into no folder that is written like %j', async (store) => {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write('target/skillscope/bom.json', bomText({ ...APP, properties: { 'skillscope:store': store } }, TEXT));
    sandbox.write('m2/org/acme/text/1.0/text-1.0.jar', jarOf({ 'a/A.class': '' }));
    const reading = await read();
    expect(artifactsOf(reading)).toEqual([]);
    expect(reading.notes.map(({ message }) => message)).toEqual([
      `Nothing of 1 library (org.acme:text) lies in ${sandbox.home}/.m2/repository or ${sandbox.home}/.gradle/caches/modules-2/files-2.1; the build could not fetch it, keeps it elsewhere, or it has been removed since.`,
    ]);
  });

  it('advises the command where the report is not of our own writer', async () => {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write('target/bom.json', bomText(APP, TEXT));
    expect((await read()).notes.map(({ message }) => message)).toEqual([
      `Nothing of 1 library (org.acme:text) lies in ${sandbox.home}/.m2/repository or ${sandbox.home}/.gradle/caches/modules-2/files-2.1; \`skillscope sbom\` has the build fetch it.`,
    ]);
  });

  it('takes sources alone where that is all there is', async () => {
    sandbox.write('build.gradle', '');
    sandbox.write('build/skillscope/bom.json', bomText(APP, TEXT));
    cacheInGradle(sandbox, 'org.acme:text', 'text-1.0-sources.jar', {});
    expect(artifactsOf(await read())).toEqual([
      {
        path: 'home/.gradle/caches/modules-2/files-2.1/org.acme/text/1.0/a1/text-1.0-sources.jar',
        mutable: false,
      },
    ]);
  });

  it('takes from Gradle what the build used, when the cache holds two of one name', async () => {
    sandbox.write('build.gradle', '');
    const used = cacheInGradle(sandbox, 'org.acme:text', 'text-1.0.jar', {}, 'abc');
    const newer = cacheInGradle(sandbox, 'org.acme:text', 'text-1.0.jar', { a: '' }, 'def');
    utimesSync(used, new Date(1e12), new Date(1e12));
    sandbox.write('build/skillscope/bom.json', bomText(APP, TEXT));
    expect((await read()).dependencies[0]?.artifact?.path).toBe(newer);
    sandbox.write('build/skillscope/bom.json', bomText(APP, { ...TEXT, sha1: '00ABC' }));
    expect((await read()).dependencies[0]?.artifact?.path).toBe(used);
  });

  it.each<[string, Readonly<Record<string, string>>, () => void]>([
    ['GRADLE_USER_HOME', { GRADLE_USER_HOME: 'gradle-home' }, () => {}],
    ['MAVEN_OPTS', { MAVEN_OPTS: '-Xmx1g -Dmaven.repo.local=repo' }, () => {}],
    ['MAVEN_ARGS', { MAVEN_ARGS: "-B -Dmaven.repo.local='repo'" }, () => {}],
    ['.mvn/maven.config', {}, () => sandbox.write('.mvn/maven.config', '-B\n-Dmaven.repo.local=repo\n')],
    ['.mvn/jvm.config', {}, () => sandbox.write('.mvn/jvm.config', '-Dmaven.repo.local=repo')],
    [
      "the user's settings",
      {},
      () =>
        sandbox.write(
          join(sandbox.home, '.m2/settings.xml'),
          `<settings><localRepository>\${user.home}/../project/repo</localRepository></settings>`,
        ),
    ],
    [
      "the installation's settings",
      { MAVEN_HOME: 'maven' },
      () => sandbox.write('maven/conf/settings.xml', '<settings><localRepository>repo</localRepository></settings>'),
    ],
  ])('looks where %s says', async (name, environment, prepare) => {
    prepare();
    sandbox.write('pom.xml', pomText({}));
    sandbox.write('target/bom.json', bomText(APP, TEXT));
    const place =
      name === 'GRADLE_USER_HOME'
        ? 'gradle-home/caches/modules-2/files-2.1/org.acme/text/1.0/a1/text-1.0.jar'
        : 'repo/org/acme/text/1.0/text-1.0.jar';
    sandbox.write(place, '');
    install(sandbox, 'org.acme:text');
    const expected = name === 'GRADLE_USER_HOME' ? inRepository('text-1.0.jar') : `project/${place}`;
    expect(artifactsOf(await read('.', environment)).map(({ path }) => path)).toEqual([expected]);
  });

  it('takes what lies beside a jar that the build uses in place', async () => {
    sandbox.write('app/build.gradle', '');
    for (const [suffix, content] of [
      ['.jar', jarOf({})],
      ['-sources.jar', jarOf({})],
      ['.pom', pomText({ description: 'Here' })],
    ] as const)
      sandbox.write(`libs/org/acme/text/1.0/text-1.0${suffix}`, content);
    const properties = { 'skillscope:file': '../libs/org/acme/text/1.0/text-1.0.jar' };
    sandbox.write('app/build/skillscope/bom.json', bomText(APP, { ...TEXT, properties }));
    const reading = await read('app');
    expect(artifactsOf(reading)).toEqual([
      { path: 'project/libs/org/acme/text/1.0/text-1.0.jar', mutable: true },
      { path: 'project/libs/org/acme/text/1.0/text-1.0-sources.jar', mutable: true },
    ]);
    expect(reading.dependencies).toMatchObject([
      {
        purl: 'pkg:maven/org.acme/text@1.0?path=..%2Flibs%2Forg%2Facme%2Ftext%2F1.0%2Ftext-1.0.jar',
        source: 'path',
        summary: 'Here',
      },
    ]);
  });

  it.each<[string, string, boolean]>([
    ['of the library', 'org.acme/text/1.0/a1/text-1.0.jar', true],
    ['of a platform module of it', 'org.acme/text-jvm/1.0/a1/text-jvm-1.0.jar', true],
    ['of another group', 'org.other/text/1.0/a1/text-1.0.jar', false],
    ['of a group that begins alike', 'org.acme.text/x/1.0/a1/text-1.0.jar', false],
  ])('takes the jar that a report notes in a store for that library if it is one %s (A-34)', async (_, jar, isIts) => {
    const path = join(sandbox.home, '.gradle/caches/modules-2/files-2.1', jar);
    sandbox.write(path, jarOf({}));
    sandbox.write('build.gradle', '');
    sandbox.write('build/skillscope/bom.json', bomText(APP, { ...TEXT, properties: { 'skillscope:file': path } }));
    const [found] = (await read()).dependencies;
    expect([found?.artifact?.path, found?.source, found?.purl.includes('?path=')]).toEqual([
      path,
      isIts ? 'registry' : 'path',
      !isIts,
    ]);
  });

  it.each<[string, string, string, true | undefined]>([
    ['the digest is the one that the build used', 'abc', '00ABC', true],
    ['the digest is another', 'abc', 'def', undefined],
    ['there is no digest', 'abc', '', undefined],
  ])('answers outside for a release of a store only where %s', async (_, hash, sha1, pinned) => {
    cacheInGradle(sandbox, 'org.acme:text', 'text-1.0.jar', {}, hash);
    sandbox.write('build.gradle', '');
    sandbox.write('build/skillscope/bom.json', bomText(APP, { ...TEXT, ...(sha1 === '' ? {} : { sha1 }) }));
    expect((await read()).dependencies.map((one) => one.pinned)).toEqual([pinned]);
  });

  it('answers outside for nothing of a store that came with the project', async () => {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write('.mvn/maven.config', '-Dmaven.repo.local=repo\n');
    sandbox.write('repo/org/acme/text/1.0/text-1.0.jar', jarOf({}));
    sandbox.write('target/bom.json', bomText(APP, { ...TEXT, sha1: 'abc' }));
    const [found] = (await read()).dependencies;
    expect([found?.evidence, found?.pinned]).toEqual(['installed', undefined]);
  });

  it('reads snapshots again every time', async () => {
    sandbox.write('pom.xml', pomText({}));
    const name = 'org.acme:text:2.0-SNAPSHOT';
    sandbox.write('target/bom.json', bomText({ ...APP, uses: [name] }, { name }));
    install(sandbox, name);
    expect(artifactsOf(await read()).map(({ mutable }) => mutable)).toEqual([true]);
  });

  it('adds to a Quarkus extension the module that its guide is in, at the same version', async () => {
    sandbox.write('pom.xml', pomText({}));
    const uses = ['io.quarkus:quarkus-arc'];
    sandbox.write('target/bom.json', bomText({ ...APP, uses }, { name: 'io.quarkus:quarkus-arc' }));
    install(sandbox, 'io.quarkus:quarkus-arc');
    install(sandbox, 'io.quarkus:quarkus-arc-deployment');
    install(sandbox, 'io.quarkus:quarkus-arc-deployment:2.0');
    expect(artifactsOf(await read()).map(({ path }) => path.slice(path.lastIndexOf('/') + 1))).toEqual([
      'quarkus-arc-1.0.jar',
      'quarkus-arc-deployment-1.0.jar',
    ]);
  });

  it('leaves that module to itself where it is used by itself', async () => {
    sandbox.write('pom.xml', pomText({}));
    const uses = ['io.quarkus:quarkus-arc', 'io.quarkus:quarkus-arc-deployment'];
    sandbox.write('target/bom.json', bomText({ ...APP, uses }, ...uses.map((name) => ({ name }))));
    for (const name of uses) install(sandbox, name);
    const { dependencies } = await read();
    expect(dependencies.map(({ name, companions }) => `${name} ${companions?.length ?? 0}`)).toEqual([
      'io.quarkus:quarkus-arc-deployment 0',
      'io.quarkus:quarkus-arc 0',
    ]);
  });

  it.each([
    ['its description', pomText({ description: '\n Text &amp;\n more ', name: 'Text' }), 'Text & more'],
    ['its name', pomText({ name: 'Text' }), 'Text'],
    ['nothing that only its own build could fill in', pomText({ name: `\${project.groupId}` }), undefined],
    [
      'no entity of its own making',
      `<!DOCTYPE project [<!ENTITY a "aaaa">]>${pomText({ description: '&a;&a;' }).replace(/^.*\n/, '')}`,
      undefined,
    ],
  ])('describes a library by %s', async (_name, pom, summary) => {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write('target/bom.json', bomText(APP, TEXT));
    install(sandbox, 'org.acme:text', { pom });
    expect((await read()).dependencies[0]?.summary).toBe(summary);
  });

  it.each([
    ['org.acme', 'What all of it is for'],
    ['org.other', 'Text'],
  ])('describes it by its parent of group %s: %s', async (group, summary) => {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write('target/bom.json', bomText(APP, TEXT));
    const parent = `<parent><groupId>${group}</groupId><artifactId>all</artifactId><version>3</version></parent>`;
    install(sandbox, 'org.acme:text', { pom: pomText({ name: 'Text' }, parent) });
    install(sandbox, `${group}:all:3`, { pom: pomText({ description: 'What all of it is for' }) });
    expect((await read()).dependencies[0]?.summary).toBe(summary);
  });

  it('A-21 says which libraries lie here without sources, unless our own report fetched what there is', async () => {
    sandbox.write('pom.xml', pomText({}));
    install(sandbox, 'org.acme:text');
    sandbox.write('target/bom.json', bomText(APP, TEXT));
    expect(codes(await read())).toEqual(['no-sources']);
    sandbox.write('target/skillscope/bom.json', bomText(APP, TEXT));
    expect(codes(await read())).toEqual([]);
  });
});

describe('one library under several names', () => {
  it('joins the platform module of a multiplatform library with the library', async () => {
    sandbox.write('build.gradle.kts', '');
    sandbox.write(
      'build/skillscope/bom.json',
      bomText(
        { ...APP, uses: ['org.acme:text'] },
        { name: 'org.acme:text', uses: ['org.acme:text-jvm'] },
        { name: 'org.acme:text-jvm', uses: ['org.acme:base-jvm'] },
        { name: 'org.acme:base-jvm' },
        { name: 'org.acme:base', uses: ['org.acme:base-jvm'] },
        { name: 'org.acme:wire-jvm' },
        { name: 'org.acme:wire:2.0' },
      ),
    );
    const jar = cacheInGradle(sandbox, 'org.acme:text-jvm', 'text-jvm-1.0.jar', {});
    const sources = cacheInGradle(sandbox, 'org.acme:text', 'text-1.0-sources.jar', {});
    const { dependencies } = await read();
    expect(dependencies.map(({ name, alias, relation, via }) => ({ name, alias, relation, via }))).toEqual([
      { name: 'org.acme:base', alias: 'org.acme:base-jvm', relation: 'transitive', via: ['org.acme:text'] },
      { name: 'org.acme:text', alias: 'org.acme:text-jvm', relation: 'direct', via: [] },
      { name: 'org.acme:wire-jvm', alias: undefined, relation: 'direct', via: [] },
      { name: 'org.acme:wire', alias: undefined, relation: 'direct', via: [] },
    ]);
    const text = dependencies[1];
    expect([text?.artifact?.path, ...(text?.companions ?? []).map(({ path }) => path)]).toEqual([jar, sources]);
  });

  it('says who republishes what others wrote', async () => {
    sandbox.write('pom.xml', pomText({}));
    const name = 'com.skillsjars:acme__tools__pdf';
    sandbox.write('target/bom.json', bomText({ ...APP, uses: [name] }, { name }, { name: 'com.skillsjars.not:x' }));
    const { dependencies } = await read();
    expect(dependencies.map(({ republisher }) => republisher)).toEqual([undefined, 'SkillsJars']);
  });
});

describe('A-2 builds of several modules', () => {
  it('finds the members that a Gradle settings script names', async () => {
    sandbox.write(
      'settings.gradle.kts',
      `rootProject.name = "all" // include("commented")
/* include("out") */
include(":app", ":libs:core")
include("gone")
includeBuild("build-logic")
`,
    );
    for (const path of ['app', 'libs/core', 'build-logic', 'commented', 'out'])
      sandbox.write(`${path}/build.gradle.kts`, '');
    expect(await read()).toMatchObject({ members: ['app', 'libs/core'] });
    expect(await read('libs/core')).toMatchObject({ root: sandbox.directory, member: 'libs/core' });
    expect(await read('build-logic')).toMatchObject({ root: sandbox.directory, member: 'build-logic' });
  });

  it('takes the members from the report where it names them', async () => {
    sandbox.write('settings.gradle', 'file("modules").eachDir { include it.name }');
    sandbox.write('modules/a/build.gradle', '');
    const document = JSON.parse(bomText({ name: 'com.example:all' }));
    document.metadata.properties = ['.', 'modules/a'].map((value) => ({ name: 'skillscope:project', value }));
    sandbox.write('build/skillscope/bom.json', JSON.stringify(document));
    expect((await read()).members).toEqual(['modules/a']);
  });

  it('finds modules of modules in poms, from the outermost down, those of profiles too', async () => {
    const modules = (...all: readonly string[]) =>
      `<modules>${all.map((name) => `<module>${name}</module>`).join('')}</modules>`;
    sandbox.write('pom.xml', pomText({ packaging: 'pom' }, modules('services', '../outside/none')));
    sandbox.write(
      'services/pom.xml',
      pomText({ packaging: 'pom' }, `<profiles><profile>${modules('a', 'b/pom.xml')}</profile></profiles>`),
    );
    for (const name of ['a', 'b', 'c']) sandbox.write(`services/${name}/pom.xml`, pomText({ artifact: name }));
    const members = ['services', 'services/a', 'services/b'];
    expect(await read('services/b')).toMatchObject({ root: sandbox.directory, member: 'services/b', members });
    expect(await read('services/c')).toMatchObject({ root: join(sandbox.directory, 'services/c'), members: [] });
  });

  it('does not look for the root beyond the repository', async () => {
    sandbox.write('pom.xml', pomText({ packaging: 'pom' }, '<modules><module>a</module></modules>'));
    sandbox.write('a/pom.xml', pomText({ artifact: 'a' }));
    mkdirSync(join(sandbox.directory, 'a/.git'));
    expect((await read('a')).root).toBe(join(sandbox.directory, 'a'));
  });

  it('answers for a member from the report of the whole build, where it has none of its own', async () => {
    sandbox.write(
      'pom.xml',
      pomText({ artifact: 'all', packaging: 'pom' }, '<modules><module>a</module><module>b</module></modules>'),
    );
    for (const name of ['a', 'b']) sandbox.write(`${name}/pom.xml`, pomText({ artifact: name }));
    sandbox.write(
      'target/bom.json',
      bomText(
        { name: 'com.example:all', uses: ['com.example:a', 'com.example:b'] },
        { name: 'com.example:a', uses: ['com.example:b', 'org.acme:text'] },
        { name: 'com.example:b', uses: ['org.acme:wire'] },
        TEXT,
        { name: 'org.acme:wire' },
      ),
    );
    const told = ({ dependencies }: { readonly dependencies: readonly Dependency[] }) =>
      dependencies.map(({ name, source, relation, via, members }) => ({ name, source, relation, via, members }));
    expect(told(await read('a'))).toEqual([
      { name: 'com.example:b', source: 'workspace', relation: 'direct', via: [], members: undefined },
      { name: 'org.acme:text', source: 'registry', relation: 'direct', via: [], members: undefined },
      { name: 'org.acme:wire', source: 'registry', relation: 'transitive', via: ['com.example:b'], members: undefined },
    ]);
    expect(told(await read('b'))).toEqual([
      { name: 'org.acme:wire', source: 'registry', relation: 'direct', via: [], members: undefined },
    ]);
  });

  it('says which members have not been reported', async () => {
    sandbox.write('settings.gradle', "include 'a', 'b'");
    for (const name of ['a', 'b']) sandbox.write(`${name}/build.gradle`, '');
    sandbox.write('a/build/skillscope/bom.json', bomText({ name: 'com.example:a', uses: ['org.acme:text'] }, TEXT));
    const reading = await read();
    expect(names(reading)).toEqual(['org.acme:text']);
    expect(reading.notes).toMatchObject([
      { code: 'partly-reported', message: expect.stringContaining('1 module (b)') },
      { code: 'not-installed' },
    ]);
    expect(codes(await read('b'))).toEqual(['never-reported']);
  });
});
