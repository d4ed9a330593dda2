import { describe, expect, test } from 'vitest';
import { tomlEntry } from './toml-entry.ts';

const ENTRY = { command: 'skillscope', args: ['mcp'] };
const TABLE = '[mcp_servers.skillscope]\ncommand = "skillscope"\nargs = ["mcp"]\n';

function added(text: string | undefined): string {
  const result = tomlEntry.add(text, 'mcp_servers', 'skillscope', ENTRY);
  return result.ok ? result.text : `refused: ${result.reason}`;
}

function removed(text: string): string {
  const result = tomlEntry.remove(text, 'mcp_servers', 'skillscope', ENTRY, 'present');
  return result.ok ? `${result.text}${result.empty ? '(empty)' : ''}` : `refused: ${result.reason}`;
}

describe('adding a table to TOML (A-39)', () => {
  test.each<[string, string | undefined, string]>([
    ['no file', undefined, TABLE],
    ['an empty file', '', TABLE],
    ['a byte order mark', '\uFEFFmodel = "o"\n', `\uFEFFmodel = "o"\n\n${TABLE}`],
    ['no newline at the end', 'model = "o"', `model = "o"\n\n${TABLE}`],
    ['a comment at the end', '[a]\nb = 1 # why\n# last', `[a]\nb = 1 # why\n# last\n\n${TABLE}`],
    ['Windows line ends', 'a = 1\r\n', `a = 1\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`],
    ['other servers', '[mcp_servers.a]\ncommand = "x"\n', `[mcp_servers.a]\ncommand = "x"\n\n${TABLE}`],
    ['servers by dotted keys', 'mcp_servers.a.command = "x"\n', `mcp_servers.a.command = "x"\n\n${TABLE}`],
    [
      'a servers table with an inline server',
      '[mcp_servers]\na = { command = "x" }\n',
      `[mcp_servers]\na = { command = "x" }\n\n${TABLE}`,
    ],
    ['a list of tables at the end', '[[hooks]]\nname = "h"\n', `[[hooks]]\nname = "h"\n\n${TABLE}`],
    [
      'integers that need 64 bits, dates and NaN',
      'a = 9007199254740993\nb = 1979-05-27\nc = nan\n',
      `a = 9007199254740993\nb = 1979-05-27\nc = nan\n\n${TABLE}`,
    ],
  ])('%s', (_name, before, after) => {
    expect(added(before)).toBe(after);
  });

  test.each<[string, string, string]>([
    [
      'servers as one inline table',
      'mcp_servers = { a = { command = "x" } }\n',
      '`mcp_servers` is written as one inline value, to which no table can be added; write it as [mcp_servers.…] tables, or add `skillscope` by hand.',
    ],
    [
      'an empty inline table',
      'mcp_servers = {}\n',
      '`mcp_servers` is written as one inline value, to which no table can be added; write it as [mcp_servers.…] tables, or add `skillscope` by hand.',
    ],
    ['servers as a list of tables', '[[mcp_servers]]\na = 1\n', '`mcp_servers` is not a table in this file.'],
    ['servers as text', 'mcp_servers = "x"\n', '`mcp_servers` is not a table in this file.'],
  ])('refuses %s', (_name, text, reason) => {
    expect(added(text)).toBe(`refused: ${reason}`);
  });

  test('refuses a damaged file with the line', () => {
    const refusal = tomlEntry.add('a = 1\nb = \n', 'mcp_servers', 'skillscope', ENTRY);
    expect(refusal).toMatchObject({ ok: false, line: 2 });
    expect(refusal).toHaveProperty(
      'reason',
      expect.stringMatching(/^The file is not valid TOML \(.+\); mend it first\.$/),
    );
  });

  test('writes Windows paths and odd characters so that they are read back', () => {
    const entry = { command: 'C:\\Program Files\\node.exe', args: ['C:\\Ada "A"\\ü\u007f.js', 'mcp'] };
    const result = tomlEntry.add(undefined, 'mcp_servers', 'skillscope', entry);
    expect(result).toMatchObject({
      ok: true,
      text: '[mcp_servers.skillscope]\ncommand = "C:\\\\Program Files\\\\node.exe"\nargs = ["C:\\\\Ada \\"A\\"\\\\ü\\u007f.js", "mcp"]\n',
    });
    expect(result.ok && tomlEntry.read(result.text, 'mcp_servers', 'skillscope')).toEqual({ ok: true, entry });
  });
});

describe('taking a table out of TOML that others changed since', () => {
  test.each<[string, string, string]>([
    ['more tables after it', `a = 1\n\n${TABLE}\n[b]\nc = 1\n`, 'a = 1\n\n[b]\nc = 1\n'],
    ['nothing else left', TABLE, '(empty)'],
    [
      'written by another hand',
      '[mcp_servers]\nskillscope = { command = "skillscope", args = ["mcp"] }\n',
      'refused: The table is no longer as it was written; delete [mcp_servers.skillscope] by hand.',
    ],
    ['edited', `${TABLE}env = { A = "b" }\n`, 'refused: The entry is not the one that was written.'],
  ])('%s', (_name, text, after) => {
    expect(removed(text)).toBe(after);
  });
});
