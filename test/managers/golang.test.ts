import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Dependency } from '@skillscope/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexArtifact } from '../../packages/ecosystems/src/contents/index.ts';
import type { Reading } from '../../packages/ecosystems/src/ecosystem.ts';
import { openFiles } from '../../packages/ecosystems/src/files.ts';
import golang from '../../packages/ecosystems/src/golang/index.ts';
import { escapeCapitals } from '../../packages/ecosystems/src/golang/names.ts';
import { openTree } from '../../packages/ecosystems/src/trees/index.ts';
import { skillText } from '../../packages/ecosystems/src/trees/testing/write-tree.ts';
import { zipOf } from '../../packages/ecosystems/src/trees/testing/write-zip.ts';

/** Milliseconds for one run of Go against the public proxy: room for a slow connection. */
const FETCH_TIMEOUT = 300_000;

const TIP = 'v0.0.0-20240102030405-abcdef012345';

let base: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-golang-')));
  publish('example.com/acme/unused', 'v1.0.0', [], { 'unused.go': 'package unused\n' });
  for (const version of ['v0.1.0', 'v0.2.0'])
    publish('example.com/acme/base', version, ['example.com/acme/unused v1.0.0'], {
      'base.go': 'package base\n',
      [`skills/base-${version}/SKILL.md`]: skillText(`base-${version}`),
    });
  publish('example.com/Acme/kit', 'v1.1.0', ['example.com/acme/base v0.1.0'], {
    'kit.go': 'package kit\n\nimport _ "example.com/acme/base"\n',
  });
  publish('example.com/Acme/kit', 'v1.2.0', ['example.com/acme/base v0.1.0'], {
    'kit.go':
      'package kit\n\nimport (\n\t_ "embed"\n\t_ "example.com/acme/base"\n)\n\n//go:embed skills/embedded/SKILL.md\nvar Skill string\n',
    '.agents/skills/kit/SKILL.md': skillText('kit'),
    '.agents/skills/kit/references/more.md': '# More\n',
    'skills/embedded/SKILL.md': skillText('embedded'),
  });
  publish('example.com/old', 'v2.0.0+incompatible', undefined, {
    'old.go': 'package old\n',
    'skills/old/SKILL.md': skillText('old'),
  });
  publish('example.com/tip', TIP, [], { 'tip.go': 'package tip\n', 'skills/tip/SKILL.md': skillText('tip') });
  publish('example.com/b', 'v0.1.0', [], { 'b.go': 'package b\n' });
  publish('example.com/tool/v2', 'v2.0.1', [], {
    'cmd/tool/main.go': 'package main\n\nfunc main() {}\n',
    '.agents/skills/tool/SKILL.md': skillText('tool'),
  });
});
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

describe('A-15 a module that Go has built', () => {
  let project: string;
  let environment: Environment;
  beforeAll(() => {
    environment = newEnvironment('built');
    project = writeModule('built');
    run(environment, project, 'mod', 'tidy');
  });

  it('A-16 A-25 finds what Go builds with, where Go has put it', async () => {
    const reading = await read(project, environment);
    expect(reading.notes).toEqual([]);
    expect(reading.skipped).toEqual([]);
    expect(placesOf(reading)).toEqual(builtWith(environment, project, './...', 'tool'));
    expect(reading.dependencies.map(({ purl, relation, via }) => [purl, relation, via]).sort()).toEqual([
      ['pkg:golang/example.com/Acme/kit@v1.2.0', 'direct', []],
      ['pkg:golang/example.com/acme/base@v0.1.0', 'transitive', ['example.com/Acme/kit']],
      ['pkg:golang/example.com/old@v2.0.0+incompatible', 'direct', []],
      [`pkg:golang/example.com/tip@${TIP}`, 'direct', []],
      ['pkg:golang/example.com/tool/v2@v2.0.1', 'direct', []],
    ]);
  });

  it('A-7 A-17 A-19 finds the skills in the modules', async () => {
    const { dependencies } = await read(project, environment);
    expect(await allSkills(dependencies)).toEqual({
      'example.com/Acme/kit': ['.agents/skills/kit', 'skills/embedded'],
      'example.com/acme/base': ['skills/base-v0.1.0'],
      'example.com/old': ['skills/old'],
      'example.com/tip': ['skills/tip'],
      'example.com/tool/v2': ['.agents/skills/tool'],
    });
  });

  it('finds a cache that was set with `go env -w`', async () => {
    const { GOMODCACHE = '', GOENV: _, ...rest } = environment;
    const home = join(base, 'home');
    const settings = { ...rest, HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
    run(settings, project, 'env', '-w', `GOMODCACHE=${GOMODCACHE}`);
    const reading = await read(project, settings, home);
    expect(placesOf(reading)).toEqual(builtWith(environment, project, './...', 'tool'));
  });

  it('A-2 says "locked" before anything is downloaded', async () => {
    const empty = newEnvironment('empty');
    const { dependencies, notes } = await read(project, empty);
    expect(notes.map(({ code }) => code)).toEqual(['not-installed']);
    expect(new Set(dependencies.map(({ evidence }) => evidence))).toEqual(new Set(['locked']));
  });
});

describe('a module from before Go 1.17, which lists only what it imports itself', () => {
  it('A-25 finds what Go builds with by following go.mod files', async () => {
    const environment = newEnvironment('early');
    const project = writeModule('early', '1.16');
    run(environment, project, 'mod', 'tidy');
    const reading = await read(project, environment);
    expect(placesOf(reading)).toEqual(builtWith(environment, project, './...'));
    expect(reading.notes).toEqual([]);
    expect(reading.dependencies.find(({ name }) => name === 'example.com/acme/base')).toMatchObject({
      version: 'v0.1.0',
      relation: 'transitive',
      via: ['example.com/Acme/kit'],
    });
  });
});

describe('a module whose dependencies Go has vendored', () => {
  let project: string;
  let filled: Environment;
  beforeAll(() => {
    filled = newEnvironment('vendored');
    project = writeModule('vendored');
    run(filled, project, 'mod', 'tidy');
    run(filled, project, 'mod', 'vendor');
  });

  it('A-17 reads whole modules in the cache, since vendoring drops folders without packages', async () => {
    const { dependencies, notes } = await read(project, filled);
    expect(notes).toEqual([]);
    expect((await allSkills(dependencies))['example.com/Acme/kit']).toEqual(['.agents/skills/kit', 'skills/embedded']);
  });

  it('A-16 reads what vendor holds where there is nothing else, and says what may be missing', async () => {
    const { dependencies, notes } = await read(project, newEnvironment('elsewhere'));
    const vendored = dependencies.filter(({ artifact }) => artifact);
    expect(vendored.map(({ name, version, evidence }) => [name, version, evidence]).sort()).toEqual([
      ['example.com/Acme/kit', 'v1.2.0', 'installed'],
      ['example.com/acme/base', 'v0.1.0', 'installed'],
      ['example.com/old', 'v2.0.0+incompatible', 'installed'],
      ['example.com/tip', TIP, 'installed'],
      ['example.com/tool/v2', 'v2.0.1', 'installed'],
    ]);
    expect(vendored.map(({ artifact }) => artifact?.path.startsWith(join(project, 'vendor')))).not.toContain(false);
    expect(notes.map(({ code }) => code)).toEqual(['vendored']);
    expect(await allSkills(dependencies)).toEqual({ 'example.com/Acme/kit': ['skills/embedded'] });
  });
});

describe('a workspace of Go modules', () => {
  let root: string;
  let environment: Environment;
  beforeAll(() => {
    environment = newEnvironment('workspace');
    root = join(base, 'workspace');
    writeSource(
      join(root, 'a'),
      'example.com/a',
      ['example.com/acme/base v0.1.0', 'example.com/b v0.1.0'],
      ['example.com/acme/base', 'example.com/b'],
    );
    writeSource(
      join(root, 'b'),
      'example.com/b',
      ['example.com/Acme/kit v1.1.0', 'example.com/acme/base v0.1.0 // indirect'],
      ['example.com/Acme/kit'],
    );
    writeSource(join(root, 'c'), 'example.com/c', ['example.com/acme/base v0.2.0'], ['example.com/acme/base']);
    writeSource(join(root, 'd'), 'example.com/d', [], []);
    write(
      join(root, 'go.work'),
      'go 1.24\n\nuse (\n\t./a\n\t./b\n\t./c\n)\n\nreplace example.com/Acme/kit => example.com/Acme/kit v1.2.0\n',
    );
    run(environment, root, 'list', '-deps', './a', './b', './c');
  });

  it.each(['a', 'b', 'c'])('A-2 A-25 finds from member %s what Go builds it with', async (member) => {
    const directory = join(root, member);
    const reading = await read(directory, environment);
    expect(reading).toMatchObject({ root, member, members: ['a', 'b', 'c'] });
    expect(placesOf(reading)).toEqual(builtWith(environment, directory, './...'));
  });

  it('finds from the root what Go builds all members with, and who uses it', async () => {
    const { dependencies, notes } = await read(root, environment);
    expect(notes).toEqual([]);
    expect(dependencies.map(({ name, version, source, members }) => [name, version, source, members]).sort()).toEqual([
      ['example.com/Acme/kit', 'v1.2.0', 'registry', ['a', 'b']],
      ['example.com/acme/base', 'v0.2.0', 'registry', ['a', 'b', 'c']],
      ['example.com/b', 'v0.1.0', 'workspace', ['a']],
    ]);
  });

  it('reads a module that the workspace does not use by itself', async () => {
    const { notes, members, dependencies } = await read(join(root, 'd'), environment);
    expect(notes.map(({ code }) => code)).toEqual(['not-a-member']);
    expect({ members, dependencies }).toEqual({ members: [], dependencies: [] });
  });
});

describe('replaced modules', () => {
  it('A-2 A-19 reads the directory and the fork that Go builds with', async () => {
    const environment = newEnvironment('replaced');
    const project = writeModule('replaced');
    const beside = join(base, 'replaced-base');
    writeSource(beside, 'example.com/acme/base', [], []);
    write(join(beside, 'skills/beside/SKILL.md'), skillText('beside'));
    write(join(beside, 'skills/nested/go.mod'), 'module example.com/nested\n');
    write(join(beside, 'skills/nested/inner/SKILL.md'), skillText('inner'));
    run(environment, project, 'mod', 'edit', '-replace=example.com/acme/base=../replaced-base');
    run(environment, project, 'mod', 'edit', `-replace=example.com/old=example.com/tip@${TIP}`);
    rmSync(join(project, 'tip.go'));
    run(environment, project, 'mod', 'tidy', '-e');

    const { dependencies, notes } = await read(project, environment);
    const [path, fork] = ['example.com/acme/base', 'example.com/tip'].map((name) =>
      dependencies.find((dependency) => dependency.name === name),
    );
    expect(path).toMatchObject({
      purl: 'pkg:golang/example.com/acme/base@v0.1.0?path=..%2Freplaced-base',
      source: 'path',
      artifact: { path: beside, mutable: true },
    });
    expect(fork).toMatchObject({
      purl: `pkg:golang/example.com/tip@${TIP}`,
      alias: 'example.com/old',
      source: 'registry',
    });
    expect(notes).toEqual([]);
    const skills = await allSkills(dependencies);
    expect([skills['example.com/acme/base'], skills['example.com/tip']]).toEqual([['skills/beside'], ['skills/tip']]);
  });
});

describe('public modules', () => {
  it('A-16 A-25 finds what Go builds with', { timeout: FETCH_TIMEOUT }, async () => {
    const { GOPROXY: _, ...environment } = newEnvironment('public');
    const project = join(base, 'public');
    write(
      join(project, 'go.mod'),
      `module example.com/public\n\ngo 1.25.0\n\nrequire (\n\tgithub.com/Masterminds/semver/v3 v3.4.0\n\tgithub.com/modelcontextprotocol/go-sdk v1.8.0\n\tgopkg.in/yaml.v3 v3.0.1\n)\n`,
    );
    write(
      join(project, 'main.go'),
      'package main\n\nimport (\n\t_ "github.com/Masterminds/semver/v3"\n\t_ "github.com/modelcontextprotocol/go-sdk/mcp"\n\t_ "gopkg.in/yaml.v3"\n)\n\nfunc main() {}\n',
    );
    run(environment, project, 'mod', 'tidy');
    const reading = await read(project, environment);
    const places = placesOf(reading);
    expect(builtWith(environment, project, './...').filter((place) => !places.includes(place))).toEqual([]);
    expect(reading.dependencies.find(({ name }) => name === 'github.com/Masterminds/semver/v3')).toMatchObject({
      version: 'v3.4.0',
      relation: 'direct',
      evidence: 'installed',
    });
    // Its guide for maintainers is called SKILLS.md, which is no skill to any tool.
    expect(await allSkills(reading.dependencies)).toEqual({});
  });
});

type Environment = Readonly<Record<string, string>>;

/** Go with an empty module cache of its own, which gets modules from the published ones only. */
function newEnvironment(name: string): Environment {
  return {
    GOMODCACHE: join(base, 'caches', name),
    GOPROXY: `file://${join(base, 'proxy')}`,
    GOENV: 'off',
    GOSUMDB: 'off',
    GOWORK: '',
    // Else nothing in the cache could be removed after the tests.
    GOFLAGS: '-modcacherw',
  };
}

/** A module that imports the published ones; returns its directory. */
function writeModule(name: string, go = '1.24'): string {
  const project = join(base, name);
  const hasTools = go !== '1.16';
  write(
    join(project, 'go.mod'),
    [
      `module example.com/${name}\n\ngo ${go}\n`,
      `require (\n\texample.com/Acme/kit v1.2.0\n\texample.com/old v2.0.0+incompatible\n\texample.com/tip ${TIP}\n)\n`,
      ...(hasTools ? ['require example.com/tool/v2 v2.0.1 // indirect\n', 'tool example.com/tool/v2/cmd/tool\n'] : []),
    ].join('\n'),
  );
  write(join(project, 'main.go'), 'package main\n\nimport _ "example.com/Acme/kit"\n\nfunc main() {}\n');
  write(join(project, 'tip.go'), 'package main\n\nimport _ "example.com/tip"\n');
  write(join(project, 'main_test.go'), 'package main\n\nimport _ "example.com/old"\n');
  return project;
}

function writeSource(directory: string, module: string, needs: readonly string[], imports: readonly string[]): void {
  write(join(directory, 'go.mod'), modText(module, needs));
  const lines = imports.map((path) => `import _ "${path}"\n`);
  write(join(directory, 'source.go'), `package ${module.slice(module.lastIndexOf('/') + 1)}\n\n${lines.join('')}`);
}

function modText(module: string, needs: readonly string[]): string {
  return `module ${module}\n\ngo 1.21\n${needs.map((need) => `\nrequire ${need}\n`).join('')}`;
}

/** Puts a module into the proxy directory. Without `needs` it is one from before go.mod. */
function publish(
  module: string,
  version: string,
  needs: readonly string[] | undefined,
  files: Readonly<Record<string, string>>,
): void {
  const folder = join(base, 'proxy', escapeCapitals(module), '@v');
  const manifest = needs ? modText(module, needs) : `module ${module}\n`;
  const content = Object.entries({ ...(needs ? { 'go.mod': manifest } : {}), ...files });
  write(join(folder, `${version}.mod`), manifest);
  write(join(folder, `${version}.info`), JSON.stringify({ Version: version, Time: '2024-01-02T03:04:05Z' }));
  write(
    join(folder, `${version}.zip`),
    zipOf(content.map(([path, data]) => ({ name: `${module}@${version}/${path}`, data }))),
  );
}

/** What Go itself builds the packages with: `name version directory`, as replaced, sorted. */
function builtWith(environment: Environment, project: string, ...patterns: readonly string[]): readonly string[] {
  const template =
    '{{with .Module}}{{with .Replace}}{{.Path}} {{.Version}} {{.Dir}}{{else}}{{.Path}} {{.Version}} {{.Dir}} {{if .Main}}main{{end}}{{end}}{{end}}';
  const lines = run(environment, project, 'list', '-deps', '-test', '-f', template, ...patterns).split('\n');
  return [...new Set(lines.map((line) => line.trim()))]
    .filter((line) => line !== '' && !line.endsWith(` ${project} main`))
    .map((line) => line.replace(/ main$/, '').replace('  ', ' v0.1.0 '))
    .sort();
}

function placesOf({ dependencies }: Reading): readonly string[] {
  return dependencies.map(({ name, version, artifact }) => `${name} ${version} ${artifact?.path}`).sort();
}

async function read(directory: string, environment: Environment, home = base): Promise<Reading> {
  const files = openFiles();
  const named = Object.fromEntries(Object.entries(environment).filter(([name]) => golang.variables.includes(name)));
  const reading = await golang.read({
    directory,
    files,
    environment: named,
    home,
    breathe: async () => {},
    expect() {},
    announce() {},
  });
  return { ...reading, skipped: [...reading.skipped, ...files.skipped()] };
}

/** Paths of the skills of each library that has any. */
async function allSkills(dependencies: readonly Dependency[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const { name, artifact } of dependencies) {
    const tree = artifact && (await openTree(artifact));
    if (!tree || 'reason' in tree) continue;
    const { skills } = await indexArtifact(tree, golang);
    tree.close();
    if (skills.length > 0) found[name] = skills.map(({ path }) => path);
  }
  return found;
}

function run(environment: Environment, directory: string, ...parameters: readonly string[]): string {
  return execFileSync('go', parameters, {
    cwd: directory,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
