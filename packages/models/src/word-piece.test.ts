import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVocabulary, STATIC_DIRECTORY } from './vocabulary.ts';
import { createWordPiece } from './word-piece.ts';

const vocabulary = readVocabulary(STATIC_DIRECTORY);
const tokenize = createWordPiece(vocabulary);
const tokensOf = (text: string) => tokenize(text).map((token) => vocabulary[token]);

describe('createWordPiece', () => {
  // What the reference implementation gives for the same texts.
  it.each([
    ['Hello, Wörld!', ['hello', ',', 'world', '!']],
    ['日本語のテキスト', ['日', '本', '語', 'の', '##テ', '##キ', '##ス', '##ト']],
    ['naïve café №5 €10 © ™ ½', ['naive', 'cafe', '№', '##5', '€', '##10', '©', '™', '½']],
    ['a\u200bb\tc\u0000d', ['ab', 'cd']],
    ['İstanbul ǅ ﬁ', ['istanbul', '[UNK]', 'ﬁ']],
    ["can't stop-ping `code` $x", ['can', "'", 't', 'stop', '-', 'ping', '`', 'code', '`', '$', 'x']],
    ['emoji 😀 ok', ['em', '##oj', '##i', '[UNK]', 'ok']],
    ['\u00ad soft hyphen', ['soft', 'h', '##yp', '##hen']],
    ['한국어', ['ᄒ', '##ᅡ', '##ᆫ', '##ᄀ', '##ᅮ', '##ᆨ', '##ᄋ', '##ᅥ']],
    ['', []],
    [' \n\t ', []],
  ])('cuts %j as the reference does', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it('reads a word of 100 characters, and none longer', () => {
    expect([tokensOf('x'.repeat(100)).includes('[UNK]'), tokensOf('x'.repeat(101))]).toEqual([false, ['[UNK]']]);
  });

  it('gives the same tokens again for a word it has met', () => {
    expect(tokensOf('unbelievably unbelievably')).toEqual([...tokensOf('unbelievably'), ...tokensOf('unbelievably')]);
  });

  it('takes any text, and gives only tokens that there are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(tokenize(text).every((token) => vocabulary[token] !== undefined)).toBe(true);
      }),
    );
  });
});
