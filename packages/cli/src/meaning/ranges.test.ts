import { expect, it } from 'vitest';
import { gapsIn, isIn, rangesOf } from './ranges.ts';

const range = ([after = 0, upTo = 0]: readonly number[]) => ({ after, upTo });

it.each<[string, readonly number[], readonly number[][], readonly number[][]]>([
  ['nothing covered', [0, 10], [], [[0, 10]]],
  ['all covered', [0, 10], [[0, 10]], []],
  ['more than all covered', [3, 5], [[0, 10]], []],
  [
    'a hole and an end',
    [0, 10],
    [
      [5, 7],
      [0, 3],
    ],
    [
      [3, 5],
      [7, 10],
    ],
  ],
  [
    'overlaps',
    [0, 10],
    [
      [0, 6],
      [2, 4],
      [5, 9],
    ],
    [[9, 10]],
  ],
  ['ranges elsewhere', [0, 10], [[20, 30]], [[0, 10]]],
  ['an empty whole', [4, 4], [], []],
])('gapsIn: %s', (_, whole, covered, gaps) => {
  expect(gapsIn(range(whole), covered.map(range))).toEqual(gaps.map(range));
});

it('isIn takes the end and not the beginning', () => {
  expect([3, 4, 5, 6].map((artifact) => isIn(artifact, [range([3, 5])]))).toEqual([false, true, true, false]);
});

it('takes neighbours as one range', () => {
  expect([rangesOf([7, 3, 4, 9, 8]), rangesOf([])]).toEqual([[range([2, 4]), range([6, 9])], []]);
});
