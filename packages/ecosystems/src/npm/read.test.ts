import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestProject, summarize } from './fixtures/project.ts';

/** A package where a manager puts it. */
function at(path: string, name: string, version: string, more: Readonly<Record<string, unknown>> = {}) {
  return { [`${path}/package.json`]: { name, version, ...more } };
}

function codes(notes: readonly { readonly code: string }[]): readonly string[] {
  return notes.map(({ code }) => code);
}

describe('which version answers', () => {
  const WORKSPACE = {
    'package.json': { name: 'root', workspaces: ['packages/*'] },
    ...at('packages/old', 'old', '1.0.0', { dependencies: { lib: '^1.0.0' } }),
    ...at('packages/new', 'new', '1.0.0', { devDependencies: { lib: '^2.0.0' } }),
    ...at('node_modules/lib', 'lib', '2.3.0', { dependencies: { shared: '1' } }),
    ...at('node_modules/shared', 'shared', '1.0.0'),
    ...at('packages/old/node_modules/lib', 'lib', '1.9.0', { dependencies: { shared: '1' } }),
  };

  it('A-25 is the one the member asked from resolves', async () => {
    const project = openTestProject(WORKSPACE);
    const old = await project.read('packages/old');
    expect(summarize(old.reading.dependencies)).toEqual([
      'direct installed pkg:npm/lib@1.9.0',
      'transitive installed pkg:npm/shared@1.0.0 via lib',
    ]);
    const recent = await project.read('packages/new');
    expect(summarize(recent.reading.dependencies)).toEqual([
      'direct installed pkg:npm/lib@2.3.0',
      'transitive installed pkg:npm/shared@1.0.0 via lib',
    ]);
  });

  it('A-25 is both from the root, each with the members that use it', async () => {
    const { reading } = await openTestProject(WORKSPACE).read();
    expect(reading.members).toEqual(['packages/new', 'packages/old']);
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/lib@1.9.0 in packages/old',
      'direct installed pkg:npm/lib@2.3.0 in packages/new',
      'transitive installed pkg:npm/shared@1.0.0 via lib in packages/new, packages/old',
    ]);
  });

  it('is found above the project, as Node finds it', async () => {
    const project = openTestProject({
      'package.json': { name: 'outer' },
      ...at('node_modules/lib', 'lib', '1.0.0'),
      'examples/app/package.json': { name: 'app', dependencies: { lib: '1' } },
    });
    const { reading } = await project.read('examples/app');
    expect(reading.root).toBe(join(project.directory, 'examples/app'));
    expect(summarize(reading.dependencies)).toEqual(['direct installed pkg:npm/lib@1.0.0']);
  });

  it('goes past a folder without a package.json, as Node does', async () => {
    const project = openTestProject({
      'package.json': { name: 'root', workspaces: ['app'] },
      'app/package.json': { name: 'app', dependencies: { lib: '1' } },
      'app/node_modules/lib/leftover.js': '',
      ...at('node_modules/lib', 'lib', '1.0.0'),
    });
    const { reading } = await project.read('app');
    expect(reading.dependencies[0]?.artifact?.path).toBe(join(project.directory, 'node_modules/lib'));
  });
});

describe('the way to a transitive dependency', () => {
  it('is the shortest, and the same whatever the order on disk', async () => {
    const { reading } = await openTestProject({
      'package.json': { name: 'app', dependencies: { long: '1', short: '1' } },
      ...at('node_modules/long', 'long', '1.0.0', { dependencies: { middle: '1' } }),
      ...at('node_modules/middle', 'middle', '1.0.0', { dependencies: { target: '1' } }),
      ...at('node_modules/short', 'short', '1.0.0', { dependencies: { target: '1' } }),
      ...at('node_modules/target', 'target', '1.0.0', { dependencies: { long: '1' } }),
    }).read();
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/long@1.0.0',
      'direct installed pkg:npm/short@1.0.0',
      'transitive installed pkg:npm/middle@1.0.0 via long',
      'transitive installed pkg:npm/target@1.0.0 via short',
    ]);
  });

  it('leads through peers and optional packages that are there, and is silent about those that are not', async () => {
    const { reading } = await openTestProject({
      'package.json': { name: 'app', dependencies: { lib: '1', host: '1' }, optionalDependencies: { absent: '1' } },
      ...at('node_modules/lib', 'lib', '1.0.0', {
        peerDependencies: { host: '1', missing: '1' },
        peerDependenciesMeta: { host: { optional: true } },
        optionalDependencies: { extra: '1', 'other-platform': '1' },
      }),
      ...at('node_modules/host', 'host', '1.0.0'),
      ...at('node_modules/extra', 'extra', '1.0.0'),
    }).read();
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/host@1.0.0',
      'direct installed pkg:npm/lib@1.0.0',
      'transitive installed pkg:npm/extra@1.0.0 via lib',
    ]);
    expect(codes(reading.notes)).toEqual(['no-lockfile']);
  });

  it("is silent about a peer of the project's own that its users are to bring", async () => {
    const { reading } = await openTestProject({
      'package.json': { name: 'plugin', peerDependencies: { host: '1' }, devDependencies: { tool: '1' } },
      ...at('node_modules/tool', 'tool', '1.0.0'),
    }).read();
    expect(summarize(reading.dependencies)).toEqual(['direct installed pkg:npm/tool@1.0.0']);
    expect(codes(reading.notes)).toEqual(['no-lockfile']);
  });

  it("leaves out what only a library's own development needs", async () => {
    const { reading } = await openTestProject({
      'package.json': { name: 'app', dependencies: { lib: '1' } },
      ...at('node_modules/lib', 'lib', '1.0.0', { devDependencies: { tool: '1' } }),
      ...at('node_modules/tool', 'tool', '1.0.0'),
    }).read();
    expect(summarize(reading.dependencies)).toEqual(['direct installed pkg:npm/lib@1.0.0']);
  });
});

describe('what a package is', () => {
  it('is told by the alias that was asked for, not by what the package says of itself', async () => {
    const { reading } = await openTestProject({
      'package.json': { name: 'app', dependencies: { react: 'npm:@evil/react@1.0.0', pretender: '1' } },
      ...at('node_modules/react', 'react', '18.2.0'),
      ...at('node_modules/pretender', 'vue', '3.0.0'),
    }).read();
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/%40evil/react@18.2.0 as react',
      'direct installed pkg:npm/pretender@3.0.0',
    ]);
  });

  it.each([
    ['github:owner/name', 'git', 'pkg:npm/lib@1.0.0?vcs_url=git%2Bhttps%3A%2F%2Fgithub.com%2Fowner%2Fname.git', true],
    [
      'https://host.example/lib.tgz',
      'url',
      'pkg:npm/lib@1.0.0?download_url=https%3A%2F%2Fhost.example%2Flib.tgz',
      false,
    ],
    ['file:vendor/lib.tgz', 'path', 'pkg:npm/lib@1.0.0?path=vendor%2Flib.tgz', false],
    ['file:vendor/lib', 'path', 'pkg:npm/lib@1.0.0?path=vendor%2Flib', true],
    ['^1.0.0', 'registry', 'pkg:npm/lib@1.0.0', false],
  ] as const)('A-2 is proved by where it came from: %s', async (spec, source, purl, mutable) => {
    const { reading } = await openTestProject({
      'package.json': { name: 'app', dependencies: { lib: spec } },
      ...at('node_modules/lib', 'lib', '1.0.0'),
    }).read();
    expect(reading.dependencies.map((found) => [found.source, found.purl, found.artifact?.mutable])).toEqual([
      [source, purl, mutable],
    ]);
  });

  it('is a path that is read again every time, where a link leads to it', async () => {
    const project = openTestProject({
      'app/package.json': { name: 'app', dependencies: { lib: '^1.0.0' } },
      ...at('lib', 'lib', '1.5.0', { dependencies: { below: '1' } }),
      ...at('lib/node_modules/below', 'below', '1.0.0'),
    });
    project.link('app/node_modules/lib', 'lib');
    const { reading } = await project.read('app');
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/lib@1.5.0?path=..%2Flib',
      'transitive installed pkg:npm/below@1.0.0 via lib',
    ]);
    expect(reading.dependencies[0]?.artifact).toEqual({
      kind: 'directory',
      path: join(project.directory, 'lib'),
      namesSkills: false,
      manifest: 'package.json',
      mutable: true,
    });
  });

  it('has the commit that the lockfile names', async () => {
    const { reading } = await openTestProject({
      'package.json': { name: 'app', dependencies: { lib: 'github:owner/name#main' } },
      'package-lock.json': {
        lockfileVersion: 3,
        packages: {
          '': { dependencies: { lib: 'github:owner/name#main' } },
          'node_modules/lib': { version: '1.0.0', resolved: 'git+ssh://git@github.com/owner/name.git#0a1b2c3d' },
        },
      },
      ...at('node_modules/lib', 'lib', '1.0.0'),
    }).read();
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/lib@1.0.0?vcs_url=git%2Bssh%3A%2F%2Fgit%40github.com%2Fowner%2Fname.git%400a1b2c3d',
    ]);
  });

  it.each([
    ['an archive', 'https://host.example/lib.tgz', 'pkg:npm/lib@2.0.0?download_url=unknown', 'url'],
    ['a repository', 'git+ssh://git@host.example/a/lib.git#0a1b2c3d', 'pkg:npm/lib@2.0.0?vcs_url=unknown', 'git'],
    ['a registry', 'https://host.example/lib/-/lib-1.0.0.tgz', 'pkg:npm/lib@2.0.0', 'registry'],
  ] as const)(
    'comes from no registry at another version than the lockfile has from %s',
    async (_, resolved, purl, source) => {
      const { reading } = await openTestProject({
        'package.json': { name: 'app', dependencies: { carrier: '1' } },
        'package-lock.json': {
          lockfileVersion: 3,
          packages: {
            '': { dependencies: { carrier: '1' } },
            'node_modules/carrier': { version: '1.0.0', dependencies: { lib: '*' } },
            'node_modules/lib': { version: '1.0.0', resolved },
          },
        },
        ...at('node_modules/carrier', 'carrier', '1.0.0', { dependencies: { lib: '*' } }),
        ...at('node_modules/lib', 'lib', '2.0.0'),
      }).read();
      expect(reading.dependencies.map((found) => [found.purl, found.source])).toEqual([
        ['pkg:npm/carrier@1.0.0', 'registry'],
        [purl, source],
      ]);
    },
  );

  it('is said where it calls itself otherwise than a registry would', async () => {
    const { reading } = await openTestProject({
      'package.json': {
        name: 'app',
        dependencies: { trusted: '1', real: 'npm:@scope/real@1', moved: 'github:o/moved' },
      },
      ...at('node_modules/trusted', 'evil', '1.0.0'),
      ...at('node_modules/real', '@scope/real', '1.0.0'),
      ...at('node_modules/moved', 'renamed', '1.0.0'),
    }).read();
    expect(reading.notes.filter(({ code }) => code === 'name-differs')).toEqual([
      {
        code: 'name-differs',
        message:
          '1 installed package calls itself otherwise than the name that it is installed for (trusted calls itself evil): something else may have been put there. Look at it, or remove node_modules and run `npm install`.',
      },
    ]);
  });

  it('is never the project itself', async () => {
    const project = openTestProject({
      'package.json': { name: 'root', workspaces: ['packages/*'] },
      ...at('packages/a', 'a', '1.0.0', { dependencies: { b: '*' } }),
      ...at('packages/b', 'b', '1.0.0', { dependencies: { a: '*' } }),
    });
    project.link('node_modules/a', 'packages/a');
    project.link('node_modules/b', 'packages/b');
    const { reading } = await project.read('packages/a');
    expect(summarize(reading.dependencies)).toEqual(['direct installed pkg:npm/b@1.0.0?path=packages%2Fb']);
  });
});

describe('how lockfile and disk fit together', () => {
  const LOCKED = {
    'package.json': { name: 'app', dependencies: { lib: '^1.0.0', other: '1' } },
    'package-lock.json': {
      lockfileVersion: 3,
      packages: {
        '': { dependencies: { lib: '^1.0.0', other: '1' } },
        'node_modules/lib': { version: '1.2.0', dependencies: { below: '1' } },
        'node_modules/below': { version: '1.0.1' },
        'node_modules/other': { version: '1.0.0' },
      },
    },
  };

  it('A-2 A-16 answers for what is installed and tells what is locked', async () => {
    const { reading } = await openTestProject({
      ...LOCKED,
      ...at('node_modules/lib', 'lib', '1.1.0', { dependencies: { below: '1' } }),
      ...at('node_modules/below', 'below', '1.0.0'),
      ...at('node_modules/other', 'other', '1.0.0'),
    }).read();
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/lib@1.1.0 locked 1.2.0',
      'direct installed pkg:npm/other@1.0.0',
      'transitive installed pkg:npm/below@1.0.0 via lib locked 1.0.1',
    ]);
    expect(reading.notes).toEqual([
      {
        code: 'lock-differs',
        message:
          '2 installed versions differ from package-lock.json (lib 1.1.0, locked 1.2.0; below 1.0.0, locked 1.0.1); run `npm ci`.',
      },
    ]);
  });

  it('A-16 tells what is locked of an install that is not complete', async () => {
    const { reading } = await openTestProject({ ...LOCKED, ...at('node_modules/other', 'other', '1.0.0') }).read();
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/other@1.0.0',
      'direct locked pkg:npm/lib@1.2.0',
      'transitive locked pkg:npm/below@1.0.1 via lib',
    ]);
    expect(reading.notes).toEqual([
      { code: 'partly-installed', message: '2 dependencies are not installed (lib; below); run `npm ci`.' },
    ]);
  });

  it('A-16 tells the declared ranges where there is nothing else', async () => {
    const { reading } = await openTestProject({
      'package.json': {
        name: 'app',
        packageManager: 'pnpm@10.0.0',
        dependencies: { ranged: '^1.0.0', exact: '2.0.0', alias: 'npm:real@~3.1.0', repository: 'owner/name#main' },
        devDependencies: { 'from-catalog': 'catalog:', 'from-named': 'catalog:old' },
      },
      'pnpm-workspace.yaml': "catalog:\n  from-catalog: ^4.0.0\ncatalogs:\n  old:\n    from-named: '5'\n",
    }).read();
    expect(reading.dependencies.map(({ name, purl, version, evidence }) => [name, purl, version, evidence])).toEqual([
      ['real', 'pkg:npm/real', '~3.1.0', 'declared'],
      ['exact', 'pkg:npm/exact@2.0.0', '2.0.0', 'declared'],
      ['from-catalog', 'pkg:npm/from-catalog', '^4.0.0', 'declared'],
      ['from-named', 'pkg:npm/from-named', '5', 'declared'],
      ['ranged', 'pkg:npm/ranged', '^1.0.0', 'declared'],
      [
        'repository',
        'pkg:npm/repository?vcs_url=git%2Bhttps%3A%2F%2Fgithub.com%2Fowner%2Fname.git%40main',
        'git+https://github.com/owner/name.git@main',
        'declared',
      ],
    ]);
    expect(reading.notes).toEqual([
      { code: 'not-installed', message: 'No npm package is installed yet; run `pnpm install`.' },
      { code: 'no-lockfile', message: 'There is no lockfile for npm packages, so only the declared ranges are known.' },
    ]);
  });

  it.each([
    ['a merge conflict', '{\n  "lockfileVersion": 3,\n<<<<<<< HEAD\n  "packages": {}\n=======\n', 3],
    ['half a file', '{\n  "lockfileVersion": 3,\n  "packages": {\n    "": {', 4],
    ['another file', '<!doctype html>', 1],
  ])('survives a lockfile that is %s', async (_, text, line) => {
    const project = openTestProject({
      'package.json': { name: 'app', dependencies: { lib: '1' } },
      'package-lock.json': text,
      ...at('node_modules/lib', 'lib', '1.0.0'),
    });
    const { reading, skipped } = await project.read();
    expect(summarize(reading.dependencies)).toEqual(['direct installed pkg:npm/lib@1.0.0']);
    expect(skipped.map((item) => [item.path, item.reason, item.line])).toEqual([
      [join(project.directory, 'package-lock.json'), 'malformed', line],
    ]);
    expect(reading.evidence.locked).toEqual([]);
  });

  it('names the command that turns a binary lockfile of Bun into text', async () => {
    const project = openTestProject({ 'package.json': { name: 'app' }, 'bun.lockb': '#!/usr/bin/env bun' });
    const { skipped } = await project.read();
    expect(skipped).toEqual([
      {
        path: join(project.directory, 'bun.lockb'),
        reason: 'unsupported',
        message:
          'The binary lockfile of Bun cannot be read; `bun install --save-text-lockfile --frozen-lockfile --lockfile-only` writes its text form.',
      },
    ]);
  });
});

describe('several lockfiles', () => {
  const BOTH = {
    'package-lock.json': { lockfileVersion: 3, packages: { 'node_modules/lib': { version: '1.0.0' } } },
    'pnpm-lock.yaml':
      "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      lib:\n        specifier: '1'\n        version: 2.0.0\npackages:\n  lib@2.0.0:\n    resolution: {integrity: x}\nsnapshots:\n  lib@2.0.0: {}\n",
  };
  const manifest = { name: 'app', dependencies: { lib: '1' } };

  it.each([
    ['the manager that package.json names', { 'package.json': { ...manifest, packageManager: 'npm@11.0.0' } }, '1.0.0'],
    [
      'the manager in devEngines',
      { 'package.json': { ...manifest, devEngines: { packageManager: { name: 'npm' } } } },
      '1.0.0',
    ],
    ['the manager that installed', { 'package.json': manifest, 'node_modules/.package-lock.json': '{}' }, '1.0.0'],
    ['a fixed order', { 'package.json': manifest }, '2.0.0'],
  ])('are told, and decided by %s', async (_, files, version) => {
    const { reading } = await openTestProject({ ...BOTH, ...files }).read();
    expect(reading.dependencies.map((found) => [found.name, found.version])).toEqual([['lib', version]]);
    expect(codes(reading.notes)).toEqual(['many-lockfiles', 'not-installed']);
  });

  it('are one where npm wrote both, and the shrinkwrap counts', async () => {
    const { reading } = await openTestProject({
      'package.json': manifest,
      'package-lock.json': BOTH['package-lock.json'],
      'npm-shrinkwrap.json': { lockfileVersion: 3, packages: { 'node_modules/lib': { version: '1.5.0' } } },
    }).read();
    expect(reading.dependencies.map(({ version }) => version)).toEqual(['1.5.0']);
    expect(codes(reading.notes)).toEqual(['not-installed']);
  });

  it('of a member count only where the workspace has none', async () => {
    const files = {
      'package.json': { name: 'root', workspaces: ['app'] },
      'app/package.json': manifest,
      'app/package-lock.json': BOTH['package-lock.json'],
    };
    const alone = await openTestProject(files).read('app');
    expect(alone.reading.dependencies.map(({ version }) => version)).toEqual(['1.0.0']);
    const shared = await openTestProject({ ...files, 'package-lock.json': BOTH['package-lock.json'].packages }).read(
      'app',
    );
    expect(shared.reading.evidence.locked).toEqual([]);
  });
});

describe('damage and malice in the installed tree', () => {
  it('reports a damaged package.json and keeps the rest', async () => {
    const project = openTestProject({
      'package.json': { name: 'app', dependencies: { broken: '1', sound: '1' } },
      'node_modules/broken/package.json': '{\n  "name": "broken",\n  oops\n}',
      ...at('node_modules/sound', 'sound', '1.0.0'),
    });
    const { reading, skipped } = await project.read();
    expect(summarize(reading.dependencies)).toEqual([
      'direct declared pkg:npm/broken',
      'direct installed pkg:npm/sound@1.0.0',
    ]);
    expect(skipped).toEqual([
      {
        path: join(project.directory, 'node_modules/broken/package.json'),
        reason: 'malformed',
        message: 'This package.json is no valid JSON.',
        line: 3,
      },
    ]);
  });

  it('ignores fields of the wrong type', async () => {
    const { reading, skipped } = await openTestProject({
      'package.json': {
        name: 7,
        version: {},
        workspaces: 'packages',
        dependencies: { odd: '1', list: ['1'], no: null },
      },
      'node_modules/odd/package.json': {
        name: [],
        version: 1,
        description: {},
        dependencies: 'all',
        optionalDependencies: [1],
        peerDependencies: 3,
        peerDependenciesMeta: { odd: 'yes' },
      },
    }).read();
    expect(reading.dependencies.map(({ purl, summary }) => [purl, summary])).toEqual([
      ['pkg:npm/odd@0.0.0', undefined],
    ]);
    expect(skipped).toEqual([]);
  });

  it('survives links that lead in a circle or nowhere', async () => {
    const project = openTestProject({
      'package.json': { name: 'app', dependencies: { circle: '1', nowhere: '1', itself: '1', sound: '1' } },
      ...at('node_modules/sound', 'sound', '1.0.0'),
    });
    project.link('node_modules/circle', 'node_modules/other-half');
    project.link('node_modules/other-half', 'node_modules/circle');
    project.link('node_modules/nowhere', 'gone');
    project.link('node_modules/itself', '.');
    const { reading } = await project.read();
    expect(summarize(reading.dependencies)).toEqual([
      'direct declared pkg:npm/circle',
      'direct declared pkg:npm/nowhere',
      'direct installed pkg:npm/sound@1.0.0',
    ]);
  });

  it('refuses a manifest above the cap', async () => {
    const { reading, skipped } = await openTestProject({
      'package.json': { name: 'app', dependencies: { huge: '1' } },
      ...at('node_modules/huge', 'huge', '1.0.0', { description: 'x'.repeat(10_000_000) }),
    }).read();
    expect(reading.dependencies.map(({ evidence }) => evidence)).toEqual(['declared']);
    expect(skipped.map(({ reason }) => reason)).toEqual(['too-large']);
  });

  it('survives a deeply nested manifest', async () => {
    const { reading, skipped } = await openTestProject({
      'package.json': { name: 'app', dependencies: { deep: '1' } },
      'node_modules/deep/package.json': `{"name":"deep","version":"1.0.0","exports":${'['.repeat(500_000)}`,
    }).read();
    expect(reading.dependencies.map(({ evidence }) => evidence)).toEqual(['declared']);
    expect(skipped.map(({ reason }) => reason)).toEqual(['malformed']);
  });
});

describe("Plug'n'Play", () => {
  it('is passed over where real folders lie beside a file it left behind', async () => {
    const { reading } = await openTestProject({
      'package.json': { name: 'app', dependencies: { lib: '1' } },
      '.pnp.cjs': 'throw new Error("left behind");',
      ...at('node_modules/lib', 'lib', '1.0.0'),
    }).read();
    expect(summarize(reading.dependencies)).toEqual(['direct installed pkg:npm/lib@1.0.0']);
  });
});

describe('what a scan stays true for', () => {
  it('remembers the folders and manifests it looked at, absent ones too', async () => {
    const project = openTestProject({
      'package.json': { name: 'app', dependencies: { lib: '1' } },
      ...at('node_modules/lib', 'lib', '1.0.0', { dependencies: { below: '1' } }),
      ...at('node_modules/below', 'below', '1.0.0'),
    });
    const { observations } = await project.read();
    const observed = observations.map(([path]) => path.slice(project.directory.length + 1));
    expect(observed).toEqual(
      expect.arrayContaining([
        'package.json',
        'package-lock.json',
        'pnpm-workspace.yaml',
        'node_modules',
        'node_modules/lib/package.json',
        'node_modules/lib/node_modules',
      ]),
    );
  });

  it.each(['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'])(
    'remembers for the packages what their manager keeps as a record: %s',
    async (record) => {
      const project = openTestProject({
        'package.json': { name: 'app', dependencies: { lib: '1', own: 'file:own' } },
        [`node_modules/${record}`]: '{}',
        ...at('node_modules/lib', 'lib', '1.0.0', { dependencies: { below: '1' } }),
        ...at('node_modules/lib/node_modules/below', 'below', '1.0.0'),
        ...at('own', 'own', '1.0.0'),
      });
      const { observations, reading } = await project.read();
      expect(summarize(reading.dependencies)).toEqual([
        'direct installed pkg:npm/lib@1.0.0',
        'direct installed pkg:npm/own@1.0.0?path=own',
        'transitive installed pkg:npm/below@1.0.0 via lib',
      ]);
      const observed = observations.map(([path]) => path.slice(project.directory.length + 1));
      expect(observed).toEqual(expect.arrayContaining([`node_modules/${record}`, 'node_modules', 'own/package.json']));
      expect(observed.filter((path) => path.startsWith('node_modules/lib'))).toEqual([]);
    },
  );
});
