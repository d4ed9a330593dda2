import type { Scan } from '@skillscope/ecosystems';
import { expect, test } from 'vitest';
import { keepScope, restoreScope, scopeOf } from './scope.ts';

function scanOf(...skills: number[]): Scan {
  return {
    directory: '/work',
    root: '/work',
    ecosystems: [],
    skipped: [],
    notes: [],
    libraries: skills.map((count, index) => ({
      purl: `pkg:npm/lib-${index}@1.0.0`,
      ecosystem: 'npm',
      name: `lib-${index}`,
      version: '1.0.0',
      relation: index < 2 ? 'direct' : 'transitive',
      via: [],
      evidence: index === 0 ? 'locked' : 'installed',
      source: 'registry',
      skills: Array.from({ length: count }, (_, ordinal) => ({
        id: `pkg:npm/lib-${index}@1.0.0#skills/${ordinal}`,
        path: `skills/${ordinal}`,
        entry: 'SKILL.md',
        name: `${ordinal}`,
        description: 'Says something.',
        headings: [],
        digest: 'sha256:0',
        standing: 'usual',
        trust: ordinal === 0 ? 'withheld' : 'readable',
        files: [],
        frontmatter: {},
        notes: [],
      })),
    })),
  };
}

test.each([
  ['none', []],
  ['none that ships', [0, 0, 0]],
  ['all ship', [1, 2]],
  ['first and last ship', [1, 0, 0, 2]],
  ['in between', [0, 3, 0, 1, 1, 0]],
])('a scope is the same after it was kept: %s', (_case, skills) => {
  const scope = scopeOf(scanOf(...skills));
  const { result, details } = JSON.parse(JSON.stringify(keepScope(scope)));
  expect(restoreScope(result, () => details)).toEqual(scope);
});

test('counts what there is', () => {
  expect(scopeOf(scanOf(0, 3, 0, 1)).counts).toEqual({
    libraries: 4,
    direct: 2,
    transitive: 2,
    installed: 3,
    withSkills: 2,
    skills: 4,
    withheld: 2,
  });
});

test('libraries that ship nothing are not asked for by what lists those that do', () => {
  const { result } = keepScope(scopeOf(scanOf(0, 1)));
  const scope = restoreScope(result, () => {
    throw new Error('asked');
  });
  expect([scope.shipping.length, scope.counts.libraries]).toEqual([1, 2]);
  expect(() => scope.libraries).toThrow('asked');
});
