import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { eachInvisible } from './invisible.ts';

describe('cleanText', () => {
  it.each([
    ['lines and tabs', 'a\n\tb\r\n\r\nc', 'a\n\tb\r\n\r\nc', 0],
    ['a lone carriage return', 'safe\rEVIL', 'safe[U+000D]EVIL', 1],
    ['terminal sequences', '\x1b[31mred\x9b0m', '[U+001B][31mred[U+009B]0m', 2],
    ['other control characters', '\x00\x07\x0b\x7f', '[U+0000][U+0007][U+000B][U+007F]', 4],
    ['bidi controls', 'a\u202eb\u2067', 'a[U+202E]b[U+2067]', 2],
    ['a zero-width space', 'ig\u200bnore', 'ig[U+200B]nore', 1],
    ['tag characters', 'x\u{e0041}', 'x[U+E0041]', 1],
    ['lone surrogates', '\ud83d x \ude00', '[U+D83D] x [U+DE00]', 2],
    ['a mark that opens the text', '\ufefftext', '\ufefftext', 0],
    ['emoji and joined scripts', '👩🏽‍💻 ⚠️ می‌خواهم so\u00adft', '👩🏽‍💻 ⚠️ می‌خواهم so\u00adft', 0],
  ])('shows %s', (_, text, cleaned, replaced) => {
    expect(cleanText(text)).toEqual({ text: cleaned, replaced });
  });

  it('leaves nothing unseen and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const cleaned = cleanText(text).text;
        eachInvisible(cleaned, ({ kind }) => expect(['joiner', 'separator']).toContain(kind));
        expect(cleanText(cleaned)).toEqual({ text: cleaned, replaced: 0 });
      }),
      { numRuns: 1000 },
    );
  });
});
