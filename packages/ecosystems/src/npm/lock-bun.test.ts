import { describe, expect, it } from 'vitest';
import { readBunLock } from './lock-bun.ts';

describe('bun.lock', () => {
  it('A-2 follows nested keys and tells sources apart', async () => {
    const reading = await readBunLock(`{
  "lockfileVersion": 1,
  // a comment
  "workspaces": {
    "": { "name": "app", "dependencies": { "a": "1", "b": "github:o/b", "c": "https://host.example/c.tgz", "d": "link:d" }, },
    "packages/m": { "name": "@scope/m", "dependencies": { "a": "2", }, },
  },
  "packages": {
    "@scope/m": ["@scope/m@workspace:packages/m"],
    "@scope/m/a": ["a@2.0.0", "", {}, "sha512-x"],
    "a": ["a@1.0.0", "", { "dependencies": { "e": "1" }, "os": "linux" }, "sha512-x"],
    "a/e": ["e@1.0.0", "", {}, "sha512-x"],
    "b": ["b@github:o/b#0a1b", {}, "o-b-0a1b"],
    "c": ["c@https://host.example/c.tgz", {}],
    "d": ["d@link:d", {}],
    "e": ["e@2.0.0", "", {}, "sha512-x"],
  }
}
`);
    if (!reading.ok) throw new Error(reading.message);
    const { importers, packages } = reading.graph;
    expect(Object.fromEntries([...importers].map(([path, edges]) => [path, Object.fromEntries(edges)]))).toEqual({
      '.': { a: 'a', b: 'b', c: 'c', d: 'd' },
      'packages/m': { a: '@scope/m/a' },
    });
    expect(Object.fromEntries(packages.get('a')?.edges ?? [])).toEqual({ e: 'a/e' });
    expect(packages.get('a')?.platform).toBe(true);
    expect([...packages.values()].map(({ name, version, origin }) => [name, version, origin])).toEqual([
      ['@scope/m', '', { source: 'path', address: 'packages/m' }],
      ['a', '2.0.0', { source: 'registry' }],
      ['a', '1.0.0', { source: 'registry' }],
      ['e', '1.0.0', { source: 'registry' }],
      ['b', '', { source: 'git', address: 'git+https://github.com/o/b.git@0a1b' }],
      ['c', '', { source: 'url', address: 'https://host.example/c.tgz' }],
      ['d', '', { source: 'path', address: 'd' }],
      ['e', '2.0.0', { source: 'registry' }],
    ]);
  });

  it.each([
    ['', 'registry'],
    ['https://registry.example/mirror/@o/a/-/a-1.0.0.tgz', 'registry'],
    ['https://registry.example/', 'registry'],
    ['https://registry.example/@o/evil/-/evil-1.0.0.tgz', 'url'],
    ['https://registry.example/a/-/a-1.0.0.tgz', 'url'],
  ])('takes a package whose tarball is at %j for a %s source (A-34)', async (address, source) => {
    const text = JSON.stringify({ workspaces: {}, packages: { b: ['@o/a@1.0.0', address, {}, 'sha512-x'] } });
    const reading = await readBunLock(text);
    expect(reading.ok && reading.graph.packages.get('b')).toMatchObject({ name: '@o/a', origin: { source } });
  });

  it('refuses keys nested too deep to be looked through', async () => {
    const key = `a${'/a'.repeat(100)}`;
    expect(await readBunLock(`{"workspaces": {}, "packages": {"${key}": ["a@1.0.0"]}}`)).toMatchObject({
      ok: false,
      reason: 'too-deep',
    });
  });

  it('keeps commas inside texts', async () => {
    const reading = await readBunLock(
      '{"workspaces": {"": {"name": "a,]", "dependencies": {"b": "\\",}"}}}, "packages": {},}',
    );
    expect(reading.ok).toBe(true);
  });

  it.each([
    ['half a file', '{\n  "workspaces": {\n    "": {', 3],
    ['prose', 'Nothing', 1],
    ['something else', '{"lockfileVersion": 3, "packages": {}}', undefined],
    ['a list', '[]', undefined],
  ])('reports %s', async (_, text, line) => {
    const reading = await readBunLock(text);
    expect(reading).toMatchObject({ ok: false, reason: 'malformed' });
    expect(!reading.ok && reading.line).toBe(line);
  });
});
