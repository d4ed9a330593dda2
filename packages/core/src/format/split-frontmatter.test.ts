import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { splitFrontmatter } from './split-frontmatter.ts';

describe('a file is cut at its fences', () => {
  test.each<[string, string, { yaml: string; body: string; bodyLine: number }]>([
    ['LF', '---\na: b\n---\nbody\n', { yaml: 'a: b\n', body: 'body\n', bodyLine: 4 }],
    ['CRLF', '---\r\na: b\r\n---\r\nbody\r\n', { yaml: 'a: b\r\n', body: 'body\r\n', bodyLine: 4 }],
    ['a lone CR', '---\ra: b\r---\rbody\r', { yaml: 'a: b\r', body: 'body\r', bodyLine: 4 }],
    ['a byte-order mark', '\uFEFF---\na: b\n---\nbody', { yaml: 'a: b\n', body: 'body', bodyLine: 4 }],
    ['blanks after the fences', '--- \t\na: b\n---  \nbody', { yaml: 'a: b\n', body: 'body', bodyLine: 4 }],
    ['dots that close', '---\na: b\n...\nbody', { yaml: 'a: b\n', body: 'body', bodyLine: 4 }],
    ['dashes inside a value', '---\na: b --- c\n---\nbody', { yaml: 'a: b --- c\n', body: 'body', bodyLine: 4 }],
    ['indented dashes in a block', '---\na: |\n  ---\n---\nbody', { yaml: 'a: |\n  ---\n', body: 'body', bodyLine: 5 }],
    [
      'dashes in column 0 of a block',
      '---\na: |\n  x\n---\n---\nb',
      { yaml: 'a: |\n  x\n', body: '---\nb', bodyLine: 5 },
    ],
    ['longer rows of dashes', '---\n----\n---x\n---\nbody', { yaml: '----\n---x\n', body: 'body', bodyLine: 5 }],
    ['nothing between the fences', '---\n---\nbody', { yaml: '', body: 'body', bodyLine: 3 }],
    ['nothing after them', '---\na: b\n---', { yaml: 'a: b\n', body: '', bodyLine: 4 }],
    ['a body that opens with a blank line', '---\na: b\n---\n\n# x', { yaml: 'a: b\n', body: '\n# x', bodyLine: 4 }],
    ['rules in the body', '---\na: b\n---\nx\n---\ny', { yaml: 'a: b\n', body: 'x\n---\ny', bodyLine: 4 }],
  ])('%s', (_case, text, expected) => {
    expect(splitFrontmatter(text)).toMatchObject({ ok: true, ...expected });
  });
});

describe('a file without usable fences is refused', () => {
  const long = 'x'.repeat(LIMITS.frontmatterBytes);
  test.each([
    ['an empty file', '', 'no-frontmatter'],
    ['only a byte-order mark', '\uFEFF', 'no-frontmatter'],
    ['two byte-order marks', '\uFEFF\uFEFF---\na: b\n---\n', 'no-frontmatter'],
    ['markdown', '# Title\n', 'no-frontmatter'],
    ['a blank first line', '\n---\na: b\n---\n', 'no-frontmatter'],
    ['an indented fence', ' ---\na: b\n---\n', 'no-frontmatter'],
    ['four dashes', '----\na: b\n----\n', 'no-frontmatter'],
    ['text after the fence', '--- a\nb: c\n---\n', 'no-frontmatter'],
    ['a fence and nothing else', '---', 'bad-frontmatter'],
    ['no closing line', '---\na: b\n', 'bad-frontmatter'],
    ['one line beyond the limit', `---\n${long}x\n---\n`, 'too-large'],
    ['many lines beyond the limit', `---\n${'a: b\n'.repeat(20_000)}---\n`, 'too-large'],
    ['more bytes than characters', `---\n${'é'.repeat(LIMITS.frontmatterBytes / 2)}\n---\n`, 'too-large'],
    ['ten megabytes that never close', `---\n${'x'.repeat(10_485_760)}`, 'too-large'],
  ])('%s', (_case, text, reason) => {
    expect(splitFrontmatter(text)).toMatchObject({ ok: false, reason, line: 1 });
  });
});
