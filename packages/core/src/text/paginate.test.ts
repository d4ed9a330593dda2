import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paginate } from './paginate.ts';

describe('paginate', () => {
  it.each([
    ['a short text', 'abc', 10, ['abc']],
    ['an empty text', '', 10, ['']],
    ['at a heading', 'aaa\n\nbbb\n## c\nddd\n\neee\n', 18, ['aaa\n\nbbb\n', '## c\nddd\n\neee\n']],
    ['behind a blank line', 'aaaa\nbbbb\n\ncccc\ndddd\n', 18, ['aaaa\nbbbb\n\n', 'cccc\ndddd\n']],
    ['between lines', 'aaaa\nbbbb\ncccc\n', 12, ['aaaa\nbbbb\n', 'cccc\n']],
    ['not at a heading inside a fence', 'one two\n```\n# a\n```\nb\n', 18, ['one two\n', '```\n# a\n```\nb\n']],
    ['in a fence longer than a page', '```\naaaa\nbbbb\ncccc\n```\n', 12, ['```\naaaa\n', 'bbbb\ncccc\n', '```\n']],
    ['a line at a space', 'aaaa bbbb cccc', 11, ['aaaa bbbb ', 'cccc']],
    ['a line without spaces', 'abcdefgh', 3, ['abc', 'def', 'gh']],
    ['not inside a surrogate pair', 'a😀😀', 2, ['a', '😀', '😀']],
    ['not inside an emoji', 'ab👩‍👩‍👧cd', 9, ['ab', '👩‍👩‍👧c', 'd']],
    ['not inside a line break', 'abc\r\nd', 4, ['abc', '\r\nd']],
    ['with a limit below one character', '😀😀', 0, ['😀', '😀']],
  ])('cuts %s', (_, text, limit, pages) => {
    expect(paginate(text, limit)).toEqual(pages);
  });

  it('cuts one line of a megabyte at the default limit', () => {
    const text = 'x'.repeat(1_048_576);
    const pages = paginate(text);
    expect(pages.map((page) => page.length)).toEqual([...Array(43).fill(24_000), 16_576]);
    expect(pages.join('')).toBe(text);
  });

  it('gives the text back, within the limit, between graphemes', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\n\n',
        '# h\n',
        '```\n',
        '~~~~\n',
        ' ',
        'word',
        '🇩🇪',
        '👩‍👩‍👧',
        'e\u0301',
        '\ud83d',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 2, max: 60 }), (parts, limit) => {
        const text = parts.join('');
        const pages = paginate(text, limit);
        expect(pages.join('')).toBe(text);
        expect(paginate(text, limit)).toEqual(pages);
        const graphemes = [...segmenter.segment(text)];
        const longest = Math.max(0, ...graphemes.map(({ segment }) => segment.length));
        const boundaries = new Set([...graphemes.map(({ index }) => index), text.length]);
        let end = 0;
        for (const page of pages) {
          expect(page.length).toBeLessThanOrEqual(limit);
          end += page.length;
          if (longest <= limit) expect(boundaries).toContain(end);
        }
        if (text !== '') expect(pages).not.toContain('');
      }),
      { numRuns: 1000 },
    );
  });
});
