import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFiles } from '../files.ts';
import { writeTree } from '../trees/testing/write-tree.ts';
import { readPnp } from './pnp.ts';

type Registry = readonly [
  name: string | null,
  reference: string | null,
  location: string,
  dependencies: readonly (readonly [string, string | null | readonly [string, string]])[],
  linkType?: 'SOFT',
][];

function data(registry: Registry): string {
  return JSON.stringify({
    dependencyTreeRoots: [
      { name: 'root', reference: 'workspace:.' },
      { name: 'member', reference: 'workspace:packages/member' },
    ],
    packageRegistryData: registry.map(([name, reference, packageLocation, packageDependencies, linkType = 'HARD']) => [
      name,
      [[reference, { packageLocation, packageDependencies, linkType }]],
    ]),
  });
}

function install(registry: Registry, files: Readonly<Record<string, string>> = {}) {
  const root = writeTree({ '.pnp.data.json': data(registry), ...files });
  const opened = openFiles();
  return { root, graph: readPnp(opened, root), files: opened };
}

describe("a Plug'n'Play install (A-16, A-20)", () => {
  it('says what the project and its members import, and where that lies', () => {
    const { root, graph } = install(
      [
        [
          null,
          null,
          './',
          [
            ['a', 'npm:1.0.0'],
            ['root', 'workspace:.'],
          ],
          'SOFT',
        ],
        [
          'root',
          'workspace:.',
          './',
          [
            ['a', 'npm:1.0.0'],
            ['root', 'workspace:.'],
          ],
          'SOFT',
        ],
        [
          'member',
          'workspace:packages/member',
          './packages/member/',
          [
            ['b', ['a', 'npm:1.0.0']],
            ['p', null],
          ],
          'SOFT',
        ],
        [
          'a',
          'npm:1.0.0',
          './.yarn/cache/a.zip/node_modules/a/',
          [
            ['a', 'npm:1.0.0'],
            ['c', 'npm:3.0.0'],
          ],
        ],
      ],
      {
        '.yarn/cache/a.zip': '',
        'package.json': '{"name":"root"}',
        'packages/member/package.json': '{"name":"member","version":"7.0.0"}',
      },
    );
    expect(graph?.installedFile).toBe(join(root, '.pnp.data.json'));
    expect(graph?.importers).toEqual(
      new Map([
        ['.', new Map([['a', 'a@npm:1.0.0']])],
        ['packages/member', new Map([['b', 'a@npm:1.0.0']])],
      ]),
    );
    expect(graph?.packages.get('a@npm:1.0.0')).toEqual({
      name: 'a',
      version: '1.0.0',
      artifact: {
        kind: 'archive',
        path: join(root, '.yarn/cache/a.zip'),
        inside: 'node_modules/a',
        manifest: 'package.json',
        mutable: false,
      },
      dependencies: new Map([['c', 'c@npm:3.0.0']]),
    });
    expect(graph?.packages.get('member@workspace:packages/member')).toMatchObject({
      version: '7.0.0',
      artifact: { kind: 'directory', path: join(root, 'packages/member'), mutable: true },
    });
  });

  it.each([
    ['an archive in a cache elsewhere', '../cache/a.zip/node_modules/a/', 'archive', '../cache/a.zip'],
    ['an unpacked package', './.yarn/unplugged/a/node_modules/a/', 'directory', '.yarn/unplugged/a/node_modules/a'],
    [
      'a package for certain peers',
      './.yarn/__virtual__/a-virtual-0a/0/cache/a.zip/node_modules/a/',
      'archive',
      '.yarn/cache/a.zip',
    ],
    [
      'the same, from further up',
      './.yarn/__virtual__/a-virtual-0a/2/cache/a.zip/node_modules/a/',
      'archive',
      '../cache/a.zip',
    ],
    ['a folder for certain peers', './.yarn/$$virtual/a-virtual-0a/1/packages/member/', 'directory', 'packages/member'],
  ])('finds %s', (_name, location, kind, path) => {
    const { root, graph } = install([['a', 'npm:1.0.0', location, []]], {
      '../cache/a.zip': '',
      '.yarn/cache/a.zip': '',
      '.yarn/unplugged/a/node_modules/a/package.json': '{}',
      'packages/member/package.json': '{}',
    });
    expect(graph?.packages.get('a@npm:1.0.0')?.artifact).toMatchObject({ kind, path: join(root, path) });
  });

  it.each([
    ['npm:1.2.3', '1.2.3'],
    ['npm:@scope/real@1.2.3', '1.2.3'],
    ['npm:1.2.3::__archiveUrl=https%3A%2F%2Fexample.test%2Fa.tgz', '1.2.3'],
    ['virtual:0a1b#npm:1.2.3', '1.2.3'],
    ['patch:a@npm%3A1.2.3#~/.yarn/patches/a.patch::version=1.2.3&hash=0a1b', '1.2.3'],
    ['virtual:0a1b#patch:a@npm%3A1.2.3#optional!builtin<compat/a>::version=1.2.3&hash=0a1b', '1.2.3'],
    ['https://example.test/a.tgz', ''],
  ])('takes the version of an archive from %s', (reference, version) => {
    const { graph } = install([['a', reference, './a.zip/node_modules/a/', []]], { 'a.zip': '' });
    expect([...(graph?.packages.values() ?? [])]).toMatchObject([{ version }]);
  });

  it('leaves out packages for other platforms, which are listed and not there', () => {
    const { graph } = install([
      [null, null, './', [['a', 'npm:1.0.0']], 'SOFT'],
      ['a', 'npm:1.0.0', './.yarn/unplugged/a/node_modules/a/', []],
      ['b', 'npm:1.0.0', './.yarn/cache/b.zip/node_modules/b/', []],
    ]);
    expect(graph?.packages).toEqual(new Map());
    expect(graph?.importers).toEqual(new Map([['.', new Map([['a', 'a@npm:1.0.0']])]]));
  });

  it('reads the data beside a program that keeps none', () => {
    const { root, graph } = install([['a', 'npm:1.0.0', './a.zip/node_modules/a/', []]], {
      '.pnp.cjs': 'const pnpDataFilepath = path.resolve(__dirname, ".pnp.data.json");',
      'a.zip': '',
    });
    expect(graph?.installedFile).toBe(join(root, '.pnp.data.json'));
    expect(graph?.packages.size).toBe(1);
  });

  it('is none without its file, and is left out with a reason when it is damaged', () => {
    const root = writeTree({});
    expect(readPnp(openFiles(), root)).toBeUndefined();
    mkdirSync(join(root, '.pnp.cjs'));
    expect(readPnp(openFiles(), root)).toBeUndefined();
    const damaged = writeTree({ '.pnp.cjs': "const RAW_RUNTIME_STATE =\n'{" });
    const files = openFiles();
    expect(readPnp(files, damaged)).toBeUndefined();
    expect(files.skipped()).toMatchObject([{ path: join(damaged, '.pnp.cjs'), reason: 'malformed' }]);
  });
});
