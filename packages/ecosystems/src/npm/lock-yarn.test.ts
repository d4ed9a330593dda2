import { describe, expect, it } from 'vitest';
import { readYarnLock } from './lock-yarn.ts';
import { originOfReference } from './lock-yarn-berry.ts';
import { readManifest } from './manifest.ts';

async function graphOf(text: string, root: Readonly<Record<string, unknown>> = {}) {
  const manifest = readManifest(root, true);
  const reading = await readYarnLock(text, new Map(manifest ? [['.', manifest]] : []));
  if (!reading.ok) throw new Error(reading.message);
  return reading.graph;
}

describe("the first Yarn's lockfile", () => {
  it('A-2 follows ranges to the entry that has them, and tells sources apart', async () => {
    const { importers, packages } = await graphOf(
      `# yarn lockfile v1


"@scope/a@^1.0.0", "@scope/a@^1.1.0":
  version "1.2.0"
  resolved "https://registry.example/@scope/a/-/a-1.2.0.tgz#0a1b"
  dependencies:
    b "1"

"b@1", "b@npm:^1.0.0":
  version "1.0.0"
  resolved "https://registry.example/b/-/b-1.0.0.tgz#0a1b"

"c@github:owner/c":
  version "1.3.0"
  resolved "https://codeload.github.com/owner/c/tar.gz/0a1b"

d@https://host.example/d.tgz:
  version "1.4.0"
  resolved "https://host.example/d.tgz#0a1b"

"e@npm:real@^1":
  version "1.5.0"
  resolved "https://registry.example/real/-/real-1.5.0.tgz#0a1b"
`,
      {
        dependencies: { '@scope/a': '^1.1.0', c: 'github:owner/c', d: 'https://host.example/d.tgz', e: 'npm:real@^1' },
      },
    );
    const direct = importers.get('.') ?? new Map<string, string>();
    expect(
      [...direct].map(([name, key]) => [
        name,
        packages.get(key)?.name,
        packages.get(key)?.version,
        packages.get(key)?.origin,
      ]),
    ).toEqual([
      ['@scope/a', '@scope/a', '1.2.0', { source: 'registry' }],
      ['c', 'c', '1.3.0', { source: 'git', address: 'git+https://github.com/owner/c.git@0a1b' }],
      ['d', 'd', '1.4.0', { source: 'url', address: 'https://host.example/d.tgz' }],
      ['e', 'real', '1.5.0', { source: 'registry', name: 'real' }],
    ]);
    const a = packages.get(direct.get('@scope/a') ?? '');
    expect(packages.get(a?.edges.get('b') ?? '')).toMatchObject({ name: 'b', version: '1.0.0' });
  });
});

describe('a tarball of another package (A-34)', () => {
  const address = 'https://registry.example/evil/-/evil-1.0.0.tgz';
  const archive = encodeURIComponent(address);

  it.each([
    ['the first Yarn', `trusted@^1:\n  version "1.0.0"\n  resolved "${address}#0a1b"\n`],
    [
      'the later Yarns',
      `__metadata:\n  version: 8\n\n"trusted@npm:^1":\n  version: 1.0.0\n  resolution: "trusted@npm:1.0.0::__archiveUrl=${archive}"\n`,
    ],
  ])('is no registry package in the lockfile of %s', async (_, text) => {
    const { packages } = await graphOf(text);
    expect([...packages.values()]).toMatchObject([{ name: 'trusted', origin: { source: 'url', address } }]);
  });

  it('goes by its own name where a pattern asks for it', async () => {
    const { packages } = await graphOf(
      `trusted@^1, "trusted@npm:evil@1.0.0":\n  version "1.0.0"\n  resolved "${address}#0a1b"\n`,
    );
    expect([...packages.values()]).toMatchObject([{ name: 'evil', origin: { source: 'registry' } }]);
  });

  it.each([
    [`npm:1.0.0::__archiveUrl=${archive}`, 'evil', 'registry'],
    [`npm:1.0.0::__archiveUrl=${archive}`, 'trusted', 'url'],
    [`virtual:0a1b#npm:1.0.0::__archiveUrl=${archive}`, 'trusted', 'url'],
    [`patch:trusted@${encodeURIComponent(`npm:1.0.0::__archiveUrl=${archive}`)}#x.patch`, 'trusted', 'url'],
    ['patch:evil@npm%3A1.0.0#x.patch::version=1.0.0', 'evil', 'registry'],
    ['patch:evil@npm%3A1.0.0#x.patch::version=1.0.0', 'trusted', 'url'],
    ['virtual:0a1b#patch:evil@npm%3A1.0.0#x.patch', 'trusted', 'url'],
    ['patch:trusted@patch%3Aevil%40npm%253A1.0.0%23y#x', 'trusted', 'url'],
    ['patch:trusted@patch%3Atrusted%40npm%253A1.0.0%23y#x', 'trusted', 'registry'],
    ['patch:%E0%A4%A@npm%3A1.0.0#x', 'trusted', 'url'],
    ['npm:1.0.0::__archiveUrl=https%3A%2F%2Fhost.example%2Fdownload%2F1.tgz', 'trusted', 'registry'],
  ])('is seen in the reference %s of %s', (reference, name, source) => {
    expect(originOfReference(reference, name).source).toBe(source);
  });
});

describe("the later Yarns' lockfile", () => {
  it('A-2 follows ranges that `resolutions` replaced where only one entry can be meant', async () => {
    const { importers, packages } = await graphOf(`__metadata:
  version: 8

"a@npm:2.0.0":
  version: 2.0.0
  resolution: "a@npm:2.0.0"
  linkType: hard

"app@workspace:.":
  version: 0.0.0-use.local
  resolution: "app@workspace:."
  dependencies:
    a: "npm:^1.0.0"
  linkType: soft
`);
    expect(packages.get(importers.get('.')?.get('a') ?? '')?.version).toBe('2.0.0');
  });

  it.each([
    ['npm:1.0.0', { source: 'registry' }],
    ['virtual:0a1b#npm:1.0.0', { source: 'registry' }],
    ['patch:typescript@npm%3A5.0.0#optional!builtin<compat/typescript>::version=5.0.0', { source: 'registry' }],
    ['workspace:packages/a', { source: 'path', address: 'packages/a' }],
    [
      'file:../../libs/local#../../libs/local::hash=0a1b&locator=%40fixture%2Fa%40workspace%3Apackages%2Fa',
      { source: 'path', address: 'libs/local' },
    ],
    ['portal:./lib::locator=app%40workspace%3A.', { source: 'path', address: 'lib' }],
    [
      'https://github.com/owner/name.git#commit=0a1b',
      { source: 'git', address: 'git+https://github.com/owner/name.git@0a1b' },
    ],
    ['https://host.example/a.tgz', { source: 'url', address: 'https://host.example/a.tgz' }],
  ])('reads the reference %j', (reference, origin) => {
    expect(originOfReference(reference, reference.includes('typescript') ? 'typescript' : 'lib')).toEqual(origin);
  });
});

describe('a damaged yarn.lock', () => {
  it.each([
    ['a merge conflict', '# yarn lockfile v1\n<<<<<<< HEAD\n', 2],
    ['prose', 'Nothing to see here.\n', undefined],
    ['JSON', '{"lockfileVersion": 3}', undefined],
    ['half a file', '__metadata:\n  version: 8\n\n"a@npm:1":\n  versi', undefined],
  ])('is reported: %s', async (_, text, line) => {
    const reading = await readYarnLock(text, new Map());
    expect(reading).toMatchObject({ ok: false, reason: 'malformed' });
    expect(!reading.ok && reading.line).toBe(line);
  });
});
