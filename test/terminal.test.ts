import { expect, it } from 'vitest';
import { cut, pad, widthOf } from '../packages/cli/src/terminal.ts';

it.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['ab cdef', 4, 'ab…'],
  ['日本語です', 6, '日本…'],
  ['👨‍👩‍👧 family', 4, '👨‍👩‍👧…'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
  ['abc', undefined, 'abc'],
])('cuts %j to %j columns: %j', (text, columns, expected) => {
  expect(cut(text, columns)).toBe(expected);
  if (columns) expect(widthOf(cut(text, columns))).toBeLessThanOrEqual(columns);
});

it('pads by columns, not by characters', () => {
  expect(pad('日本', 6)).toBe('日本  ');
  expect(pad('long', 2)).toBe('long');
});
