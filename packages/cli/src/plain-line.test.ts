import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './command-line.ts';
import { main, type Surroundings } from './main.ts';
import { readPlainLine } from './plain-line.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'skillscope-line-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  write('package.json', '{"name":"app","dependencies":{"lib":"1","other":"1"}}');
  write('node_modules/lib/package.json', '{"name":"lib","version":"1.0.0","dependencies":{"deep":"1"}}');
  write('node_modules/lib/skills/a/SKILL.md', '---\nname: a\ndescription: Says a.\n---\nBody');
  write('node_modules/deep/package.json', '{"name":"deep","version":"1.0.0"}');
  write('node_modules/deep/skills/b/SKILL.md', '---\nname: b\ndescription: Says b.\n---\nBody');
  write('node_modules/other/package.json', '{"name":"other","version":"1.0.0"}');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function outcome(run: (surroundings: Surroundings) => Promise<number>) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run({
    environment: { SKILLSCOPE_CACHE: join(directory, 'cache'), FORCE_COLOR: '1' },
    directory,
    home: directory,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    stdout: {},
    stderr: {},
  });
  return { code, out: out.join(''), err: err.join('') };
}

const subsets = (flags: readonly string[]) =>
  Array.from({ length: 2 ** flags.length }, (_, bits) => flags.filter((_flag, index) => bits & (2 ** index)));

describe('a line that needs no parser', () => {
  it.each([
    ...subsets(['--json', '--no-color', '--direct', '--all']).map((flags) => ['list', ...flags]),
    ...subsets(['--json', '--no-color', '--no-cache']).map((flags) => ['status', ...flags]),
    ['list', '--all', '--all'],
  ])('is answered as the parser has it answered: %s %s %s %s %s', async (...words) => {
    const line = words.filter((word): word is string => word !== undefined);
    expect(readPlainLine(line)).toBeDefined();
    // The first answer is made anew, all later ones are from the cache; both sides are to be later ones.
    await outcome((surroundings) => runCommandLine(line, surroundings));
    const [plain, parsed] = [
      await outcome((surroundings) => main(line, surroundings)),
      await outcome((surroundings) => runCommandLine(line, surroundings)),
    ];
    const withoutTime = ({ out, ...rest }: typeof plain) => ({
      ...rest,
      out: out.replace(/\d{4}-[\d-]+T[\d:.]+Z/g, ''),
    });
    expect(withoutTime(plain)).toEqual(withoutTime(parsed));
    expect(plain.code).toBe(0);
  });

  it.each([
    [[]],
    [['list', '--help']],
    [['list', '--project', '/work']],
    [['list', '--dir']],
    [['list', '--json=1']],
    [['list', '--']],
    [['list', 'more']],
    [['--json', 'list']],
    [['status', '--all']],
    [['read', 'lib']],
    [['list', '__proto__']],
    [['constructor']],
  ])('is none for the parser to miss: %j', (line) => {
    expect(readPlainLine(line)).toBeUndefined();
  });
});
