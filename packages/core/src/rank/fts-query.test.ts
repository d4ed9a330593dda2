import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { toFtsQuery } from './fts-query.ts';
import { queryWords } from './query.ts';
import { words } from './words.ts';

describe('toFtsQuery', () => {
  test.each([
    [['batch', 'link'], '"batch" OR "link"'],
    [['batch', 'batch'], '"batch"'],
    [['say "hi"'], '"say ""hi"""'],
    [['a\0b'], '"a b"'],
    [[], undefined],
    [['', ' ', '\0'], undefined],
  ])('quotes every word: %j', (given, expected) => {
    expect(toFtsQuery(given)).toBe(expected);
  });

  test.each([
    ['"', undefined],
    ['say "hello" "unbalanced', '"hello" OR "unbalanc"'],
    ['data*', '"data"'],
    ['NEAR(loader cache, 2)', '"near" OR "loader" OR "cach" OR "2"'],
    ['name:navigation', '"namenavig" OR "name" OR "navig"'],
    ['cache -loader', '"cach" OR "loader"'],
    ['^loader + cache', '"loader" OR "cach"'],
    ['{name description} : cache', '"name" OR "descript" OR "cach"'],
    ['cache AND loader NOT router', '"cach" OR "loader" OR "router"'],
    ['how do I get it', undefined],
    ['', undefined],
  ])('never reads a need as query syntax: %s', (need, expected) => {
    expect(toFtsQuery(queryWords({ need, terms: [] }))).toBe(expected);
  });
});

describe('an index over the words of core', () => {
  const database = new DatabaseSync(':memory:');
  const tokenize = `tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"`;
  database.exec(`create virtual table listing using fts5 (name, description, ${tokenize})`);
  const insert = database.prepare('insert into listing (name, description) values (?, ?)');
  const count = database.prepare('select count(*) as rows from listing where listing match ?');
  const matches = (expression: string) => Number((count.get(expression) as { readonly rows: number }).rows);
  afterAll(() => database.close());

  test.each([
    ['useNavigate', 'navigation'],
    ['OAuth2', 'auth'],
    ['数据库查询', '数据库'],
    ['สวัสดี', 'สวัสดี'],
    ['हिन्दी में', 'हिन्दी'],
    ['데이터베이스를', '데이터베이스'],
    ['Größe', 'große'],
  ])('finds %s by %s', (indexed, asked) => {
    database.exec('delete from listing');
    insert.run('', words(indexed).join(' '));
    const expression = toFtsQuery(words(asked));
    expect(expression === undefined ? 0 : matches(expression)).toBe(1);
  });

  test('takes whatever anybody asks, and finds every text by itself', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc
        .array(
          fc.constantFrom('"', '*', 'NEAR(', 'name:', '-', '^', 'AND', 'OR', 'NOT', '(', ')', '{', '+', '\0', 'x'),
          {
            maxLength: 12,
          },
        )
        .map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const raw = toFtsQuery(text.split(' '));
        if (raw !== undefined) matches(raw);
        const expression = toFtsQuery(queryWords({ need: text, terms: [] }));
        if (expression === undefined) return;
        database.exec('delete from listing');
        insert.run(words(text).join(' '), '');
        expect(matches(expression)).toBe(1);
      }),
    );
  });
});
