import { describe, expect, it } from 'vitest';
import { matchesGlob, matchesLibrary, matchesSkill, type Pattern, parsePattern, patternOfPlace } from './pattern.ts';

const IDS = ['cargo', 'golang', 'maven', 'npm', 'pypi'];

describe('parsePattern', () => {
  it.each<[string, Pattern]>([
    ['@tanstack/*', { name: '@tanstack/*' }],
    ['npm:@tanstack/db', { ecosystem: 'npm', name: '@tanstack/db' }],
    ['pkg:npm/%40tanstack/db', { ecosystem: 'npm', name: '@tanstack/db' }],
    ['pkg:npm/@tanstack/*#skills/db-core', { ecosystem: 'npm', name: '@tanstack/*', skill: 'skills/db-core' }],
    ['pkg:maven/org.acme/cart', { ecosystem: 'maven', name: 'org.acme:cart' }],
    ['maven:org.acme:*', { ecosystem: 'maven', name: 'org.acme:*' }],
    ['org.acme:cart', { name: 'org.acme:cart' }],
    ['golang:github.com/acme/*', { ecosystem: 'golang', name: 'github.com/acme/*' }],
    ['cart#*', { name: 'cart' }],
    ['#experimental-*', { name: '*', skill: 'experimental-*' }],
    [' cart#./skills/a/ ', { name: 'cart', skill: 'skills/a' }],
    ['*', { name: '*' }],
    ['junit:junit', { name: 'junit:junit' }],
    ['*:cart', { name: '*:cart' }],
    ['maven:log4j:log4j-core', { ecosystem: 'maven', name: 'log4j:log4j-core' }],
    ['maven:*', { ecosystem: 'maven', name: '*' }],
    ['@*', { name: '@*' }],
    ['git:github.com/acme/*', { name: '*', from: { source: 'git', place: 'github.com/acme/*' } }],
    ['git:git+https://me:pw@host.example/o/r.git', { name: '*', from: { source: 'git', place: 'host.example/o/r' } }],
    [
      'url:https://host.example/x.tgz#a',
      { name: '*', from: { source: 'url', place: 'host.example/x.tgz' }, skill: 'a' },
    ],
    ['path:./vendor/x/', { name: '*', from: { source: 'path', place: 'vendor/x' } }],
    ['bundled:@acme/carrier', { name: '*', from: { source: 'bundled', place: '@acme/carrier' } }],
  ])('reads %j', (text, pattern) => {
    expect(parsePattern(text, IDS)).toEqual(pattern);
  });

  it.each([
    ['', 'it is empty'],
    ['cart#', 'it names no skill behind #'],
    ['npm:', 'it names no library'],
    ['pkg:npm', 'it names no library'],
    ['cart@1.0.0', 'it names a version or a source, and a policy is for all of them'],
    ['pkg:npm/%40tanstack/db@0.15.2', 'it names a version or a source, and a policy is for all of them'],
    ['pkg:npm/cart?vcs_url=x', 'it names a version or a source, and a policy is for all of them'],
    ['x'.repeat(513), 'it is too long'],
    ['good:1.0.0', 'it names a version or a source, and a policy is for all of them'],
    ['npm:good:1.0.0', 'it names a version or a source, and a policy is for all of them'],
    ['maven:org.acme:cart:1.0', 'it names a version or a source, and a policy is for all of them'],
    ['org.acme:1.0', 'it names a version or a source, and a policy is for all of them'],
    ['maven:cart', 'a library of Maven is named group:artifact'],
    ['pkg:maven/cart', 'a library of Maven is named group:artifact'],
    ...['Npm:good', 'NPM:good', 'rubygems:good', 'node:good', 'PKG:npm/good', 'file:good'].map(
      (text): [string, string] => [
        text,
        'what is before ":" is none of cargo, golang, maven, npm, pypi; libraries of Maven are written maven:group:artifact',
      ],
    ),
    ['pkg:gem/good', '"gem" is none of cargo, golang, maven, npm, pypi'],
    ['pkg:NPM/good', '"NPM" is none of cargo, golang, maven, npm, pypi'],
    ['pkg://npm/good', 'it names no library'],
    ['npm: good', 'it holds a character that no name holds'],
    ['good bad', 'it holds a character that no name holds'],
    ['good,bad', 'it holds a character that no name holds'],
    ['good==1.0', 'it holds a character that no name holds'],
    ['pkg:npm/go%zzod', 'it holds a character that no name holds'],
    ['good/', 'it is written like a path, and a library is meant by its name'],
    ['./good', 'it is written like a path, and a library is meant by its name'],
    ['/good', 'it is written like a path, and a library is meant by its name'],
    ['npm:../good', 'it is written like a path, and a library is meant by its name'],
    ['pkg:npm//good', 'it is written like a path, and a library is meant by its name'],
    ['git:', 'it says nothing behind git:'],
    ['url:https://', 'it says nothing behind url:'],
    ['git:host.example/o/r@0a1b', 'it names a version or a source, and a policy is for all of them'],
    ['bundled:carrier@1.0.0', 'it names a version or a source, and a policy is for all of them'],
    ['@tanstack', 'it names a scope; all of its packages are meant by /* behind it'],
  ])('says why %j is none', (text, reason) => {
    expect(parsePattern(text, IDS)).toEqual({ reason });
  });
});

it.each<[string, string, boolean]>([
  ['', '', true],
  ['*', '', true],
  ['*', 'a/b', true],
  ['a*c', 'abbc', true],
  ['a*c', 'abb', false],
  ['*a*b*', 'xxaxxbxx', true],
  ['a.c', 'abc', false],
  ['a', 'A', false],
])('%j matches %j: %j', (glob, text, expected) => {
  expect(matchesGlob(glob, text)).toBe(expected);
});

it('matches in no more than the product of both lengths', () => {
  expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(20_000))).toBe(false);
});

it.each<[Pattern, string, string, boolean]>([
  [{ name: 'Foo_Bar' }, 'pypi', 'foo-bar', true],
  [{ name: 'serde-json' }, 'cargo', 'serde_json', true],
  [{ name: 'Foo' }, 'npm', 'foo', false],
  [{ ecosystem: 'npm', name: 'foo' }, 'pypi', 'foo', false],
  [{ name: '*', workspace: true }, 'npm', 'foo', false],
  [{ name: '*', workspace: false }, 'npm', 'foo', true],
])('%j speaks of %s %s: %j', (pattern, ecosystem, name, expected) => {
  expect(matchesLibrary(pattern, { purl: `pkg:${ecosystem}/${name}@1.0.0`, ecosystem, name, source: 'registry' })).toBe(
    expected,
  );
});

it.each([
  [undefined, true],
  ['skills/db-core/live', true],
  ['db-core/live', true],
  ['live', true],
  ['Live queries', true],
  ['skills/*', true],
  ['ive', false],
  ['db-core', false],
])('%j speaks of a skill by path, end of path or name: %j', (skill, expected) => {
  const pattern = { name: '*', ...(skill === undefined ? {} : { skill }) };
  expect(matchesSkill(pattern, { path: 'skills/db-core/live', name: 'Live queries' })).toBe(expected);
});

it.each<[string, 'git' | 'url' | 'path' | 'bundled', string, string]>([
  ['git:host.example/o/*', 'git', 'vcs_url=git%2Bhttps://git@host.example/o/r.git%400a1b2c', 'git:host.example/o/r'],
  ['url:host.example/*', 'url', 'download_url=https://host.example/x-1.0.0.tgz', 'url:host.example/x-1.0.0.tgz'],
  ['path:vendor/*', 'path', 'path=vendor/x', 'path:vendor/x'],
  ['bundled:@acme/carrier', 'bundled', 'bundled_in=%40acme/carrier', 'bundled:@acme/carrier'],
])('%j speaks of what came from there, by no name (A-34)', (text, source, qualifier, shown) => {
  const pattern = parsePattern(text, IDS);
  if ('reason' in pattern) throw new Error(pattern.reason);
  const library = { purl: `pkg:npm/x@1.0.0?${qualifier}`, ecosystem: 'npm', name: '@trusted/x', source };
  expect(matchesLibrary(pattern, library)).toBe(true);
  expect(matchesLibrary(pattern, { ...library, source: 'registry' })).toBe(false);
  expect(matchesLibrary(pattern, { ...library, purl: 'pkg:npm/x@1.0.0?path=elsewhere' })).toBe(false);
  expect(patternOfPlace(library)).toBe(shown);
});
