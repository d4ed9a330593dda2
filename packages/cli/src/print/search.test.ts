import { expect, test } from 'vitest';
import type { FoundSkillAnswer, SearchAnswer } from '../commands/search.ts';
import { printSearch } from './search.ts';

const PLAIN = { color: false, width: undefined };

function found(name: string, more: Partial<FoundSkillAnswer>): FoundSkillAnswer {
  return {
    id: `pkg:npm/cart@1.0.0#skills/${name}`,
    name,
    address: `cart#${name}`,
    library: 'cart',
    purl: 'pkg:npm/cart@1.0.0',
    version: '1.0.0',
    relation: 'direct',
    description: `Use for ${name}.`,
    trust: 'readable',
    score: 0.5,
    matched: [],
    by: ['words'],
    ...more,
  };
}

const ANSWER: SearchAnswer = {
  need: 'pay',
  terms: [],
  skills: [
    found('taxes', { trust: 'withheld', description: '', matched: ['pay'] }),
    found('checkout', { matched: ['pay', 'an\u202e', 'order'] }),
    found('refunds', { by: ['meaning'], alsoIn: 'abcd'.split('').map((name) => `${name}\u202e#refunds`) }),
    found('cash', { matched: 'a b c d e f g h i'.split(' '), by: ['words', 'meaning'] }),
  ],
  entries: [],
  libraries: [],
  outside: [],
  encoder: { chosen: 'table', used: 'table' },
  notes: [{ code: 'no-lockfile', message: 'There is none.' }],
};

const SKILLS = `cart#taxes 1.0.0  score 0.5 (pay) [withheld]
cart#checkout 1.0.0  score 0.5 (pay, an, order)
  Use for checkout.
cart#refunds 1.0.0  score 0.5 (by meaning)
  Use for refunds.
  also a#refunds, b#refunds, c#refunds, …
cart#cash 1.0.0  score 0.5 (a, b, c, d, e, f, g, h, …; by meaning)
  Use for cash.

note no-lockfile: There is none.`;

test('says of each skill why it is an answer, and how one is read', () => {
  expect(printSearch(ANSWER, PLAIN)).toBe(`${SKILLS}\nRead one: skillscope read 'cart#checkout'`);
});

test('names no command to an agent that has a tool', () => {
  expect(printSearch(ANSWER, PLAIN, 'tool')).toBe(SKILLS);
});

test('says of a library whether it ships skills, and how the only one is read', () => {
  const library = {
    purl: 'pkg:pypi/charts@2.0.0',
    version: '2.0.0',
    relation: 'direct',
    summary: '',
    score: 0.4,
    matched: [],
    by: ['words'],
  } as const;
  const libraries = [
    { ...library, name: 'plain', skills: 0 },
    { ...library, name: 'many', skills: 3, summary: 'Draws.' },
    { ...library, name: 'charts', skills: 1 },
  ];
  expect(
    printSearch({ ...ANSWER, skills: [], libraries, notes: [] }, PLAIN),
  ).toBe(`No skill in scope fits this need. Terms help: a few names that such an API might carry.

Libraries in scope that describe themselves or are called so:
  plain 2.0.0
  many 2.0.0 (ships 3 skills)  Draws.
  charts 2.0.0 (ships 1 skill)

Read one: skillscope read 'charts'`);
});
