import { describe, expect, test } from 'vitest';
import type { ContainerBefore } from './entry-format.ts';
import { yamlEntry } from './yaml-entry.ts';

const ENTRY = { name: 'skillscope', type: 'stdio', enabled: true, cmd: '/opt/my node', args: ['mcp'], timeout: 300 };

const lines = (indent: string) =>
  [
    'skillscope:',
    '  name: skillscope',
    '  type: stdio',
    '  enabled: true',
    '  cmd: "/opt/my node"',
    '  args: ["mcp"]',
    '  timeout: 300',
  ]
    .map((line) => `${indent}${line}\n`)
    .join('');

const BLOCK = lines('  ');

function added(text: string | undefined): string {
  const result = yamlEntry.add(text, 'extensions', 'skillscope', ENTRY);
  return result.ok ? result.text : `refused: ${result.reason}`;
}

function removed(text: string, before: ContainerBefore): string {
  const result = yamlEntry.remove(text, 'extensions', 'skillscope', ENTRY, before);
  return result.ok ? `${result.text}${result.empty ? '(empty)' : ''}` : `refused: ${result.reason}`;
}

describe('adding an entry to YAML (A-39)', () => {
  test.each<[string, string | undefined, string]>([
    ['no file', undefined, `extensions:\n${BLOCK}`],
    ['an empty file', '', `extensions:\n${BLOCK}`],
    ['only a comment', '# mine\n', `# mine\nextensions:\n${BLOCK}`],
    ['no newline at the end', 'GOOSE_MODEL: o', `GOOSE_MODEL: o\nextensions:\n${BLOCK}`],
    [
      'Windows line ends',
      'a: 1\r\nextensions:\r\n  x:\r\n    cmd: y\r\n',
      `a: 1\r\nextensions:\r\n  x:\r\n    cmd: y\r\n${BLOCK.replaceAll('\n', '\r\n')}`,
    ],
    [
      'other entries, with what follows them',
      'extensions:\n    a: # one\n        cmd: x # why\n    # the end\n\nGOOSE_MODE: auto # last\n',
      `extensions:\n    a: # one\n        cmd: x # why\n${lines('    ')}    # the end\n\nGOOSE_MODE: auto # last\n`,
    ],
    ['no value', 'extensions:\nb: 1\n', `extensions:\n${BLOCK}b: 1\n`],
    ['no value, with a comment', 'extensions: # none\nb: 1\n', `extensions: # none\n${BLOCK}b: 1\n`],
    ['an empty map', 'extensions: {}\nb: 1\n', `extensions:\n${BLOCK}b: 1\n`],
    ['an empty map at the end', 'b: 1\nextensions: {}', `b: 1\nextensions:\n${BLOCK}`],
    [
      'a block of text at the end',
      'extensions:\n  a:\n    text: |\n      one\n      two\nb: 1\n',
      `extensions:\n  a:\n    text: |\n      one\n      two\n${BLOCK}b: 1\n`,
    ],
  ])('%s', (_name, before, after) => {
    expect(added(before)).toBe(after);
  });

  test.each<[string, string, string]>([
    [
      'entries on one line',
      'extensions: { a: { cmd: x } }\n',
      'The file is written in a way that cannot be edited safely; change it by hand.',
    ],
    ['a list', 'extensions:\n  - a\n', '`extensions` is not a map in this file.'],
    ['a text', 'extensions: x\n', '`extensions` is not a map in this file.'],
    ['a file that is a list', '- a\n', 'The file does not hold a map in block style.'],
    ['a file on one line', '{ a: 1 }\n', 'The file does not hold a map in block style.'],
    ['a second document', 'a: 1\n---\nb: 1\n', 'The file holds several documents.'],
  ])('refuses %s', (_name, text, reason) => {
    expect(added(text)).toBe(`refused: ${reason}`);
  });

  test('refuses a damaged file with the line', () => {
    expect(yamlEntry.add('a: 1\nb: "\n', 'extensions', 'skillscope', ENTRY)).toMatchObject({ ok: false, line: 3 });
    expect(yamlEntry.add('a: 1\na: 2\n', 'extensions', 'skillscope', ENTRY)).toMatchObject({ ok: false, line: 2 });
  });

  test('reads what it wrote', () => {
    const result = yamlEntry.add('a: 1\n', 'extensions', 'skillscope', ENTRY);
    expect(result.ok && yamlEntry.read(result.text, 'extensions', 'skillscope')).toEqual({ ok: true, entry: ENTRY });
    expect(yamlEntry.read('extensions:\n', 'extensions', 'toString')).toEqual({ ok: true, entry: undefined });
  });
});

describe('taking an entry out of YAML that others changed since', () => {
  test.each<[string, string, ContainerBefore, string]>([
    [
      'between others',
      `extensions:\n  a:\n    cmd: x\n${BLOCK}  b:\n    cmd: y\n`,
      'present',
      'extensions:\n  a:\n    cmd: x\n  b:\n    cmd: y\n',
    ],
    ['alone, where there was nothing', `a: 1\nextensions:\n${BLOCK}b: 2\n`, 'absent', 'a: 1\nb: 2\n'],
    ['alone, where there was no value', `extensions:\n${BLOCK}b: 2\n`, 'null', 'extensions:\nb: 2\n'],
    ['alone, where there were others', `extensions:\n${BLOCK}b: 2\n`, 'present', 'extensions: {}\nb: 2\n'],
    ['nothing else left', `extensions:\n${BLOCK}`, 'absent', '(empty)'],
    [
      'edited',
      'extensions:\n  skillscope:\n    cmd: other\n',
      'absent',
      'refused: The entry is not the one that was written.',
    ],
    [
      'written by another hand, in another order',
      'extensions:\n  skillscope: # mine\n    cmd: /opt/my node\n    args:\n      - mcp\n    type: stdio\n    timeout: 300\n    enabled: true\n    name: skillscope\nb: 2\n',
      'absent',
      'b: 2\n',
    ],
  ])('%s', (_name, text, before, after) => {
    expect(removed(text, before)).toBe(after);
  });
});
