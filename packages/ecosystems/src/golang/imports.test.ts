import { describe, expect, it } from 'vitest';
import { importable, importRequest } from '../formats/testing/importable.ts';
import { match, read } from './imports.ts';

describe('what a source file imports', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['one by one', 'package x\nimport "a.b/c"\nimport d "e.f/g"\nimport . "h.i/j"', ['a.b/c', 'e.f/g', 'h.i/j']],
    ['in a block', 'import (\n\t"fmt"\n\n\t"a.b/c" // why\n\t_ "d.e/f/v2"\n)\nvar x = "g.h/i"', ['a.b/c', 'd.e/f/v2']],
    ['on one line', 'import ("a.b/c"; "d.e/f")', ['a.b/c', 'd.e/f']],
    ['in a part of a file', '\t"a.b/c"\n\td "e.f/g"\n', ['a.b/c', 'e.f/g']],
    ['nothing of the standard library', 'import ("net/http"; "fmt")', []],
    ['nothing in comments and text', '// import "a.b/c"\n/* import "a.b/d" */ x := `\nimport "a.b/e"\n`', []],
    ['nothing that is an argument', 'f("a.b/c")\ng(\n\t"a.b/d",\n)', []],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('which modules those are', () => {
  const modules = ['a.b/c', 'a.b/c/d', 'a.b/c/v2'].map((name) => importable(name));
  const names = (path: string, shipping = modules) =>
    match(importRequest([path], shipping, modules)).map(({ name }) => name);

  it('takes the longest path that the import begins with', () => {
    expect(names('a.b/c')).toEqual(['a.b/c']);
    expect(names('a.b/c/e')).toEqual(['a.b/c']);
    expect(names('a.b/c/d/e')).toEqual(['a.b/c/d']);
    expect(names('a.b/c/v2/e')).toEqual(['a.b/c/v2']);
    expect(names('a.b/cd')).toEqual([]);
  });

  it('leaves out a module where the import is of a longer one that ships nothing', () => {
    expect(names('a.b/c/d/e', modules.slice(0, 1))).toEqual([]);
  });

  it('goes by the path that a replacement stands for', () => {
    expect(names('old.org/x', [importable('new.org/y', { alias: 'old.org/x' })])).toEqual(['new.org/y']);
  });
});
