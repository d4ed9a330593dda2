import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

test.each<[string, string[]]>([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['\n\n', ['', '']],
  ['a\nb', ['a', 'b']],
  ['a\r\nb\rc\nd\r', ['a', 'b', 'c', 'd']],
  ['\r\r\n\n\r', ['', '', '', '']],
  ['a\u2028b\u0085c', ['a\u2028b\u0085c']],
])('%j', (text, expected) => {
  const lines = [...linesOf(text)];
  expect(lines.map((line) => line.text)).toEqual(expected);
  expect(lines.map(({ start, next }) => text.slice(start, next)).join('')).toBe(text);
});
