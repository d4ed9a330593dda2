import type { Skill } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import { expect, test } from 'vitest';
import { type Fitting, onePlaceEach } from './one-place-each.ts';

const DIRECT = { relation: 'direct' } as const;

test.each([
  [
    'a direct version before one that fits better',
    [fit('a@2.0.0', 0.9), fit('a@1.0.0', 0.5, DIRECT)],
    ['a@1.0.0 + a@2.0.0'],
  ],
  ['what fits better, of two transitive versions', [fit('a@2.0.0', 0.5), fit('a@1.0.0', 0.9)], ['a@1.0.0 + a@2.0.0']],
  ['the newer, of two that fit alike', [fit('a@2.9.0', 0.5), fit('a@2.10.0', 0.5)], ['a@2.10.0 + a@2.9.0']],
  [
    'what may be read before what waits',
    [fit('a@2.0.0', 0.5, { trust: 'unapproved', ...DIRECT }), fit('a@1.0.0', 0.5)],
    ['a@1.0.0 + a@2.0.0'],
  ],
  [
    'a text once, whoever ships it',
    [fit('a@1.0.0', 0.5, { digest: 'x' }), fit('b@1.0.0', 0.5, { digest: 'x', ...DIRECT })],
    ['b@1.0.0 + a@1.0.0'],
  ],
  [
    'skills of other names apart',
    [fit('a@2.0.0', 0.5), fit('a@1.0.0', 0.4, { name: 'other' })],
    ['a@2.0.0', 'a@1.0.0'],
  ],
  ['best first', [fit('a@1.0.0', 0.3), fit('b@1.0.0', 0.5)], ['b@1.0.0', 'a@1.0.0']],
  [
    'a direct dependency before one that fits hardly better',
    [fit('a@1.0.0', 0.505), fit('b@1.0.0', 0.5, DIRECT)],
    ['b@1.0.0', 'a@1.0.0'],
  ],
  ['but not before one that fits better', [fit('a@1.0.0', 0.52), fit('b@1.0.0', 0.5, DIRECT)], ['a@1.0.0', 'b@1.0.0']],
  ['equals by their ids', [fit('b@1.0.0', 0.5), fit('a@1.0.0', 0.5)], ['a@1.0.0', 'b@1.0.0']],
])('%s', (_, fitting, expected) => {
  const told = (all: readonly Fitting[]) =>
    onePlaceEach(all).map(({ chosen, others }) =>
      [chosen, ...others].map(({ library }) => library.purl.slice(8)).join(' + '),
    );
  expect(told(fitting)).toEqual(expected);
  expect(told(fitting.toReversed())).toEqual(expected);
});

test('libraries by their versions', () => {
  const fitting = [fit('a@1.0.0', 0.5), fit('b@1.0.0', 0.4), fit('a@2.0.0', 0.5)].map(({ library, rank }) => ({
    library,
    rank,
  }));
  expect(onePlaceEach(fitting).map(({ chosen }) => chosen.library.purl)).toEqual([
    'pkg:npm/a@2.0.0',
    'pkg:npm/b@1.0.0',
  ]);
});

function fit(
  library: string,
  score: number,
  {
    relation = 'transitive',
    trust = 'readable',
    digest = library,
    name = 'setup',
  }: { relation?: Library['relation']; trust?: Skill['trust']; digest?: string; name?: string } = {},
): Fitting {
  const purl = `pkg:npm/${library}`;
  const skill = { id: `${purl}#${name}`, name, path: name, trust, digest } as Skill;
  return {
    library: {
      purl,
      name: library.split('@')[0] ?? '',
      version: library.split('@')[1] ?? '',
      relation,
      skills: [skill],
    } as unknown as Library,
    skill,
    rank: { id: skill.id, score, matched: [], by: ['words'] },
  };
}
