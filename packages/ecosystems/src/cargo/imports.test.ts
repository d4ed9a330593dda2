import { describe, expect, it } from 'vitest';
import { importable, importRequest } from '../formats/testing/importable.ts';
import { match, read } from './imports.ts';

describe('what a source file imports', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['by use', 'use a;\nuse b as x;\npub use c::D;\nuse ::e::f;', ['a', 'b', 'c', 'e']],
    ['in braces', 'use {a, b::c};\nuse d::{e::f, g};', ['a', 'b', 'd', 'e']],
    ['by extern crate', 'extern crate a as b;', ['a']],
    [
      'by a path',
      '#[tokio::main]\nfn f() { serde_json::json!({}); Vec::<a::B>::new(); }',
      ['tokio', 'serde_json', 'Vec', 'a'],
    ],
    ['nothing of its own', 'use crate::a; use self::b; use super::c; use std::fmt; core::mem::take(x)', []],
    [
      'nothing in comments and text',
      '// use a;\n/* /* use b; */ use c; */ let x = "use d::e"; let y = r#""use f::g""#;',
      [],
    ],
    ['past lifetimes and characters', `fn f<'a>(x: &'a str) { g('"'); h('\\''); } use b::c;`, ['b']],
    ['in a part of a file', '    b,\n};\nuse c::d;', ['c']],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('takes time in proportion to hostile text', () => {
    for (const part of ['/*', '"', "'", 'r#"', '::', 'use {']) expect(read(part.repeat(50_000))).toEqual([]);
  });
});

it('goes by the crate name, or the one that the manifest gives it', () => {
  const shipping = [importable('serde-json'), importable('real-name', { alias: 'given-name' })];
  const names = (text: string) => match(importRequest(read(text), shipping)).map(({ name }) => name);
  expect(names('use serde_json::Value;')).toEqual(['serde-json']);
  expect(names('use given_name::X;')).toEqual(['real-name']);
  expect(names('use real_name::X;')).toEqual([]);
});
