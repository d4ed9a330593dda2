import { describe, expect, test } from 'vitest';
import type { ContainerBefore } from './entry-format.ts';
import { jsonEntry } from './json-entry.ts';

const ENTRY = { command: 'skillscope', args: ['mcp'] };

function added(text: string | undefined): string {
  const result = jsonEntry.add(text, 'mcpServers', 'skillscope', ENTRY);
  return result.ok ? result.text : `refused: ${result.reason}`;
}

function removed(text: string, before: ContainerBefore): string {
  const result = jsonEntry.remove(text, 'mcpServers', 'skillscope', ENTRY, before);
  return result.ok ? `${result.text}${result.empty ? ' (empty)' : ''}` : `refused: ${result.reason}`;
}

const FRESH = `{
  "mcpServers": {
    "skillscope": {
      "command": "skillscope",
      "args": ["mcp"]
    }
  }
}
`;

const TIGHT = '"skillscope":{"command":"skillscope","args":["mcp"]}';

describe('adding an entry to JSON (A-39)', () => {
  test.each<[string, string | undefined, string]>([
    ['no file', undefined, FRESH],
    ['an empty file', '', FRESH],
    ['only a byte order mark', '\uFEFF', `\uFEFF${FRESH}`],
    ['only a blank line', '\n', `\n${FRESH}`],
    ['only a comment', '// mine', `// mine\n${FRESH}`],
    ['an empty object', '{}', FRESH.trimEnd()],
    ['an empty object over two lines', '{\n}\n', FRESH],
    ['a comment in an empty object', '{\n  // none yet\n}\n', FRESH.replace('{\n', '{\n  // none yet\n')],
    ['one tight line', '{"a":1}', `{"a":1,"mcpServers":{${TIGHT}}}`],
    ['one tight line with a server', '{"mcpServers":{"a":{}}}', `{"mcpServers":{"a":{},${TIGHT}}}`],
    [
      'one spaced line',
      '{ "mcpServers": { "a": {} } }',
      '{ "mcpServers": { "a": {}, "skillscope": { "command": "skillscope", "args": ["mcp"] } } }',
    ],
    [
      'null in place of the servers',
      '{\n\t"mcpServers": null,\n\t"z": 1\n}',
      '{\n\t"mcpServers": {\n\t\t"skillscope": {\n\t\t\t"command": "skillscope",\n\t\t\t"args": ["mcp"]\n\t\t}\n\t},\n\t"z": 1\n}',
    ],
    [
      'a trailing comma stays the style',
      '{\n  "mcpServers": {\n    "a": {},\n  },\n}\n',
      '{\n  "mcpServers": {\n    "a": {},\n    "skillscope": {\n      "command": "skillscope",\n      "args": ["mcp"]\n    },\n  },\n}\n',
    ],
    [
      'a comment stays with the line it is on',
      '{\r\n  "mcpServers": {\r\n    "a": {} // the a server\r\n    // after a\r\n  }\r\n}',
      '{\r\n  "mcpServers": {\r\n    "a": {}, // the a server\r\n    "skillscope": {\r\n      "command": "skillscope",\r\n      "args": ["mcp"]\r\n    }\r\n    // after a\r\n  }\r\n}',
    ],
    [
      'four spaces',
      '{\n    "theme": "dark"\n}',
      '{\n    "theme": "dark",\n    "mcpServers": {\n        "skillscope": {\n            "command": "skillscope",\n            "args": ["mcp"]\n        }\n    }\n}',
    ],
    [
      'commas in front',
      '{\n  "mcpServers": {\n    "a": {}\n  , "b": {}\n  }\n}',
      '{\n  "mcpServers": {\n    "a": {}\n  , "b": {},\n    "skillscope": {\n      "command": "skillscope",\n      "args": ["mcp"]\n    }\n  }\n}',
    ],
  ])('%s', (_name, before, after) => {
    expect(added(before)).toBe(after);
  });

  test.each<[string, string, string, number | undefined]>([
    [
      'an unclosed object',
      '{\n  "mcpServers": {\n',
      'The file is not valid JSON (CloseBraceExpected); mend it first.',
      3,
    ],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 'The file is not valid JSON (CommaExpected); mend it first.', 3],
    ['two documents', '{}\n{}', 'The file is not valid JSON (EndOfFileExpected); mend it first.', 2],
    ['a list', '[]', 'The file does not hold a JSON object.', 1],
    ['servers that are a list', '{\n\n"mcpServers": []}', '`mcpServers` is not an object in this file.', 3],
    ['servers that stand twice', '{"mcpServers":{},\n"mcpServers":{}}', '`mcpServers` stands twice in this file.', 2],
    ['an abyss', `{"a":${'['.repeat(100_000)}`, 'The file is nested too deeply to be read.', undefined],
    ['a well', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 'The file is nested too deeply to be read.', undefined],
  ])('refuses %s', (_name, text, reason, line) => {
    const refusal = { ok: false, reason, ...(line === undefined ? {} : { line }) };
    expect(jsonEntry.add(text, 'mcpServers', 'skillscope', ENTRY)).toEqual(refusal);
    expect(jsonEntry.read(text, 'mcpServers', 'skillscope')).toEqual(refusal);
  });

  test('reads an entry as it stands, and members of the prototype are no entries', () => {
    const text = '{ "mcpServers": { "skillscope": { "command": "mine" /* own */ } } }';
    expect(jsonEntry.read(text, 'mcpServers', 'skillscope')).toEqual({ ok: true, entry: { command: 'mine' } });
    expect(jsonEntry.read('{}', 'constructor', 'name')).toEqual({ ok: true, entry: undefined });
    expect(jsonEntry.read('{"mcpServers":{}}', 'mcpServers', 'toString')).toEqual({ ok: true, entry: undefined });
  });
});

describe('taking an entry out of JSON that others changed since', () => {
  const ours = '"skillscope": {"args": ["mcp"], "command": "skillscope"}';

  test.each<[string, string, ContainerBefore, string]>([
    [
      'last of two',
      `{\n  "mcpServers": {\n    "a": {}, // a\n    ${ours}\n  }\n}`,
      'present',
      '{\n  "mcpServers": {\n    "a": {} // a\n  }\n}',
    ],
    [
      'first of two',
      `{\n  "mcpServers": {\n    ${ours},\n    "b": {}\n  }\n}`,
      'present',
      '{\n  "mcpServers": {\n    "b": {}\n  }\n}',
    ],
    ['between two', `{"mcpServers":{"a":{},${ours},"b":{}}}`, 'present', '{"mcpServers":{"a":{},"b":{}}}'],
    ['with a trailing comma', `{"mcpServers":{"a":{},\n${ours},\n}}`, 'present', '{"mcpServers":{"a":{},\n}}'],
    [
      'alone, where there were servers',
      `{"mcpServers": {\n  ${ours}\n}, "z": 1}`,
      'present',
      '{"mcpServers": {}, "z": 1}',
    ],
    ['alone, where there was null', `{"mcpServers": {\n  ${ours}\n}, "z": 1}`, 'null', '{"mcpServers": null, "z": 1}'],
    [
      'alone, where there was nothing',
      `{\n  "z": 1,\n  "mcpServers": {\n    ${ours}\n  }\n}\n`,
      'absent',
      '{\n  "z": 1\n}\n',
    ],
    ['alone in the file', `{\n  "mcpServers": {\n    ${ours}\n  }\n}\n`, 'absent', '{}\n (empty)'],
    [
      'beside a comment of the user',
      `{"mcpServers": {\n  // keep\n  ${ours}\n}}`,
      'absent',
      '{"mcpServers": {\n  // keep\n}}',
    ],
    [
      'with what hosts add by default',
      '{"mcpServers":{"skillscope":{"type":"stdio","command":"skillscope","args":["mcp"],"env":{}},"b":1}}',
      'absent',
      '{"mcpServers":{"b":1}}',
    ],
    [
      'edited',
      '{"mcpServers":{"skillscope":{"command":"other"}}}',
      'absent',
      'refused: The entry is not the one that was written.',
    ],
  ])('%s', (_name, text, before, after) => {
    expect(removed(text, before)).toBe(after);
  });
});
