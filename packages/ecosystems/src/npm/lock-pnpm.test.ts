import { describe, expect, it } from 'vitest';
import { readPnpmLock } from './lock-pnpm.ts';

async function graphOf(text: string) {
  const reading = await readPnpmLock(text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.graph;
}

describe('pnpm-lock.yaml', () => {
  it.each([
    [
      'version 5',
      'lockfileVersion: 5.4\ndependencies:\n  a: 1.0.0_b@2.0.0\npackages:\n  /a/1.0.0_b@2.0.0:\n    resolution: {integrity: x}\n    dependencies:\n      b: 2.0.0\n  /b/2.0.0:\n    resolution: {integrity: x}\n',
      '/a/1.0.0_b@2.0.0',
    ],
    [
      'version 6',
      "lockfileVersion: '6.0'\ndependencies:\n  a:\n    specifier: ^1\n    version: 1.0.0(b@2.0.0)\npackages:\n  /a@1.0.0(b@2.0.0):\n    resolution: {integrity: x}\n    dependencies:\n      b: 2.0.0\n  /b@2.0.0:\n    resolution: {integrity: x}\n",
      '/a@1.0.0(b@2.0.0)',
    ],
    [
      'version 9',
      "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        specifier: 'catalog:'\n        version: 1.0.0(b@2.0.0)\npackages:\n  a@1.0.0:\n    resolution: {integrity: x}\n  b@2.0.0:\n    resolution: {integrity: x}\nsnapshots:\n  a@1.0.0(b@2.0.0):\n    dependencies:\n      b: 2.0.0\n  b@2.0.0: {}\n",
      'a@1.0.0(b@2.0.0)',
    ],
  ])('A-2 finds versions behind their peers: %s', async (_, text, key) => {
    const { importers, packages } = await graphOf(text);
    expect(importers.get('.')?.get('a')).toBe(key);
    expect(packages.get(key)).toMatchObject({ name: 'a', version: '1.0.0', origin: { source: 'registry' } });
    const below = packages.get(packages.get(key)?.edges.get('b') ?? '');
    expect(below).toMatchObject({ name: 'b', version: '2.0.0' });
  });

  it.each([
    ['{integrity: x, tarball: https://registry.example/a.tgz}', 'registry'],
    ['\n      tarball: https://registry.example/a.tgz', 'registry'],
    ['{integrity: x, tarball: https://registry.example/mirror/a/-/a-1.0.0.tgz}', 'registry'],
    ['{integrity: x, tarball: https://registry.example/evil/-/evil-1.0.0.tgz}', 'url'],
    ['{integrity: x, tarball: evil/-/evil-1.0.0.tgz}', 'url'],
    ['\n      tarball: https://registry.example/@evil/a/-/a-1.0.0.tgz', 'url'],
    ['{"type": git, "repo": https://host.example/o/a, "commit": 0a1b}', 'git'],
    ['{type: git, repo: https://host.example/o/a, commit: 0a1b}', 'git'],
    ['{type: directory, directory: ../a}', 'path'],
    ['\n      directory: ../a', 'path'],
  ])('sees where a version was fetched that looks like one of a registry: %s (A-34)', async (resolution, source) => {
    const { packages } = await graphOf(
      `lockfileVersion: '9.0'\npackages:\n  a@1.0.0:\n    resolution: ${resolution}\nsnapshots:\n  a@1.0.0: {}\n`,
    );
    expect(packages.get('a@1.0.0')?.origin.source).toBe(source);
  });

  it('tells git, downloads, directories and archives apart', async () => {
    const { packages } = await graphOf(`lockfileVersion: '9.0'
packages:
  hosted@https://codeload.github.com/o/hosted/tar.gz/0a1b:
    resolution: {tarball: https://codeload.github.com/o/hosted/tar.gz/0a1b}
    version: 1.0.0
  cloned@git+https://host.example/o/cloned.git#0a1b:
    resolution: {commit: 0a1b, repo: https://user:secret@host.example/o/cloned.git, type: git}
    version: 1.1.0
  fetched@https://host.example/fetched.tgz:
    resolution: {tarball: https://host.example/fetched.tgz?token=secret}
    version: 1.2.0
  folder@file:libs/folder:
    resolution: {directory: libs/folder, type: directory}
  packed@file:packed.tgz:
    resolution: {integrity: x, tarball: file:packed.tgz}
    version: 1.3.0
  mirrored@1.4.0:
    resolution: {integrity: x, tarball: https://mirror.example/mirrored-1.4.0.tgz}
snapshots:
  hosted@https://codeload.github.com/o/hosted/tar.gz/0a1b: {}
  cloned@git+https://host.example/o/cloned.git#0a1b: {}
  fetched@https://host.example/fetched.tgz: {}
  folder@file:libs/folder: {}
  packed@file:packed.tgz: {}
  mirrored@1.4.0: {}
`);
    expect([...packages.values()].map(({ name, version, origin }) => [name, version, origin])).toEqual([
      ['hosted', '1.0.0', { source: 'git', address: 'git+https://github.com/o/hosted.git@0a1b' }],
      ['cloned', '1.1.0', { source: 'git', address: 'git+https://host.example/o/cloned.git@0a1b' }],
      ['fetched', '1.2.0', { source: 'url', address: 'https://host.example/fetched.tgz' }],
      ['folder', '', { source: 'path', address: 'libs/folder' }],
      ['packed', '1.3.0', { source: 'path', address: 'packed.tgz' }],
      ['mirrored', '1.4.0', { source: 'registry' }],
    ]);
  });

  it("reads the project's document where pnpm put its own before it", async () => {
    const { importers } = await graphOf(
      "---\nlockfileVersion: '9.0'\nimporters:\n  .:\n    packageManagerDependencies:\n      pnpm:\n        specifier: 12.0.0\n        version: 12.0.0\n---\nlockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        specifier: 1.0.0\n        version: 1.0.0\nsnapshots:\n  a@1.0.0: {}\n",
    );
    expect([...(importers.get('.') ?? [])]).toEqual([['a', 'a@1.0.0']]);
  });

  it('reads what an editor made of it with a full parser', async () => {
    const { packages } = await graphOf(
      "lockfileVersion: '9.0' # edited\npackages: {a@1.0.0: {resolution: {integrity: x}}}\nsnapshots: {a@1.0.0: {}}\n",
    );
    expect([...packages.values()].map(({ name, version }) => [name, version])).toEqual([['a', '1.0.0']]);
  });

  it.each([
    ['a merge conflict', "lockfileVersion: '9.0'\n<<<<<<< HEAD\n", 'malformed', 2],
    ['no YAML', "lockfileVersion: '9.0'\na: [b\nc: d\n", 'malformed', 3],
    ['nothing', ' \n', 'malformed', undefined],
    ['no version', 'importers: {}\n', 'malformed', undefined],
    ['a version of the future', "lockfileVersion: '10.0'\n", 'unsupported', undefined],
    ['aliases that multiply', `a: &a [x]\n${'b: *a\n'.repeat(500)}`, 'malformed', expect.any(Number)],
  ])('reports %s', async (_, text, reason, line) => {
    const reading = await readPnpmLock(text);
    expect(reading).toMatchObject({ ok: false, reason });
    expect(!reading.ok && reading.line).toEqual(line);
  });
});
