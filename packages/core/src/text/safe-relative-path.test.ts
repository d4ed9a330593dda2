import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRelativePath } from './safe-relative-path.ts';

describe('safeRelativePath', () => {
  it.each([
    ['references/a.md', 'references/a.md'],
    ['./x', 'x'],
    ['a//b/./c.md', 'a/b/c.md'],
    ['a/../b.md', 'b.md'],
    ['references\\a.md', 'references/a.md'],
    ['a/', 'a'],
    ['..a/...b', '..a/...b'],
    ['a b (1)%20#x.md', 'a b (1)%20#x.md'],
    ['ä/日本語.md', 'ä/日本語.md'],
    ['a/~/b', 'a/~/b'],
  ])('takes %j as %j', (address, path) => {
    expect(safeRelativePath(address)).toBe(path);
  });

  it.each([
    ['empty', ''],
    ['the directory itself', '.'],
    ['the directory itself by a detour', 'a/..'],
    ['absolute', '/etc/passwd'],
    ['home', '~/x'],
    ['home of another', '~root/x'],
    ['escaping', '../x'],
    ['escaping further in', 'a/../../x'],
    ['escaping with backslashes', 'a\\..\\..\\x'],
    ['escaping and returning', '../skill/x'],
    ['a drive', 'C:\\x'],
    ['a drive-relative path', 'C:x'],
    ['a stream', 'a.md:stream'],
    ['a URL', 'file:///etc/passwd'],
    ['a network path', '\\\\host\\share'],
    ['a network path with slashes', '//host/share'],
    ['a device path', '\\\\?\\C:\\x'],
    ['NUL', 'a\0.md'],
    ['a line break', 'a\nb'],
    ['encoded dots', '%2e%2e/x'],
    ['an encoded slash', 'a%2Fb'],
    ['an encoded backslash', 'a%5cb'],
    ['an encoded NUL', 'a%00'],
    ['a doubly encoded dot', '%252e'],
    ['an overlong encoded dot', '%c0%ae'],
    ['a trailing dot', 'a.'],
    ['dots only', '.../x'],
    ['a trailing space', 'a /x'],
    ['a lone surrogate', 'a\ud800'],
    ['too long', 'a/'.repeat(600)],
  ])('refuses what is %s', (_, address) => {
    expect(safeRelativePath(address)).toBeUndefined();
  });

  it('never leaves the directory, and takes its own answer unchanged', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '/', '\\', '%2e', '%', '~', 'a', ':', ' '),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        const path = safeRelativePath(parts.join(''));
        if (path === undefined) return;
        expect(path.split('/').filter((part) => part === '' || part === '.' || part === '..')).toEqual([]);
        expect(safeRelativePath(path)).toBe(path);
      }),
      { numRuns: 1000 },
    );
  });
});
