import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { readWords, words } from './words.ts';

describe('words', () => {
  test.each([
    ['useNavigate', ['usenavig', 'navig']],
    ['search_params', ['searchparam', 'search', 'param']],
    ['path-params', ['pathparam', 'path', 'param']],
    ['OAuth2', ['oauth2', 'oauth', 'auth']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['parseURLs', ['parseurl', 'pars', 'url']],
    ['sha256', ['sha256', 'sha', '256']],
    ['v8', ['v8']],
    ['@tanstack/router-core', ['tanstackroutercor', 'tanstack', 'routercor', 'router', 'core']],
    ['process.env', ['processenv', 'process', 'env']],
    ['db-core/live-queries', ['dbcorelivequeri', 'dbcore', 'db', 'core', 'livequeri', 'live', 'queri']],
    ['Iterator#mapWhile', ['iteratormapwhil', 'iter', 'mapwhil', 'map']],
    ['REPLICA_IDENTITY', ['replicaident', 'replica', 'ident']],
  ])('gives the whole identifier and its parts: %s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test.each([
    ['Navigating, navigation; navigated!', ['navig', 'navig', 'navig']],
    ["the customer's orders don't match", ['custom', 'order', 'match']],
    ['Paid orders are sent; what was overridden is made known', ['pay', 'order', 'send', 'overrid']],
    ["'port' or `socket`", ['port', 'socket']],
    ['iOS and io', ['ios', 'os', 'io']],
    ['Größe naïve CAFÉ', ['große', 'naiv', 'cafe']],
    ['ＦＵＬＬ ﬁle', ['full', 'file']],
    ['İstanbul', ['istanbul']],
    ['ключевые слова', ['ключевые', 'слова']],
    ['数据库 表', ['数据', '据库', '表']],
    ['React组件を', ['react', '组件', '件を']],
    ['데이터베이스', ['데이', '이터', '터베', '베이', '이스']],
    ['สวัส', ['สว', 'วั', 'ัส']],
    ['हिन्दी', ['हिन्दी']],
    ['🚀 — … ¿?', []],
    ['how do I get this, please', []],
    ['', []],
  ])('gives comparable words: %s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test('keeps a word as often as it occurs, but an identifier repeats nothing of itself', () => {
    expect(words('batch batch batchBatch')).toEqual(['batch', 'batch', 'batchbatch', 'batch']);
  });

  test('names the kind of each word, and what people may read', () => {
    expect(readWords('errorCodes 404')).toEqual([
      { stem: 'errorcod', text: 'errorcodes', kind: 'whole' },
      { stem: 'error', text: 'error', kind: 'word' },
      { stem: 'code', text: 'codes', kind: 'word' },
      { stem: '404', text: '404', kind: 'number' },
    ]);
  });

  test.each([
    ['one letter', 'a', 1],
    ['an accent alone', '\u0301', 0],
    ['a letter with an accent', 'é', 1],
    ['apostrophes', "'", 0],
    ['slashes', '/', 0],
  ])('cuts a single token of a million characters: %s', (_, character, count) => {
    const found = words(character.repeat(1_000_000));
    expect(found).toHaveLength(count);
    for (const word of found) expect(word.length).toBeLessThanOrEqual(LIMITS.wordCharacters);
  });

  test('reads every part of a hostile path and joins none of it', () => {
    const found = words('ab/'.repeat(200_000));
    expect(found).toEqual(['ab']);
  });

  test('does not cut a character in two', () => {
    const [word] = words(`${'a'.repeat(LIMITS.wordCharacters - 1)}\u{10428}`);
    expect(word).toBe('a'.repeat(LIMITS.wordCharacters - 1));
  });

  test('takes any text: words hold letters, digits and marks only, and texts do not affect each other', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = words(a);
        for (const word of found) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        expect(words(`${a} ${b}`)).toEqual([...found, ...words(b)]);
      }),
    );
  });
});
