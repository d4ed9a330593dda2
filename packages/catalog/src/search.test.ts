import { toFtsQuery } from '@skillscope/core';
import { expect, test } from 'vitest';
import {
  type Catalog,
  documentFrequencies,
  findArtifacts,
  openCatalog,
  readLibraries,
  searchCandidates,
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
  query: Omit<Parameters<typeof searchCandidates>[1], 'limit' | 'artifacts'>,
  scope: readonly number[],
) {
  const artifacts = scope.map((index) => numbers[index] ?? -1);
  return searchCandidates(catalog, { ...query, artifacts, limit: 10 })
    .map(({ artifact, ordinal }) => `${numbers.indexOf(artifact)}#${ordinal}`)
    .sort();
}

test.each([
  ['a word of one library', { match: 'router' }, [0, 1, 2], ['0#0', '0#1', '0#2']],
  ['a word of all', { match: 'library' }, [0, 1, 2], ['0#0', '1#0', '2#0']],
  ['only what is in scope', { match: 'library' }, [1], ['1#0']],
  ['nothing in an empty scope', { match: 'library' }, [], []],
  ['A-30 what is outside', { match: 'library', where: 'outside' }, [1], ['0#0', '2#0']],
  ['everything outside an empty scope', { match: 'library', where: 'outside' }, [], ['0#0', '1#0', '2#0']],
  ['skills', { match: 'router', rows: 'skills' }, [0, 1], ['0#1', '0#2']],
  ['libraries', { match: 'router', rows: 'libraries' }, [0, 1], ['0#0']],
  ['a heading', { match: 'queries' }, [0, 1], ['0#1', '0#2', '1#1']],
  ['one field', { match: '{name} : "0"' }, [0, 1], ['0#1', '1#1']],
  ['an empty expression', { match: '' }, [0, 1], []],
  ['no expression', { match: undefined }, [0, 1], []],
] as const)('A-29 finds %s', (_case, query, scope, expected) => {
  const store = filled();
  expect(found(store, query, scope)).toEqual(expected);
  store.catalog.close();
});

test('gives the words of every field, the best row first', () => {
  const { catalog, numbers } = filled();
  const [first] = searchCandidates(catalog, { match: 'store AND queries', artifacts: numbers, limit: 1 });
  expect(first).toEqual({
    artifact: numbers[1],
    ordinal: 1,
    fields: {
      name: 'store 0',
      description: 'how to use store 0 well',
      whenToUse: '',
      headings: 'setup queries',
      library: 'store',
    },
    bm25: expect.any(Number),
  });
  const scores = searchCandidates(catalog, {
    match: toFtsQuery(['router', 'library']),
    artifacts: numbers,
    limit: 9,
  }).map(({ bm25 }) => bm25);
  expect(scores).toEqual([...scores].sort((a, b) => a - b));
  expect(searchCandidates(catalog, { match: 'router', artifacts: numbers, limit: 2 })).toHaveLength(2);
  catalog.close();
});

test('a word with marks of its script is one word', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  const { key, contents, library } = record('db', 0);
  const numbers = writeArtifacts(catalog, [{ key, contents, library: { ...library, summary: 'हिन्दी संग्रह' } }], {
    words,
  });
  const artifacts = numbers.filter((number) => number !== undefined);
  const { frequencies } = documentFrequencies(catalog, { terms: ['हिन्दी', 'हिन', 'दी'], artifacts });
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
  expect(searchCandidates(catalog, { match: toFtsQuery([word]), artifacts: numbers, limit: 9 })).toEqual([]);
  expect(searchCandidates(catalog, { match: toFtsQuery([word, 'router']), artifacts: numbers, limit: 9 })).toHaveLength(
    3,
  );
  expect(documentFrequencies(catalog, { terms: [word], artifacts: numbers }).frequencies.get(word)).toBe(0);
  catalog.close();
});

test.each([
  [undefined, 5, [3, 2, 3, 0]],
  ['skills', 3, [2, 0, 3, 0]],
  ['libraries', 2, [1, 2, 0, 0]],
] as const)('counts the rows in scope that contain a word: %s', (rows, documents, counts) => {
  const { catalog, numbers } = filled();
  const terms = ['router', 'library', 'queries', 'nowhere'];
  const query = { terms, artifacts: numbers.slice(0, 2), ...(rows ? { rows } : {}) };
  expect(documentFrequencies(catalog, query)).toEqual({
    documents,
    frequencies: new Map(terms.map((term, index) => [term, counts[index]])),
  });
  catalog.close();
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
