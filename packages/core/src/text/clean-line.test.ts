import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine } from './clean-line.ts';
import { eachInvisible } from './invisible.ts';

const SCOTLAND = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';

/** Pieces that matter to a cleaner, joined at random. */
const hostileLine = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('\x1b', '\x1b[', '\x1b]', '\x07', '\x1b\\', '\x9b', '\x9d', '\x9c', '31m', '\ud83d', '\ude00'),
      fc.constantFrom('\u200d', '\u200c', '\ufe0f', '\ufe0e', '\u200b', '\u202e', '\ufeff', '\u{e0041}', '\u{e0101}'),
      fc.constantFrom('👩', '💻', '\u{1f3fd}', 'می', 'क्', 'ष', '葛', SCOTLAND, '\u{1f3f4}', ' ', '\n', '\u2028', 'a'),
      fc.constantFrom('https://', '://', 'user', ':', '@', '/', 'host'),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

describe('cleanLine', () => {
  it.each([
    ['plain text', 'Reactive store for @tanstack/db', 'Reactive store for @tanstack/db'],
    ['white space runs and line breaks', '  a\t b\r\n\n c\u00a0\u3000d\u2028e\u2029f\u0085g  ', 'a b c d e f g'],
    ['colours', '\x1b[1;31mred\x1b[0m', 'red'],
    ['a one-character control sequence introducer', '\x9b31mred', 'red'],
    ['a terminal link', '\x1b]8;;https://evil.example\x07text\x1b]8;;\x1b\\', 'text'],
    ['a window title', '\x1b]0;title\x9cname', 'name'],
    ['a device control string', '\x1bPq#0;2\x1b\\x', 'x'],
    ['an operating system command without an end', 'a\x1b]0;the rest stays', 'a0;the rest stays'],
    ['a control sequence without an end', 'a\x1b[31', 'a31'],
    ['a choice of character set', 'a\x1b(Bc', 'ac'],
    ['a lone escape', 'a\x1bb', 'ab'],
    ['control characters', 'a\x00\x08\x7f\x84b', 'ab'],
    ['bidi controls', 'a\u202eb\u2066c\u2069d\u200ee\u061cf', 'abcdef'],
    ['zero-width characters', 'i\u200bg\u2060n\ufefforo\u00ade', 'ignoroe'],
    ['tag characters', 'a\u{e0068}\u{e0069}b', 'ab'],
    ['smuggled variation selectors', '😀\ufe01\ufe02\u{e0100}\u{e01ef}b', '😀b'],
    ['fillers', 'a\u3164\u115f\uffa0b', 'ab'],
    ['interlinear annotation', 'a\ufff9b\ufffac\ufffb', 'abc'],
    ['a lone high surrogate', 'a\ud83db', 'a\ufffdb'],
    ['a lone low surrogate', 'a\ude00b', 'a\ufffdb'],
    ['halves that a control character keeps apart', '\ud83d\x00\ude00', '\ufffd\ufffd'],
    ['an emoji family and a coloured heart', '👩‍👩‍👧 ❤️ 👩🏽‍💻 🏳️‍🌈', '👩‍👩‍👧 ❤️ 👩🏽‍💻 🏳️‍🌈'],
    ['flags', `🇩🇪 ${SCOTLAND}`, `🇩🇪 ${SCOTLAND}`],
    ['a flag that is none of the three', '\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}', '\u{1f3f4}'],
    ['Persian and Hindi spelling', 'می‌خواهم क्‍ष', 'می‌خواهم क्‍ष'],
    ['a joiner between Latin letters', 'ig\u200dno\u200cre', 'ignore'],
    ['nothing but what is removed', '\u200b \x1b[2J\n', ''],
  ])('cleans %s', (_, text, cleaned) => {
    expect(cleanLine(text)).toBe(cleaned);
  });

  it.each([
    ['https://user:token@host/x', 'https://***@host/x'],
    ['get https://token@host failed', 'get https://***@host failed'],
    ['git+https://a:b@c@host:8080/x?y=1#z', 'git+https://***@host:8080/x?y=1#z'],
    ['https://user:to\u200bken@host', 'https://***@host'],
    ['https:/\u200b/user:token@host', 'https://***@host'],
    ['two https://a:b@h and http://c:d@i', 'two https://***@h and http://***@i'],
    ['https://a:b@hhttps://c:d@i', 'https://***@hhttps://***@i'],
    ['"https://a:b@host"', '"https://***@host"'],
    ['git+ssh://git@github.com/a/b.git', 'git+ssh://git@github.com/a/b.git'],
    ['https://host/@scope/name', 'https://host/@scope/name'],
    ['https://host/?mail=a:b@c', 'https://host/?mail=a:b@c'],
    ['https://host (ask me@host)', 'https://host (ask me@host)'],
    ['git@github.com:a/b.git', 'git@github.com:a/b.git'],
    ['://a:b@c', '://a:b@c'],
  ])('hides the credentials in %j', (text, cleaned) => {
    expect(cleanLine(text)).toBe(cleaned);
  });

  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['abc def', 5, 'abc…'],
    ['ab👩‍👩‍👧cd', 8, 'ab…'],
    ['ab👩‍👩‍👧cd', 11, 'ab👩‍👩‍👧…'],
    ['🇩🇪🇫🇷🇮🇹', 8, '🇩🇪…'],
    ['ae\u0301e\u0301', 4, 'ae\u0301…'],
    [`e${'\u0301'.repeat(50)}`, 10, '…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
    ['https://user:token@host', 15, 'https://***@ho…'],
  ])('cuts %j to %i', (text, most, cut) => {
    expect(cleanLine(text, most)).toBe(cut);
  });

  it('leaves nothing hidden, nothing to fold and nothing to cut', () => {
    fc.assert(
      fc.property(hostileLine, fc.integer({ min: 1, max: 60 }), (text, most) => {
        const line = cleanLine(text, most);
        eachInvisible(line, ({ kind }) => expect(kind).toBe('joiner'));
        expect(line.length).toBeLessThanOrEqual(most);
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|^\s|\s$|\s\s/u);
      }),
      { numRuns: 1000 },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(hostileLine, (text) => {
        const line = cleanLine(text);
        expect(cleanLine(line)).toBe(line);
      }),
      { numRuns: 1000 },
    );
  });
});
