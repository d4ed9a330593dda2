import { LIMITS } from '@skillscope/core';
import { expect, test } from 'vitest';
import { openWays } from './ways.ts';

interface Node {
  readonly identity: { readonly name: string };
  readonly parent?: Node;
}

function chain(length: number): readonly Node[] {
  const nodes: Node[] = [];
  for (let index = 0; index < length; index += 1) {
    const parent = nodes[index - 1];
    nodes.push({ identity: { name: `n${index}` }, ...(parent ? { parent } : {}) });
  }
  return nodes;
}

test('gives the way from the project on, asked in any order', () => {
  const nodes = chain(4);
  const wayTo = openWays<Node>();
  expect([...nodes].reverse().map(wayTo)).toEqual([['n0', 'n1', 'n2'], ['n0', 'n1'], ['n0'], []]);
});

test('a chain of a hundred thousand shares its beginning', () => {
  const nodes = chain(100_000);
  const wayTo = openWays<Node>();
  const ways = nodes.map(wayTo);
  expect(ways.at(-1)).toHaveLength(LIMITS.viaNames);
  expect(new Set(ways).size).toBe(LIMITS.viaNames + 1);
});
