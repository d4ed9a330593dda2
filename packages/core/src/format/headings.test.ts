import { describe, expect, test } from 'vitest';
import { headingsOf } from './headings.ts';

describe('headings are found where markdown has them', () => {
  test.each<[string, string, string[]]>([
    ['all six levels', '# a\n## b\n### c\n#### d\n##### e\n###### f\n####### g', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['underlined', 'A title\n===\n\nAnother\n---\n', ['A title', 'Another']],
    ['underlined paragraph', 'two\nlines\n===', ['two lines']],
    ['up to three blanks before', '   # a\n    # code', ['a']],
    ['no blank after the signs', '#a\n#!/bin/sh', []],
    ['closing signs', '## a ##\n# b #c\n# C#', ['a', 'b #c', 'C#']],
    ['CRLF and lone CR', '# a\r\n# b\r# c', ['a', 'b', 'c']],
    ['empty ones', '#\n##  \n# `` ', []],
    ['rules', 'text\n\n---\n\n***\n---', []],
    ['lists, quotes and tables before a rule', '- a\n---\n> b\n---\n| c |\n---\n1. d\n---', []],
    ['indented code before a rule', '\n    code\n---', []],
    ['in a fence', '```sh\n# a\n```\n# b', ['b']],
    ['in a tilde fence with backticks inside', '~~~\n```\n# a\n~~~\n# b', ['b']],
    ['in a longer fence', '````md\n```\n# a\n```\n````\n# b', ['b']],
    ['in a fence within a list', '1. x\n\n    ```\n    # a\n# a\n    ```\n# b', ['b']],
    ['in a fence that never closes', '# a\n```\n# b', ['a']],
    ['after inline code at a line start', '```not a fence```\n# a', ['a']],
    ['behind HTML on the first line', '<div>\n# a', ['a']],
    ['underlined behind a rule and a line of signs', 'x\n\n---\n=\ny\n---', ['= y']],
    ['in a comment', '<!--\n# a\n-->\n<!-- # b -->\n# c', ['c']],
  ])('%s', (_case, markdown, expected) => {
    expect(headingsOf(markdown)).toEqual(expected);
  });
});

describe('headings are plain words', () => {
  test.each([
    ['# `useQuery` and ``x``', 'useQuery and x'],
    ['# **Bold** and *it* and ~~old~~', 'Bold and it and old'],
    ['# _emphasis_ of snake_case_name', 'emphasis of snake_case_name'],
    ['# [Link](https://example.org/a) and [ref][1]', 'Link and ref'],
    ['# ![Logo](logo.png) Name', 'Logo Name'],
    ['# An array: T[] (x)', 'An array: T[] (x)'],
    ['# <a name="x"></a>Title<br/>', 'Title'],
    ['# 1 \\* 2 \\# 3', '1 2 # 3'],
    ['#   many\t blanks  ', 'many blanks'],
  ])('%s', (markdown, expected) => {
    expect(headingsOf(markdown)).toEqual([expected]);
  });
});

test('at most 200 headings of at most 200 characters', () => {
  expect(headingsOf('# a\n'.repeat(500))).toHaveLength(200);
  expect(headingsOf(`# ${'a'.repeat(1_000)}`)[0]).toHaveLength(200);
});
