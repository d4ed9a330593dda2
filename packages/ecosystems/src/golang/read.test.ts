import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Dependency, LIMITS } from '@skillscope/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import golang from './index.ts';
import { fetchManifest, modText, sumText, unpack, workText } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

const [A, B, C] = ['example.com/a', 'example.com/b', 'example.com/c'] as const;

/** Each dependency as `name version relation`, its way behind a direct one, sorted. */
async function listed(ask = '.'): Promise<readonly string[]> {
  const { dependencies } = (await readIn(golang, sandbox, { ask })).reading;
  return dependencies.map(({ name, version, relation, via }) => [name, version, relation, ...via].join(' ')).sort();
}

async function only(name: string, ask = '.', environment = {}): Promise<Dependency> {
  const { dependencies } = (await readIn(golang, sandbox, { ask, environment })).reading;
  const found = dependencies.filter((dependency) => dependency.name === name);
  expect(found).toHaveLength(1);
  const [dependency] = found;
  if (!dependency) throw new Error(`${name} was not found`);
  return dependency;
}

async function codes(ask = '.'): Promise<readonly string[]> {
  return (await readIn(golang, sandbox, { ask })).reading.notes.map(({ code }) => code);
}

describe('what a module uses', () => {
  it('finds the way to what it uses indirectly, by what each module imports itself', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0 // indirect`, `${C} v1.0.0 // indirect`]));
    unpack(sandbox, A, 'v1.0.0', modText(A, [`${B} v1.0.0`, `${C} v1.0.0 // indirect`]));
    unpack(sandbox, B, 'v1.0.0', modText(B, [`${C} v1.0.0`]));
    unpack(sandbox, C);
    expect(await listed()).toEqual([
      `${A} v1.0.0 direct`,
      `${B} v1.0.0 transitive ${A}`,
      `${C} v1.0.0 transitive ${A} ${B}`,
    ]);
  });

  it('falls back on what a module merely lists, and on nothing where no go.mod is here', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0 // indirect`, `${C} v1.0.0 // indirect`]));
    fetchManifest(sandbox, A, 'v1.0.0', modText(A, [`${C} v1.0.0 // indirect`]));
    expect(await listed()).toEqual([`${A} v1.0.0 direct`, `${B} v1.0.0 transitive`, `${C} v1.0.0 transitive ${A}`]);
  });

  it('counts a module whose tool is used as direct, by the longest path', async () => {
    sandbox.write(
      'go.mod',
      modText('app', [`${A} v1.0.0 // indirect`, `${A}/sub v1.0.0 // indirect`], `tool ${A}/sub/cmd/x`),
    );
    expect(await listed()).toEqual([`${A} v1.0.0 transitive`, `${A}/sub v1.0.0 direct`]);
  });

  it('ends where modules need each other in a circle, and where one needs itself', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, 'app v1.0.0'], '', '1.16'));
    fetchManifest(sandbox, A, 'v1.0.0', modText(A, [`${B} v1.0.0`, `${A} v1.0.0`], '', '1.16'));
    fetchManifest(sandbox, B, 'v1.0.0', modText(B, [`${A} v1.0.0`, 'app v1.0.0'], '', '1.16'));
    expect(await listed()).toEqual([`${A} v1.0.0 direct`, `${B} v1.0.0 transitive ${A}`]);
  });

  it('A-25 selects the highest version that a module from before Go 1.17 leads to, and only what was fetched', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.2.0`], '', '1.16'));
    fetchManifest(sandbox, A, 'v1.0.0', modText(A, [`${B} v1.10.0`, `${C} v1.0.0`], '', '1.16'));
    fetchManifest(sandbox, B, 'v1.10.0', modText(B, ['example.com/unused v1.0.0'], '', '1.16'));
    sandbox.write(
      'go.sum',
      `${sumText(`${A} v1.0.0`, `${B} v1.10.0`, `${C} v1.0.0`)}example.com/unused v1.0.0/go.mod h1:x\n`,
    );
    expect(await listed()).toEqual([`${A} v1.0.0 direct`, `${B} v1.10.0 direct`, `${C} v1.0.0 transitive ${A}`]);
  });

  it('says when go.mod lists an older version than is needed', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0`]));
    unpack(sandbox, A, 'v1.0.0', modText(A, [`${B} v1.1.0`]));
    unpack(sandbox, B);
    sandbox.write('go.sum', sumText(`${A} v1.0.0`, `${B} v1.0.0`));
    expect(await listed()).toEqual([`${A} v1.0.0 direct`, `${B} v1.0.0 direct`]);
    expect(await codes()).toEqual(['outdated-requirements']);
  });

  it('does not follow an excluded version', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0`], `exclude ${B} v1.1.0`));
    unpack(sandbox, A, 'v1.0.0', modText(A, [`${B} v1.1.0`]));
    unpack(sandbox, B);
    sandbox.write('go.sum', sumText(`${A} v1.0.0`, `${B} v1.0.0`));
    expect(await codes()).toEqual([]);
  });

  it('says which skills a comment chooses', async () => {
    sandbox.write('go.mod', modText('app', ['// +skill:use-a', `${A} v1.0.0`]));
    unpack(sandbox, A);
    sandbox.write('go.sum', sumText(`${A} v1.0.0`));
    const { notes } = (await readIn(golang, sandbox)).reading;
    expect(notes).toEqual([
      {
        code: 'chosen-skills',
        message:
          'A comment in go.mod chooses skills of example.com/a (use-a); skills of Go modules that no such comment names are left out.',
        line: 7,
      },
    ]);
  });
});

describe('how sure it is', () => {
  it('knows no version while go.mod names a branch', async () => {
    sandbox.write('go.mod', modText('app', [`${A} main`]));
    expect(await only(A)).toMatchObject({ purl: `pkg:golang/${A}`, version: 'main', evidence: 'declared' });
  });

  it('says what go.sum lacks', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0`]));
    sandbox.write('go.sum', sumText(`${A} v1.0.0`, `${B} v0.9.0`));
    expect((await only(A)).evidence).toBe('locked');
    expect((await only(B)).evidence).toBe('declared');
    expect(await codes()).toEqual(['lock-outdated', 'not-installed']);
  });

  it('answers outside for what go.sum confirms of a cache that did not come with the project', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`]));
    unpack(sandbox, A);
    expect((await only(A)).pinned).toBe(undefined);
    sandbox.write('go.sum', sumText(`${A} v1.0.0`));
    expect((await only(A)).pinned).toBe(true);
    sandbox.write('cache/example.com/a@v1.0.0/go.mod', modText(A));
    const environment = { GOMODCACHE: join(sandbox.directory, 'cache') };
    expect([(await only(A, '.', environment)).evidence, (await only(A, '.', environment)).pinned]).toEqual([
      'installed',
      undefined,
    ]);
  });

  it('A-16 says that go.sum is missing, whatever lies in the cache', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`]));
    unpack(sandbox, A);
    expect((await readIn(golang, sandbox)).reading.notes).toEqual([
      {
        code: 'no-lockfile',
        message: 'There is no go.sum, so nothing confirms the versions in go.mod; run `go mod tidy`, which writes it.',
      },
    ]);
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`], `replace ${A} => ./a`));
    sandbox.write('a/go.mod', modText(A));
    expect(await codes()).toEqual([]);
  });

  it('says what is not in the cache', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0`]));
    sandbox.write('go.sum', sumText(`${A} v1.0.0`, `${B} v1.0.0`));
    unpack(sandbox, A);
    expect(await codes()).toEqual(['partly-installed']);
  });

  it('does not take a module that Go was interrupted in unpacking', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`]));
    unpack(sandbox, A);
    sandbox.write(join(sandbox.home, 'go/pkg/mod/cache/download', A, '@v/v1.0.0.partial'), '');
    expect((await only(A)).artifact).toBeUndefined();
  });
});

describe('where modules lie (A-19)', () => {
  const environmentFile = '.config/go/env';

  it.each<[string, string, Readonly<Record<string, string>>, string]>([
    ['in the default place', 'go/pkg/mod', {}, ''],
    ['where GOPATH says, its first entry', 'path/pkg/mod', { GOPATH: '@/path:@/other' }, ''],
    ['where GOMODCACHE says, before GOPATH', 'cache', { GOMODCACHE: '@/cache', GOPATH: '@/path' }, ''],
    ['where the file of `go env -w` says', 'cache', {}, 'GOPROXY=off\nGOMODCACHE=@/cache\n'],
    ['where the environment says, before the file', 'cache', { GOMODCACHE: '@/cache' }, 'GOMODCACHE=@/other\n'],
    ['in the default place, with the file off', 'go/pkg/mod', { GOENV: 'off' }, 'GOMODCACHE=@/other\n'],
    ['in the default place, for a setting that is no absolute path', 'go/pkg/mod', { GOMODCACHE: '../cache' }, ''],
  ])('%s', async (_title, place, environment, written) => {
    const absolute = (text: string) => text.replaceAll('@', sandbox.home);
    const settings = Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, absolute(text)]));
    if (written) sandbox.write(join(sandbox.home, environmentFile), absolute(written));
    sandbox.write('go.mod', modText('app', ['example.com/Acme/Kit v1.0.0-RC1']));
    const directory = join(sandbox.home, place, 'example.com/!acme/!kit@v1.0.0-!r!c1');
    sandbox.write(join(directory, 'go.mod'), modText('example.com/Acme/Kit'));
    expect(await only('example.com/Acme/Kit', '.', settings)).toMatchObject({
      purl: 'pkg:golang/example.com/Acme/Kit@v1.0.0-RC1',
      artifact: { kind: 'directory', path: directory, manifest: 'go.mod', mutable: false },
    });
  });

  it('takes a module without a go.mod, whose folder stands for it', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v2.0.0+incompatible`]));
    const directory = join(sandbox.home, 'go/pkg/mod', `${A}@v2.0.0+incompatible`);
    sandbox.write(join(directory, 'a.go'), 'package a\n');
    expect(await only(A)).toMatchObject({
      purl: `pkg:golang/${A}@v2.0.0+incompatible`,
      artifact: { path: directory, manifest: '.', mutable: false },
    });
  });

  it('does not follow a link in the cache to somewhere else', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`]));
    sandbox.write(join(sandbox.elsewhere, 'planted/go.mod'), modText(A));
    sandbox.write(join(sandbox.home, 'go/pkg/mod/example.com/x'), '');
    symlinkSync(join(sandbox.elsewhere, 'planted'), join(sandbox.home, 'go/pkg/mod', `${A}@v1.0.0`));
    expect((await only(A)).artifact).toBeUndefined();
  });
});

describe('replaced modules (A-2)', () => {
  it('answers for the fork, under the path that the project imports', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`], `replace ${A} => ${B} v1.5.0`));
    const directory = unpack(sandbox, B, 'v1.5.0', modText(A));
    expect(await only(B)).toMatchObject({
      purl: `pkg:golang/${B}@v1.5.0`,
      version: 'v1.5.0',
      alias: A,
      source: 'registry',
      artifact: { path: directory },
    });
  });

  it('takes a replacement of one version for that version only', async () => {
    sandbox.write(
      'go.mod',
      modText(
        'app',
        [`${A} v1.0.0`, `${B} v1.0.0`],
        `replace ${A} v0.9.0 => ../no\nreplace ${B} v1.0.0 => ${B} v1.0.1`,
      ),
    );
    expect(await listed()).toEqual([`${A} v1.0.0 direct`, `${B} v1.0.1 direct`]);
  });

  it('reads a directory in place, and what it needs', async () => {
    sandbox.write('app/go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0 // indirect`], `replace ${A} => ../a`));
    sandbox.write('a/go.mod', modText(A, [`${B} v1.0.0`]));
    expect(await only(A, 'app')).toMatchObject({
      purl: `pkg:golang/${A}@v1.0.0?path=..%2Fa`,
      source: 'path',
      evidence: 'installed',
      artifact: { path: join(sandbox.directory, 'a'), mutable: true },
    });
    expect(await listed('app')).toEqual([`${A} v1.0.0 direct`, `${B} v1.0.0 transitive ${A}`]);
  });

  it.each(['/etc', './missing', '..', '/proc/self/root'])('does not read %s, which is no module', async (directory) => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`], `replace ${A} => ${directory}`));
    const { reading, skipped } = await readIn(golang, sandbox);
    expect(reading.dependencies.map(({ source, evidence, artifact }) => [source, evidence, artifact])).toEqual([
      ['path', 'declared', undefined],
    ]);
    expect(skipped.map(({ path, reason }) => [path, reason])).toEqual([[join(sandbox.directory, 'go.mod'), 'missing']]);
  });

  it('has no regard for replacements of dependencies', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0 // indirect`]));
    unpack(sandbox, A, 'v1.0.0', modText(A, [`${B} v1.0.0`], `replace ${B} => ${C} v1.0.0`));
    expect(await listed()).toEqual([`${A} v1.0.0 direct`, `${B} v1.0.0 transitive ${A}`]);
  });
});

describe('vendored modules', () => {
  const vendored = (version: string) => `# ${A} ${version}\n## explicit; go 1.24\n${A}/x\n`;

  it('A-25 answers for the version that is vendored, and says when go.mod has another', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.1.0`]));
    sandbox.write('vendor/modules.txt', vendored('v1.0.0'));
    sandbox.write(`vendor/${A}/x/x.go`, 'package x\n');
    unpack(sandbox, A, 'v1.1.0');
    expect(await only(A)).toMatchObject({
      version: 'v1.0.0',
      lockedVersion: 'v1.1.0',
      evidence: 'installed',
      artifact: { path: join(sandbox.directory, 'vendor', A), mutable: true },
    });
    expect(await codes()).toEqual(['lock-differs', 'vendored']);
  });

  it('knows from the vendored modules what a module from before Go 1.17 uses', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`], '', '1.16'));
    sandbox.write('vendor/modules.txt', `${vendored('v1.0.0')}# ${B} v1.3.0\n${B}\n# ${C} v1.0.0\n## explicit\n`);
    for (const path of [A, B]) sandbox.write(`vendor/${path}/x.go`, 'package x\n');
    expect(await listed()).toEqual([`${A} v1.0.0 direct`, `${B} v1.3.0 transitive`]);
  });

  it('reads replaced modules in modules.txt', async () => {
    sandbox.write(
      'go.mod',
      modText('app', [`${A} v1.0.0`, `${B} v1.0.0`], `replace ${A} => ${C} v1.2.0\nreplace ${B} => ./b`),
    );
    sandbox.write(
      'vendor/modules.txt',
      `# ${A} v1.0.0 => ${C} v1.2.0\n## explicit\n${A}\n# ${B} v1.0.0 => ./b\n## explicit\n${B}\n# ${A} => ${C} v1.2.0\n# ${B} => ./b\n`,
    );
    for (const path of [A, B]) sandbox.write(`vendor/${path}/x.go`, 'package x\n');
    const { reading, skipped } = await readIn(golang, sandbox);
    expect(skipped).toEqual([]);
    expect(
      reading.dependencies.map(({ name, version, alias, source, artifact }) => [
        name,
        version,
        alias,
        source,
        artifact?.path,
      ]),
    ).toEqual([
      [C, 'v1.2.0', A, 'registry', join(sandbox.directory, 'vendor', A)],
      [B, 'v1.0.0', undefined, 'path', join(sandbox.directory, 'vendor', B)],
    ]);
  });

  it.each(['', `# ${A}\n`, `# ../a v1.0.0\n`, 'prose about it\n', '<<<<<<< HEAD\n'])(
    'reports a damaged list %j',
    async (text) => {
      sandbox.write('go.mod', modText('app', [`${A} v1.0.0`]));
      sandbox.write('vendor/modules.txt', text);
      const { skipped } = await readIn(golang, sandbox);
      expect(skipped.map(({ path, reason }) => [path, reason])).toEqual([
        [join(sandbox.directory, 'vendor/modules.txt'), 'malformed'],
      ]);
    },
  );
});

describe('workspaces (A-2, A-25)', () => {
  it('selects one version for all members, and replaces as go.work says', async () => {
    sandbox.write('go.work', workText(['./x', './y'], `replace ${C} => ${C} v1.9.0`));
    sandbox.write('x/go.mod', modText('example.com/x', [`${A} v1.0.0`, `${C} v1.0.0`], `replace ${C} => ../no`));
    sandbox.write('y/go.mod', modText('example.com/y', [`${A} v1.1.0`, `${B} v1.0.0`]));
    fetchManifest(sandbox, B, 'v1.0.0', modText(B, [`${A} v1.2.0`]));
    expect(await listed('x')).toEqual([`${A} v1.2.0 direct`, `${C} v1.9.0 direct`]);
    expect(await codes('x')).not.toContain('conflicting-replacements');
  });

  it('includes what a used member needs, and the module at the root itself', async () => {
    sandbox.write('go.work', workText(['.', './y']));
    sandbox.write('go.mod', modText('example.com/root', ['example.com/y v1.0.0']));
    sandbox.write('y/go.mod', modText('example.com/y', [`${A} v1.0.0`]));
    const { reading } = await readIn(golang, sandbox);
    expect(reading.members).toEqual(['y']);
    expect(reading.dependencies.map(({ name, relation, via, members }) => [name, relation, via, members])).toEqual([
      ['example.com/y', 'direct', [], ['.']],
      [A, 'direct', [], ['.', 'y']],
    ]);
  });

  it('says when members replace a module differently', async () => {
    sandbox.write('go.work', workText(['./x', './y']));
    for (const [member, target] of [
      ['x', B],
      ['y', C],
    ])
      sandbox.write(
        `${member}/go.mod`,
        modText(`example.com/${member}`, [`${A} v1.0.0`], `replace ${A} => ${target} v1.0.0`),
      );
    expect(await codes()).toContain('conflicting-replacements');
    expect(await listed()).toEqual([`${B} v1.0.0 direct`]);
  });

  it('takes a directory that replaces a module and is a member for a member', async () => {
    sandbox.write('go.work', workText(['./x', './y']));
    sandbox.write('x/go.mod', modText('example.com/x', [`${A} v1.0.0`], `replace ${A} => ../y`));
    sandbox.write('y/go.mod', modText('example.com/y'));
    expect(await only(A, 'x')).toMatchObject({ source: 'workspace', purl: `pkg:golang/${A}@v1.0.0?path=y` });
  });

  it('reports a member that is not there', async () => {
    sandbox.write('go.work', workText(['./x', './gone']));
    sandbox.write('x/go.mod', modText('example.com/x'));
    const { reading, skipped } = await readIn(golang, sandbox);
    expect(reading.members).toEqual(['x']);
    expect(skipped.map(({ path, reason }) => [path, reason])).toEqual([
      [join(sandbox.directory, 'go.work'), 'missing'],
    ]);
  });

  it.each<[string, string | undefined, readonly string[]]>([
    ['off', 'off', []],
    ['another file', '@/other/go.work', ['../project/x']],
    ['nothing', undefined, ['x']],
  ])('obeys GOWORK, here %s', async (_name, value, members) => {
    sandbox.write('go.work', workText(['./x']));
    sandbox.write('x/go.mod', modText('example.com/x'));
    sandbox.write('../other/go.work', workText(['../project/x']));
    const environment = value === undefined ? {} : { GOWORK: value.replace('@', sandbox.base) };
    const { reading } = await readIn(golang, sandbox, { ask: 'x', environment });
    expect(reading.members).toEqual(members);
  });
});

describe('hostile projects', () => {
  it('does not read a go.mod beyond the limit, and says so', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`], `// ${'x'.repeat(LIMITS.manifestBytes)}`));
    const { reading, skipped } = await readIn(golang, sandbox);
    expect(reading.dependencies).toEqual([]);
    expect(skipped.map(({ path, reason }) => [path, reason])).toEqual([
      [join(sandbox.directory, 'go.mod'), 'too-large'],
    ]);
  });

  it('ignores what is wrong with a fetched go.mod', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`]));
    unpack(sandbox, A, 'v1.0.0', 'nonsense (\nrequire ../../x v1.0.0\n');
    const { reading, skipped } = await readIn(golang, sandbox);
    expect(reading.dependencies).toHaveLength(1);
    expect(skipped).toEqual([]);
  });

  it('takes a vendor folder that is a link for nothing', async () => {
    sandbox.write('go.mod', modText('app', [`${A} v1.0.0`]));
    sandbox.write('vendor/modules.txt', `# ${A} v1.0.0\n${A}\n`);
    sandbox.write('vendor/example.com/x', '');
    sandbox.write(join(sandbox.elsewhere, 'planted/go.mod'), modText(A));
    symlinkSync(join(sandbox.elsewhere, 'planted'), join(sandbox.directory, 'vendor', A));
    expect((await only(A)).artifact).toBeUndefined();
  });
});
