import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Source } from './dependency.ts';
import { toPurl } from './purl.ts';
import { sourcePlace } from './source-place.ts';

it.each<[Source, Readonly<Record<string, string>>, string | undefined]>([
  ['git', { vcs_url: 'git+https://host.example/o/r.git@0a1b' }, 'host.example/o/r'],
  ['git', { vcs_url: 'git+ssh://git@host.example/o/r.git' }, 'host.example/o/r'],
  ['git', { vcs_url: 'git+https://host.example/o/r?x=1' }, 'host.example/o/r?x=1'],
  ['git', { vcs_url: 'unknown' }, undefined],
  ['url', { download_url: 'https://me:pw@host.example/@o/x-1.0.0.tgz' }, 'host.example/@o/x-1.0.0.tgz'],
  ['url', {}, undefined],
  ['path', { path: '../a b/c&d=é' }, '../a b/c&d=é'],
  ['workspace', { path: 'packages/a' }, 'packages/a'],
  ['bundled', { bundled_in: '@acme/carrier' }, '@acme/carrier'],
  ['registry', { repository_url: 'https://host.example/' }, undefined],
])('a %s source with %j lies at %j', (source, qualifiers, place) => {
  expect(sourcePlace({ purl: toPurl({ type: 'npm', name: '@a/b', version: '1.0.0', qualifiers }), source })).toBe(
    place,
  );
});

it('reads back every path that a package URL can hold', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (path) => {
      fc.pre(path.trim() === path && path !== 'unknown');
      const purl = toPurl({ type: 'npm', name: 'a', version: '1', qualifiers: { arch: 'x', path } });
      expect(sourcePlace({ purl, source: 'path' })).toBe(path);
    }),
  );
});

it.each(['', 'pkg:npm/a?path=%', '?path', '#?path=a'])('nothing is said by %j', (purl) => {
  expect(sourcePlace({ purl, source: 'path' })).toBe(undefined);
});
