import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { isNamed, readPhrases, readTerm } from './term-phrases.ts';
import { words } from './words.ts';

describe('readTerm', () => {
  test.each(['search params', 'search-params', 'searchParams', ' search  params '])(
    'reads a name the same however it is written: %j',
    (term) => {
      expect(readTerm(term).map(({ stem }) => stem)).toEqual(['searchparam', 'search', 'param']);
    },
  );

  test('joins no more than a word may have', () => {
    const term = 'ab '.repeat(LIMITS.wordCharacters);
    expect(readTerm(term).map(({ stem }) => stem)).toEqual(['ab']);
  });
});

describe('isNamed', () => {
  test.each([
    ['search params', 'search-params'],
    ['params of search', 'search-params'],
    ['searchParams', '@acme/search-params'],
    ['validateSearchParams', 'search-params'],
    ['useQueryClient', 'query-client'],
    ['live queries', 'db-core/live-queries'],
    ['AWS adapter', 'adapter-aws-lambda'],
    ['SSR', 'ssr'],
    ['navigate', 'navigation'],
    ['@acme/router', '@acme/router'],
    ['数据库', '数据库'],
  ])('a term that spells the name: %s, %s', (term, name) => {
    expect(named(term, name)).toBe(true);
  });

  test.each([
    ['one word of a longer name', 'split', 'code-splitting'],
    ['a longer term than the name', 'createExpressMiddleware', 'middleware'],
    ['one word of two', 'search results', 'search-params'],
    ['two words of three on both sides', 'acme router links', '@acme/router-core'],
    ['words of different terms', 'search\nparams', 'search-params'],
    ['no words', 'how to', 'search-params'],
    ['a name without words', 'search params', '—'],
  ])('no name: %s', (_, terms, name) => {
    expect(named(terms, name)).toBe(false);
  });
});

function named(terms: string, name: string): boolean {
  return isNamed(words(name).join(' '), readPhrases(terms.split('\n')));
}
