import { describe, expect, it } from 'vitest';
import { readNpmLock } from './lock-npm.ts';
import { readManifest } from './manifest.ts';

function graphOf(lock: unknown, root: Readonly<Record<string, unknown>> = {}) {
  const manifest = readManifest(root, true);
  const reading = readNpmLock(JSON.stringify(lock), new Map(manifest ? [['.', manifest]] : []));
  if (!reading.ok) throw new Error(reading.message);
  return reading.graph;
}

describe('package-lock.json', () => {
  it('A-2 follows names through nested folders, links and aliases', () => {
    const { importers, packages } = graphOf({
      lockfileVersion: 3,
      packages: {
        '': {
          dependencies: { a: '1', alias: 'npm:real@1' },
          devDependencies: { m: '*' },
          peerDependencies: { gone: '1' },
        },
        'packages/m': { name: 'm', dependencies: { b: '2' } },
        'packages/m/node_modules/b': { version: '2.0.0' },
        'node_modules/m': { resolved: 'packages/m', link: true },
        'node_modules/a': { version: '1.0.0', dependencies: { b: '1', '../evil': '1' } },
        'node_modules/a/node_modules/b': { version: '1.1.0' },
        'node_modules/b': { version: '1.0.0', os: ['darwin'] },
        'node_modules/alias': { name: 'real', version: '1.0.0' },
      },
    });
    expect(Object.fromEntries([...importers].map(([path, edges]) => [path, Object.fromEntries(edges)]))).toEqual({
      '.': { a: 'node_modules/a', alias: 'node_modules/alias', m: 'packages/m' },
      'packages/m': { b: 'packages/m/node_modules/b' },
    });
    expect(Object.fromEntries(packages.get('node_modules/a')?.edges ?? [])).toEqual({
      b: 'node_modules/a/node_modules/b',
    });
    expect(packages.get('node_modules/alias')).toMatchObject({ name: 'real', version: '1.0.0' });
    expect(packages.get('node_modules/b')?.platform).toBe(true);
  });

  it('A-2 reads the nested form of version 1', () => {
    const { importers, packages } = graphOf(
      {
        lockfileVersion: 1,
        dependencies: {
          a: { version: '1.0.0', requires: { b: '1' }, dependencies: { b: { version: '1.1.0' } } },
          b: { version: '1.0.0' },
          alias: { version: 'npm:real@1.2.0' },
          local: { version: 'file:libs/local' },
          cloned: {
            version: 'git+ssh://git@host.example/o/cloned.git#0a1b',
            from: 'git+ssh://git@host.example/o/cloned.git',
          },
          fetched: { version: 'https://host.example/fetched.tgz' },
        },
      },
      { dependencies: { a: '1', alias: 'npm:real@1', local: 'file:libs/local', cloned: 'x', fetched: 'x' } },
    );
    const direct = [...(importers.get('.') ?? [])].map(([name, key]) => {
      const locked = packages.get(key);
      return [name, locked?.name, locked?.version, locked?.origin.source, locked?.origin.address];
    });
    expect(direct).toEqual([
      ['a', 'a', '1.0.0', 'registry', undefined],
      ['alias', 'real', '1.2.0', 'registry', undefined],
      ['local', 'local', '', 'path', 'libs/local'],
      ['cloned', 'cloned', '', 'git', 'git+ssh://git@host.example/o/cloned.git@0a1b'],
      ['fetched', 'fetched', '', 'url', 'https://host.example/fetched.tgz'],
    ]);
    expect(packages.get('node_modules/a')?.edges.get('b')).toBe('node_modules/a/node_modules/b');
  });

  it.each([
    ['https://registry.example/a/-/a-1.0.0.tgz', 'registry'],
    ['https://registry.example/download/@o/a/1.0.0/0a1b', 'registry'],
    ['https://host.example/a.tgz', 'url'],
    ['https://codeload.github.com/o/a/tar.gz/0a1b', 'git'],
    ['git+https://host.example/a.git#0a1b', 'git'],
    ['file:a.tgz', 'path'],
    ['', 'registry'],
  ])('takes %j for a %s source', (resolved, source) => {
    const { packages } = graphOf({
      lockfileVersion: 3,
      packages: { 'node_modules/a': { version: '1.0.0', resolved } },
    });
    expect(packages.get('node_modules/a')?.origin.source).toBe(source);
  });

  it.each([
    ['a', '/a/-/a-1.0.0.tgz', 'registry'],
    ['a', '/mirror/of/npm/a/-/a-1.0.0.tgz', 'registry'],
    ['@o/a', '/@o/a/-/a-1.0.0.tgz', 'registry'],
    ['@o/a', '/mirror/@o%2fa/-/@o/a-1.0.0.tgz', 'registry'],
    ['@o/a', '/mirror/%40o%2Fa/-/1.0.0/a-1.0.0.tgz', 'registry'],
    ['a', '/download/@o/evil/1.0.0/0a1b', 'registry'],
    ['a', '/~/11/@o/evil/1.0.0.tgz', 'registry'],
    ['a', '/evil/-/evil-1.0.0.tgz', 'url'],
    ['a', '/evil/-/a-1.0.0.tgz', 'url'],
    ['a', '/mirror/a/evil/-/evil-1.0.0.tgz', 'url'],
    ['a', '/@evil/a/-/a-1.0.0.tgz', 'url'],
    ['@o/a', '/a/-/a-1.0.0.tgz', 'url'],
    ['a', '/a/-/../../evil/-/evil-1.0.0.tgz', 'url'],
    ['a', '/a/-/..%2f..%2fevil%2f-%2fevil-1.0.0.tgz', 'url'],
    ['a', '/evil/-/evil-1.0.0.tgz?/a/-/a-1.0.0.tgz', 'url'],
    ['a', '/evil/-/evil-1.0.0.tgz#/a/-/a-1.0.0.tgz', 'url'],
    ['a', '/%65vil/-/evil-1.0.0.tgz', 'url'],
  ])('takes %s of %s for a %s source, since a registry sends what its address names (A-34)', (name, path, source) => {
    const resolved = `https://registry.example${path}`;
    const entry = { version: '1.0.0', resolved, integrity: 'sha512-x' };
    const { packages } = graphOf({ lockfileVersion: 3, packages: { [`node_modules/${name}`]: entry } });
    expect(packages.get(`node_modules/${name}`)).toMatchObject({ name, origin: { source } });
    const nested = graphOf({ lockfileVersion: 1, dependencies: { [name]: entry } });
    expect(nested.packages.get(`node_modules/${name}`)?.origin.source).toBe(source);
  });

  it('takes the name of an alias for the one its address has to name', () => {
    const resolved = 'https://registry.example/real/-/real-1.0.0.tgz';
    const { packages } = graphOf({
      lockfileVersion: 3,
      packages: {
        'node_modules/alias': { name: 'real', version: '1.0.0', resolved },
        'node_modules/older': { version: 'npm:real@1.0.0', resolved },
        'node_modules/false': { name: 'trusted', version: '1.0.0', resolved },
        'node_modules/falser': { version: 'npm:trusted@1.0.0', resolved },
      },
    });
    expect([...packages.values()].map(({ name, origin }) => [name, origin.source, origin.address])).toEqual([
      ['real', 'registry', undefined],
      ['real', 'registry', undefined],
      ['trusted', 'url', resolved],
      ['trusted', 'url', resolved],
    ]);
  });

  it.each([
    ['paths', { packages: { [`node_modules/a${'/node_modules/a'.repeat(60)}`]: { version: '1.0.0' } } }],
    ['a tree', { dependencies: nested(60) }],
  ])('refuses %s nested too deep to be looked through', (_, lock) => {
    expect(readNpmLock(JSON.stringify(lock), new Map())).toEqual({
      ok: false,
      reason: 'too-deep',
      message: 'The lockfile nests packages more than 100 folders deep.',
    });
  });

  it('ignores entries and fields of the wrong type', () => {
    const { packages } = graphOf({
      lockfileVersion: 3,
      packages: { 'node_modules/a': [], 'node_modules/b': { version: 1, dependencies: 'x' }, 'node_modules/../c': {} },
    });
    expect([...packages]).toEqual([
      ['node_modules/b', expect.objectContaining({ name: 'b', version: '', edges: new Map() })],
    ]);
  });
});

function nested(depth: number): Record<string, unknown> {
  return { a: { version: '1.0.0', ...(depth > 0 ? { dependencies: nested(depth - 1) } : {}) } };
}
