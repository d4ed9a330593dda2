import { describe, expect, it } from 'vitest';
import { importable, importRequest } from '../formats/testing/importable.ts';
import { match, read } from './imports.ts';

describe('what a module imports', () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      'statically',
      `import a from 'a'; import * as b from "b/sub"; import 'c'; import { d } from '@s/d/deep/er';`,
      ['a', 'b', 'c', '@s/d'],
    ],
    ['by re-export', `export * from 'a'; export { b } from 'b'; export type { C } from 'c';`, ['a', 'b', 'c']],
    [
      'by a call',
      `const a = require('a'); await import('b/x'); require.resolve("c"); import d = require('d');`,
      ['a', 'b', 'c', 'd'],
    ],
    ['over lines', `import {\n  one,\n  two,\n} from\n  'a';`, ['a']],
    ['as types', `import type { A } from 'a'; type B = import('b').B;`, ['a', 'b']],
    [
      'nothing of its own or of Node',
      `import './a'; import '../b'; import '/c'; import '#d'; import 'node:fs'; import 'fs/promises'; import 'https://x/y';`,
      [],
    ],
    ['no path of a tsconfig that is no package', `import '@/a'; import '~/b/c';`, ['~']],
    [
      'nothing in comments and text',
      `// import 'a'\n/* import 'b' */ const c = "import 'c'"; const d = \`import 'd'\`;`,
      [],
    ],
    ['nothing that is only called so', `x.import('a'); x.require('b'); Array.from('c'); const y = { from: 'd' };`, []],
    ['past patterns', `const a = /'/; const b = x / y / z; import 'c'; const d = /[/'"]/g; import 'e';`, ['c', 'e']],
    ['past an apostrophe in JSX', `const a = <p>don't</p>;\nimport 'b';`, ['b']],
    ['in a part of a file', `  two,\n} from 'a';\nconst b = require('b')`, ['a', 'b']],
    ['each once', `import 'a'; import { b } from 'a/c';`, ['a']],
  ])('%s', (_, text, expected) => {
    expect(read(text, '.tsx')).toEqual(expected);
  });

  it.each(['.vue', '.svelte'])('in the scripts of a %s file', (extension) => {
    const text = `<template>don't import 'x'</template>\n<script setup lang="ts">\nimport 'a';\n</script>\n<script>import 'b'</script>`;
    expect(read(text, extension)).toEqual(['a', 'b']);
    expect(read(`import 'c';`, extension)).toEqual(['c']);
  });

  it('takes time in proportion to hostile text', () => {
    for (const part of ['/*', "'", '`', '/[', 'import(', '<script', 'from '])
      expect(read(part.repeat(50_000), '.vue')).toEqual([]);
  });
});

describe('which libraries those are', () => {
  it('goes by the name that the project gives', () => {
    const shipping = [importable('db'), importable('real', { alias: 'alias' }), importable('other')];
    const found = match(importRequest(['db', 'alias', 'real'], shipping));
    expect(found.map(({ name }) => name)).toEqual(['db', 'real']);
  });

  it('takes the version that the project names', () => {
    const old = importable('db', { version: '1.0.0', relation: 'transitive' });
    const now = importable('db', { version: '2.0.0' });
    expect(match(importRequest(['db'], [old], [now, old]))).toEqual([]);
    expect(match(importRequest(['db'], [now, old]))).toEqual([now]);
    expect(match(importRequest(['db'], [old]))).toEqual([old]);
  });
});
