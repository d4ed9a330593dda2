import type { Skill, Trust } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import { describe, expect, test } from 'vitest';
import { extensionName, oneSpelling, servedSkills, uriBelow } from './served-skill.ts';

function skillAt(path: string, name: string, trust: Trust = 'readable'): Skill {
  return {
    id: `pkg:npm/cart@1.0.0#${path}`,
    path,
    entry: 'SKILL.md',
    name,
    description: 'Use it.',
    digest: 'sha256:0',
    standing: 'usual',
    trust,
    files: [],
    headings: [],
    frontmatter: {},
    notes: [],
  };
}

function library(ecosystem: string, name: string, version: string, skills: readonly Skill[]): Library {
  return {
    purl: `pkg:${ecosystem}/${name}@${version}`,
    ecosystem,
    name,
    version,
    relation: 'direct',
    via: [],
    evidence: 'installed',
    source: 'registry',
    skills,
  };
}

const roots = (...libraries: readonly Library[]) => servedSkills(libraries).map(({ root }) => root);

describe('the URI of a skill', () => {
  test.each<[string, Library, string]>([
    [
      'lies at its path',
      library('npm', 'cart', '1.0.0', [skillAt('skills/pay', 'pay')]),
      'skill://npm/cart@1.0.0/skills/pay',
    ],
    [
      'of a scoped package',
      library('npm', '@a/b', '1.0.0', [skillAt('skills/x', 'x')]),
      'skill://npm/@a/b@1.0.0/skills/x',
    ],
    [
      'of a module',
      library('golang', 'github.com/a/b', 'v1.2.3', [skillAt('skills/x', 'x')]),
      'skill://golang/github.com/a/b@v1.2.3/skills/x',
    ],
    [
      'of a jar',
      library('maven', 'g:a', '1', [skillAt('META-INF/skills/x', 'x')]),
      'skill://maven/g:a@1/META-INF/skills/x',
    ],
    ['at the root', library('npm', 'cart', '1.0.0', [skillAt('.', 'cart')]), 'skill://npm/cart@1.0.0/cart'],
    ['whose name differs', library('npm', 'c', '1', [skillAt('skills/a', 'b')]), 'skill://npm/c@1/skills/a/b'],
    [
      'with a slash name',
      library('npm', 'c', '1', [skillAt('skills/core/x', 'core/x')]),
      'skill://npm/c@1/skills/core/x',
    ],
    ['that is one file', library('npm', 'c', '1', [skillAt('rules/a.md', 'a')]), 'skill://npm/c@1/rules/a.md/a'],
    ['with a space', library('npm', 'c', '1+b', [skillAt('my skills/a', 'a')]), 'skill://npm/c@1%2Bb/my%20skills/a'],
  ])('%s', (_name, given, uri) => {
    expect(roots(given)).toEqual([uri]);
    expect([new URL(uri).href, oneSpelling(uri)]).toEqual([uri, uri]);
  });

  test('is never that of another skill', () => {
    const skills = [skillAt('s/a', 'b'), skillAt('s/a/b', 'b'), skillAt('s/a/B', 'b')];
    expect(roots(library('npm', 'c', '1', skills), library('npm', 'c', '2', skills.slice(0, 1)))).toEqual([
      'skill://npm/c@1/s/a/B/b',
      'skill://npm/c@1/s/a/b',
      'skill://npm/c@1/s/a/~/b',
      'skill://npm/c@2/s/a/b',
    ]);
  });

  test('is given to what may be read alone', () => {
    const skills = [skillAt('s/a', 'a', 'withheld'), skillAt('s/b', 'b')];
    expect(roots(library('npm', 'c', '1', skills))).toEqual(['skill://npm/c@1/s/b']);
  });
});

test.each([
  ['db-core/live-queries', 'live-queries'],
  ['Übung Zwei!', 'bung-zwei'],
  ['--a--b--', 'a-b'],
  ['日本', 'skill'],
  ['', 'skill'],
  [`${'a'.repeat(63)}-b`, 'a'.repeat(63)],
])('%j is called %j', (name, expected) => {
  expect(extensionName(name)).toBe(expected);
});

test.each([
  ['references/a b.md', 'skill://npm/c@1/x/references/a%20b.md'],
  ['a/../b.md', undefined],
  ['a//b.md', undefined],
])('the file %j lies at %j', (path, uri) => {
  expect(uriBelow('skill://npm/c@1/x', path)).toBe(uri);
});

test.each([
  ['skill://npm/%40a/b%401/x/', 'skill://npm/@a/b@1/x'],
  ['skill://npm/a%2fb', 'skill://npm/a%2Fb'],
  ['skill://npm/%zz', 'skill://npm/%zz'],
  ['file:///etc/passwd', 'skill://'],
])('%j is written %j', (uri, expected) => {
  expect(oneSpelling(uri)).toBe(expected);
});
