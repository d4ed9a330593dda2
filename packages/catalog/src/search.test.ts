import { describe, expect, test } from 'vitest';
import {
  type CandidateQuery,
  type Catalog,
  findArtifacts,
  openCatalog,
  readLibraries,
  searchWords,
  writeArtifacts,
} from './index.ts';
import { INDEXERS, record, words } from './testing/records.ts';

function filled(): { catalog: Catalog; numbers: number[] } {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  const records = [record('router', 2), record('store', 1), record('empty', 0)];
  const numbers = writeArtifacts(catalog, records, { words }).filter((number) => number !== undefined);
  return { catalog, numbers };
}

function found(
  { catalog, numbers }: ReturnType<typeof filled>,
  { words, ...query }: Omit<CandidateQuery, 'limit'> & { readonly words: readonly string[] },
  scope: readonly number[],
) {
  const artifacts = scope.map((index) => numbers[index] ?? -1);
  return searchWords(catalog, { words, artifacts })
    .candidates({ ...query, limit: 10 })
    .map(({ artifact, ordinal }) => `${numbers.indexOf(artifact)}#${ordinal}`)
    .sort();
}

test.each([
  ['a word of one library', { words: ['router'] }, [0, 1, 2], ['0#0', '0#1', '0#2']],
  ['a word of all', { words: ['library'] }, [0, 1, 2], ['0#0', '1#0', '2#0']],
  ['only what is in scope', { words: ['library'] }, [1], ['1#0']],
  ['nothing in an empty scope', { words: ['library'] }, [], []],
  ['A-30 what is outside', { words: ['library'], where: 'outside' }, [1], ['0#0', '2#0']],
  ['everything outside an empty scope', { words: ['library'], where: 'outside' }, [], ['0#0', '1#0', '2#0']],
  ['skills', { words: ['router'], rows: 'skills' }, [0, 1], ['0#1', '0#2']],
  ['libraries', { words: ['router'], rows: 'libraries' }, [0, 1], ['0#0']],
  ['a heading', { words: ['queries'] }, [0, 1], ['0#1', '0#2', '1#1']],
  ['an empty word', { words: [''] }, [0, 1], []],
  ['no word', { words: [] }, [0, 1], []],
] as const)('A-29 finds %s', (_case, query, scope, expected) => {
  const store = filled();
  expect(found(store, query, scope)).toEqual(expected);
  store.catalog.close();
});

test('gives the words of every field, the best row first', () => {
  const { catalog, numbers } = filled();
  const [first] = searchWords(catalog, { words: ['store', 'queries'], artifacts: numbers }).candidates({ limit: 9 });
  expect(first).toEqual({
    artifact: numbers[1],
    ordinal: 1,
    fields: {
      name: 'store 0',
      description: 'how to use store 0 well',
      whenToUse: '',
      headings: 'setup\nqueries',
      library: 'store',
    },
  });
  catalog.close();
});

test('a word with marks of its script is one word', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  const { key, contents, library } = record('db', 0);
  const numbers = writeArtifacts(catalog, [{ key, contents, library: { ...library, summary: 'हिन्दी संग्रह' } }], {
    words,
  });
  const artifacts = numbers.filter((number) => number !== undefined);
  const { frequencies } = searchWords(catalog, { words: ['हिन्दी', 'हिन', 'दी'], artifacts }).frequencies('inside');
  expect([...frequencies]).toEqual([
    ['हिन्दी', 1],
    ['हिन', 0],
    ['दी', 0],
  ]);
  catalog.close();
});

test.each([
  '"',
  '*',
  'a"b',
  'NEAR(',
  'name:',
  '^x',
  '-',
  'AND',
  '\0',
  'a\0b',
  '',
  ' ',
  '\ud800',
  "'; drop table skill; --",
  '((',
])('no word is an operator: %j', (word) => {
  const { catalog, numbers } = filled();
  const found = (...asked: string[]) => searchWords(catalog, { words: asked, artifacts: numbers });
  expect(found(word).candidates({ limit: 9 })).toEqual([]);
  expect(found(word, 'router').candidates({ limit: 9 })).toHaveLength(3);
  expect(found(word).frequencies('inside').frequencies.get(word)).toBe(0);
  catalog.close();
});

test('counts the rows that contain a word, in scope and outside', () => {
  const { catalog, numbers } = filled();
  const terms = ['router', 'library', 'queries', 'nowhere'];
  const search = searchWords(catalog, { words: terms, artifacts: numbers.slice(0, 2) });
  const counted = (counts: readonly number[]) => new Map(terms.map((term, index) => [term, counts[index]]));
  expect(search.frequencies('inside')).toEqual({ documents: 5, frequencies: counted([3, 2, 3, 0]) });
  expect(search.frequencies('outside')).toEqual({ documents: 1, frequencies: counted([0, 1, 0, 0]) });
  catalog.close();
});

describe('of many rows chooses', () => {
  const summaries: Readonly<Record<string, string>> = {
    'toml-parser': 'parser of toml',
    aaa: 'parser and more words than one needs',
    parser: 'what it is called',
    bbb: 'parser of rare things',
    ccc: 'parser and more',
    other: 'nothing of the kind',
  };
  function names(asked: readonly string[], query: CandidateQuery): string[] {
    const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
    const records = Object.entries(summaries).map(([name, summary]) => {
      const { key, contents, library } = record(name, 0);
      return { key, contents, library: { ...library, summary }, vouched: name !== 'toml-parser' };
    });
    const artifacts = writeArtifacts(catalog, records, { words }).filter((number) => number !== undefined);
    const scope = query.where === 'outside' ? [] : artifacts;
    const found = searchWords(catalog, { words: asked, artifacts: scope }).candidates(query);
    const result = found.map(({ artifact }) => Object.keys(summaries)[artifacts.indexOf(artifact)] ?? '');
    catalog.close();
    return result;
  }

  test.each([
    ['one that is called so', ['parser'], { limit: 1 }, ['parser']],
    ['all that are called so', ['parser'], { limit: 2 }, ['parser', 'toml-parser']],
    ['those that say so in the fewest words', ['parser'], { limit: 4 }, ['bbb', 'ccc', 'parser', 'toml-parser']],
    ['one with the rarer word', ['parser', 'rare'], { limit: 1 }, ['bbb']],
    ['outside, what is vouched for', ['parser'], { limit: 2, where: 'outside' }, ['ccc', 'parser']],
    ['nothing where nothing is wanted', ['parser'], { limit: 0 }, []],
  ] as const)('A-30 %s', (_case, asked, query, expected) => {
    expect(names(asked, query).sort()).toEqual(expected);
  });
});

test('tells which library a number stands for, and the number of an artifact', () => {
  const { catalog, numbers } = filled();
  const [router = -1] = numbers;
  expect(readLibraries(catalog, [router, 1])).toEqual([
    {
      artifact: router,
      path: '/somewhere/node_modules/router',
      inside: '',
      ecosystem: 'npm',
      purl: 'pkg:npm/router@1.0.0',
      name: 'router',
      summary: 'The router library',
      skills: 2,
    },
  ]);
  expect(findArtifacts(catalog, [record('nowhere').key, record('router').key])).toEqual([undefined, router]);
  catalog.close();
});

test('numbers of one catalog mean nothing in another', () => {
  const [first, second] = [filled(), filled()];
  expect(first.numbers).not.toEqual(second.numbers);
  first.catalog.close();
  second.catalog.close();
});
