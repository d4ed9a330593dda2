import { describe, expect, it } from 'vitest';
import { openTestProject } from './fixtures/project.ts';
import { overriddenName } from './manifest.ts';

type Files = Readonly<Record<string, unknown>>;

async function notesOf(files: Files, member?: string): Promise<readonly string[]> {
  const { reading } = await openTestProject(files).read(member);
  return reading.notes.map(({ code, message }) => `${code}: ${message}`);
}

function installed(name: string, version: string): Files {
  return { [`node_modules/${name}/package.json`]: { name, version } };
}

function npm(asked: Readonly<Record<string, unknown>>, recorded: unknown, more: Files = {}): Files {
  return {
    'package.json': { name: 'app', ...asked },
    'package-lock.json': {
      lockfileVersion: 3,
      packages: { '': recorded, 'node_modules/lib': { version: '1.4.0' } },
    },
    ...installed('lib', '1.4.0'),
    ...more,
  };
}

describe('a manifest that asks for more than its lockfile holds', () => {
  it('A-16 has npm install advised, since npm ci refuses it', async () => {
    const asked = { dependencies: { lib: '^1.0.0', fresh: '^3.0.0' } };
    expect(await notesOf(npm(asked, { dependencies: { lib: '^1.0.0' } }))).toEqual([
      'partly-installed: 1 dependency is not installed (fresh); run `npm install`.',
      'lock-outdated: package-lock.json lacks 1 dependency that the project asks for (fresh ^3.0.0); run `npm install`.',
    ]);
  });

  it('has npm ci advised where the lockfile holds what is missing', async () => {
    const asked = { dependencies: { lib: '^1.0.0' } };
    const { 'node_modules/lib/package.json': _, ...files } = npm(asked, asked);
    expect(await notesOf(files)).toEqual(['not-installed: No npm package is installed yet; run `npm ci`.']);
  });

  it('has npm install advised where the lockfile repeats what is asked for and lacks the package', async () => {
    const asked = { dependencies: { lib: '^1.0.0', fresh: '^3.0.0' } };
    expect(await notesOf(npm(asked, asked))).toEqual([
      'partly-installed: 1 dependency is not installed (fresh); run `npm install`.',
    ]);
  });

  it('has npm install advised where the lockfile cannot be read', async () => {
    expect(
      await notesOf({ 'package.json': { name: 'app', dependencies: { lib: '1' } }, 'package-lock.json': '{' }),
    ).toEqual(['not-installed: No npm package is installed yet; run `npm install`.']);
  });

  it.each([
    ['another range', { dependencies: { lib: '^2.0.0' } }, 'lib ^2.0.0, locked 1.4.0 for ^1.0.0'],
    ['another version', { devDependencies: { lib: '1.3.0' } }, 'lib 1.3.0, locked 1.4.0 for ^1.0.0'],
    ['a range below it', { dependencies: { lib: '>1 <1.4.0' } }, 'lib >1 <1.4.0, locked 1.4.0 for ^1.0.0'],
    ['a range that holds what is locked', { dependencies: { lib: '^1.2.0' } }, undefined],
    ['a tag', { dependencies: { lib: 'next' } }, undefined],
    ['an alias of another package', { dependencies: { lib: 'npm:other@^2.0.0' } }, undefined],
    ['a repository', { dependencies: { lib: 'github:owner/lib' } }, undefined],
    ['a directory', { dependencies: { lib: 'file:../lib' } }, undefined],
    ['a peer', { peerDependencies: { lib: '^2.0.0' } }, undefined],
    ['what an override decides', { dependencies: { lib: '^2.0.0' }, overrides: { lib: '1.4.0' } }, undefined],
  ])('npm: %s', async (_, asked, list) => {
    const notes = await notesOf(npm(asked, { dependencies: { lib: '^1.0.0' } }));
    const message = `lock-outdated: package-lock.json lacks 1 dependency that the project asks for (${list}); run \`npm install\`.`;
    expect(notes.filter((note) => note.startsWith('lock-outdated'))).toEqual(list === undefined ? [] : [message]);
  });

  it('npm, lockfile version 1: what it does not hold, by range', async () => {
    const files = {
      'package.json': { name: 'app', dependencies: { lib: '^1.0.0', old: '^2.0.0', fresh: '1' } },
      'package-lock.json': {
        lockfileVersion: 1,
        dependencies: { lib: { version: '1.4.0' }, old: { version: '1.0.0' } },
      },
      ...installed('lib', '1.4.0'),
      ...installed('old', '1.0.0'),
      ...installed('fresh', '1.0.0'),
    };
    expect(await notesOf(files)).toEqual([
      'lock-outdated: package-lock.json lacks 2 dependencies that the project asks for (old ^2.0.0, locked 1.0.0; fresh 1); run `npm install`.',
    ]);
  });

  const WORKSPACE = {
    'package.json': { name: 'root', workspaces: ['a', 'b'] },
    'a/package.json': { name: 'a', version: '1.0.0', dependencies: { lib: '^2.0.0', b: '^9.0.0' } },
    'b/package.json': { name: 'b', version: '1.0.0', dependencies: { lib: '^1.0.0' } },
    'package-lock.json': {
      lockfileVersion: 3,
      packages: {
        '': { workspaces: ['a', 'b'] },
        a: { name: 'a', dependencies: { lib: '^1.0.0' } },
        b: { name: 'b', dependencies: { lib: '^1.0.0' } },
        'node_modules/a': { resolved: 'a', link: true },
        'node_modules/b': { resolved: 'b', link: true },
        'node_modules/lib': { version: '1.4.0' },
      },
    },
  };

  it('tells it to the member that asks, and advises what works for all', async () => {
    const message =
      'lock-outdated: package-lock.json lacks 1 dependency that the project asks for (lib ^2.0.0, locked 1.4.0 for ^1.0.0); run `npm install`.';
    expect(await notesOf({ ...WORKSPACE, ...installed('lib', '1.4.0') }, 'a')).toEqual([message]);
    expect(await notesOf(WORKSPACE, 'b')).toEqual([
      'not-installed: No npm package is installed yet; run `npm install`.',
    ]);
  });
});

describe('lockfiles that repeat what was asked for word by word', () => {
  const PNPM = `lockfileVersion: '9.0'
catalogs:
  default:
    listed:
      specifier: ^1.0.0
      version: 1.0.0
overrides:
  'up>forced@^1': 2.0.0
importers:
  .:
    dependencies:
      forced:
        specifier: 2.0.0
        version: 2.0.0
      lib:
        specifier: ^1.0.0
        version: 1.4.0
      listed:
        specifier: 'catalog:'
        version: 1.0.0
packages:
  forced@2.0.0: {}
  lib@1.4.0: {}
  listed@1.0.0: {}
snapshots:
  forced@2.0.0: {}
  lib@1.4.0: {}
  listed@1.0.0: {}
`;
  const BUN = JSON.stringify({
    lockfileVersion: 1,
    workspaces: { '': { name: 'app', dependencies: { lib: '^1.0.0', listed: 'catalog:' } } },
    catalog: { listed: '^1.0.0' },
    packages: { lib: ['lib@1.4.0', '', {}, ''], listed: ['listed@1.0.0', '', {}, ''] },
  });
  const BERRY = `__metadata:
  version: 8
"app@workspace:.":
  version: 0.0.0-use.local
  resolution: "app@workspace:."
  dependencies:
    lib: "npm:^1.0.0"
    tagged: "npm:latest"
    aliased: "npm:real@^1"
"lib@npm:^1.0.0":
  version: 1.4.0
  resolution: "lib@npm:1.4.0"
"tagged@npm:latest":
  version: 1.0.0
  resolution: "tagged@npm:1.0.0"
"aliased@npm:real@^1":
  version: 1.0.0
  resolution: "real@npm:1.0.0"
`;
  const CLASSIC = `# yarn lockfile v1
lib@^1.0.0:
  version "1.4.0"
`;
  const settings = { 'pnpm-workspace.yaml': 'packages: []\ncatalog:\n  listed: ^1.0.0\n' };
  const changed = { 'pnpm-workspace.yaml': 'packages: []\ncatalog:\n  listed: ^1.1.0\n' };
  const bun = (range: string) => ({ workspaces: { packages: [], catalog: { listed: range } } });

  it.each([
    ['pnpm', 'pnpm-lock.yaml', PNPM, { lib: '^1.2.0' }, {}, settings, 'lib ^1.2.0, locked 1.4.0 for ^1.0.0'],
    ['pnpm, nothing new', 'pnpm-lock.yaml', PNPM, { lib: '^1.0.0', forced: '^1' }, {}, settings, undefined],
    ['pnpm, its catalog', 'pnpm-lock.yaml', PNPM, { listed: 'catalog:' }, {}, settings, undefined],
    [
      'pnpm, a changed catalog',
      'pnpm-lock.yaml',
      PNPM,
      { listed: 'catalog:' },
      {},
      changed,
      'listed ^1.1.0, locked 1.0.0 for ^1.0.0',
    ],
    [
      'pnpm, a hook that changes manifests',
      'pnpm-lock.yaml',
      `${PNPM}pnpmfileChecksum: x\n`,
      { lib: '2' },
      {},
      settings,
      undefined,
    ],
    ['bun', 'bun.lock', BUN, { lib: '^1.2.0' }, {}, {}, 'lib ^1.2.0, locked 1.4.0 for ^1.0.0'],
    ['bun, its catalog', 'bun.lock', BUN, { listed: 'catalog:' }, bun('^1.0.0'), {}, undefined],
    [
      'bun, a changed catalog',
      'bun.lock',
      BUN,
      { listed: 'catalog:' },
      bun('^1.1.0'),
      {},
      'listed ^1.1.0, locked 1.0.0 for ^1.0.0',
    ],
    ['yarn', 'yarn.lock', BERRY, { lib: '^1.2.0' }, {}, {}, 'lib ^1.2.0, locked 1.4.0 for ^1.0.0'],
    [
      'yarn, nothing new',
      'yarn.lock',
      BERRY,
      { lib: '^1.0.0', tagged: 'latest', aliased: 'npm:real@^1' },
      {},
      {},
      undefined,
    ],
    ['yarn, a resolution', 'yarn.lock', BERRY, { lib: '^1.2.0' }, { resolutions: { 'up/lib': '1' } }, {}, undefined],
    ['yarn 1', 'yarn.lock', CLASSIC, { lib: '^1.2.0' }, {}, {}, 'lib ^1.2.0, locked for ^1.0.0'],
    ['yarn 1, nothing new', 'yarn.lock', CLASSIC, { lib: '^1.0.0', near: 'link:../near' }, {}, {}, undefined],
  ])('%s', async (name, file, lock, dependencies, more, others, list) => {
    const files = { 'package.json': { name: 'app', dependencies, ...more }, [file]: lock, ...others };
    const manager = name.split(/[ ,]/)[0];
    const notes = (await notesOf(files)).filter((note) => note.startsWith('lock-outdated'));
    const message = `lock-outdated: ${file} lacks 1 dependency that the project asks for (${list}); run \`${manager} install\`.`;
    expect(notes).toEqual(list === undefined ? [] : [message]);
  });
});

describe('no lockfile', () => {
  const files = { 'package.json': { name: 'app', dependencies: { lib: '1' } }, ...installed('lib', '1.0.0') };

  it('is told where packages are installed', async () => {
    expect(await notesOf(files)).toEqual([
      'no-lockfile: There is no lockfile for npm packages, so another install may bring other versions; `npm install` writes one.',
    ]);
  });

  it('is not told of one that is there and cannot be read, nor of what lies above the project', async () => {
    expect(await notesOf({ ...files, 'bun.lockb': 'binary' })).toEqual([]);
    const inner = { 'inner/package.json': { name: 'inner', dependencies: { lib: '1' } } };
    expect(await notesOf({ ...files, ...inner }, 'inner')).toEqual([]);
  });
});

describe('the name that an override is about', () => {
  it.each([
    ['lib', 'lib'],
    ['lib@^1', 'lib'],
    ['@scope/lib', '@scope/lib'],
    ['@scope/lib@npm:^1', '@scope/lib'],
    ['up>@scope/lib@1', '@scope/lib'],
    ['**/lib', 'lib'],
    ['up/lib', 'lib'],
    ['@up/er/@scope/lib', '@scope/lib'],
  ])('%s', (key, name) => {
    expect(overriddenName(key)).toBe(name);
  });
});
