import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Surroundings } from './agents.ts';

/** Names that Windows tries when PATHEXT is not set. */
const USUAL_EXTENSIONS = '.COM;.EXE;.BAT;.CMD';

/**
 * Whether a program can be started by its bare name. Directories that a package manager adds to PATH while it runs
 * something (`node_modules/.bin`) do not count: they are gone when an agent starts.
 */
export async function isOnPath(program: string, { environment, platform }: Surroundings): Promise<boolean> {
  const windows = platform === 'win32';
  const variable = windows ? (environment['Path'] ?? environment['PATH']) : environment['PATH'];
  const extensions = windows ? (environment['PATHEXT'] ?? USUAL_EXTENSIONS).split(';') : [''];
  for (const directory of (variable ?? '').split(windows ? ';' : ':')) {
    if (!path.isAbsolute(directory) || isTransient(directory)) continue;
    for (const extension of extensions) {
      if (await isExecutable(path.join(directory, program + extension.toLowerCase()))) return true;
    }
  }
  return false;
}

/** Whether skillscope lies in a `node_modules` at or above a directory, where `npx` looks too. */
export async function isDependencyOf(directory: string): Promise<boolean> {
  for (let current = directory; ; current = path.dirname(current)) {
    if (await isFile(path.join(current, 'node_modules', 'skillscope', 'package.json'))) return true;
    if (current === path.dirname(current)) return false;
  }
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function isTransient(directory: string): boolean {
  const parts = directory.split(/[\\/]/).filter(Boolean);
  return parts.includes('_npx') || (parts.at(-1) === '.bin' && parts.at(-2) === 'node_modules');
}

async function isExecutable(file: string): Promise<boolean> {
  if (!(await isFile(file))) return false;
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
