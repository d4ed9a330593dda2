import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { limitQuery, queryWords, readQuery } from './query.ts';

describe('limitQuery', () => {
  test('leaves a query within limits alone', () => {
    const query = { need: 'batch requests', terms: ['batchLink'] };
    expect(limitQuery(query)).toEqual({ query, notes: [] });
  });

  test('cuts a long need, with a note', () => {
    const { query, notes } = limitQuery({ need: 'a'.repeat(2_001), terms: [] });
    expect(query.need).toHaveLength(2_000);
    expect(notes).toEqual([
      { code: 'need-cut', message: 'The need has 2001 characters; the first 2000 were searched for.' },
    ]);
  });

  test('does not cut a character in two', () => {
    const { query } = limitQuery({ need: `${'a'.repeat(LIMITS.needCharacters - 1)}🚀`, terms: [] });
    expect(query.need).toBe('a'.repeat(LIMITS.needCharacters - 1));
  });

  test.each([
    ['too many terms', Array.from({ length: 33 }, (_, index) => `term${index}`)],
    ['too long a term', ['a'.repeat(201)]],
  ])('cuts %s, with a note', (_, terms) => {
    const { query, notes } = limitQuery({ need: '', terms });
    expect(query.terms.length).toBeLessThanOrEqual(32);
    for (const term of query.terms) expect(term.length).toBeLessThanOrEqual(200);
    expect(notes).toEqual([
      { code: 'terms-cut', message: 'The first 32 terms were searched for, and 200 characters of each.' },
    ]);
  });
});

describe('queryWords', () => {
  test('gives each word of need and terms once, the need first', () => {
    expect(queryWords({ need: 'Batch requests, batched', terms: ['batchLink', 'requests'] })).toEqual([
      'batch',
      'request',
      'batchlink',
      'link',
    ]);
  });

  test('asks for nothing beyond the limits', () => {
    const need = `${'x '.repeat(LIMITS.needCharacters / 2)}beyond`;
    expect(queryWords({ need, terms: [] })).toEqual(['x']);
  });
});

describe('readQuery', () => {
  test('takes the terms for the need where the need has no words', () => {
    expect(readQuery({ need: 'how do I', terms: ['redirect'] })).toMatchObject([{ inNeed: true, inTerms: true }]);
    expect(readQuery({ need: 'move the user', terms: ['redirect'] }).at(-1)).toMatchObject({
      stem: 'redirect',
      inNeed: false,
      inTerms: true,
    });
  });
});
