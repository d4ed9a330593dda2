import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isDependencyOf, isOnPath } from './programs.ts';

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillscope-programs-')));
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

function program(file: string, mode = 0o755): string {
  const full = path.join(base, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, '');
  chmodSync(full, mode);
  return path.dirname(full);
}

function asked(platform: NodeJS.Platform, environment: Record<string, string>): Promise<boolean> {
  return isOnPath('skillscope', { platform, environment, home: base, projectDirectory: base });
}

describe('isOnPath', () => {
  test('finds a program in a later directory', async () => {
    const directory = program('bin/skillscope');
    expect(await asked('linux', { PATH: `/nowhere:${directory}` })).toBe(true);
  });

  test('a file that may not be run, or a directory of that name, is no program', async () => {
    mkdirSync(path.join(base, 'other', 'skillscope'), { recursive: true });
    const PATH = `${program('bin/skillscope', 0o644)}:${path.join(base, 'other')}`;
    expect(await asked('linux', { PATH })).toBe(false);
  });

  test.each(['app/node_modules/.bin', '.npm/_npx/0a1b/node_modules/.bin', '.npm/_npx/0a1b/bin'])(
    'what a package manager adds while it runs does not count: %s',
    async (directory) => {
      expect(await asked('linux', { PATH: program(`${directory}/skillscope`) })).toBe(false);
    },
  );

  test('empty and relative parts of PATH are not looked into', async () => {
    expect(await asked('linux', { PATH: ':.:bin' })).toBe(false);
    expect(await asked('linux', {})).toBe(false);
  });

  test('Windows tries the extensions of PATHEXT', async () => {
    const Path = program('npm/skillscope.cmd');
    expect(await asked('win32', { Path })).toBe(true);
    expect(await asked('win32', { Path, PATHEXT: '.EXE' })).toBe(false);
  });
});

describe('isDependencyOf', () => {
  test('looks at and above the project, as npx does', async () => {
    program('work/node_modules/skillscope/package.json');
    mkdirSync(path.join(base, 'work', 'packages', 'app'), { recursive: true });
    expect(await isDependencyOf(path.join(base, 'work', 'packages', 'app'))).toBe(true);
    expect(await isDependencyOf(path.join(base, 'work'))).toBe(true);
    expect(await isDependencyOf(base)).toBe(false);
  });
});
