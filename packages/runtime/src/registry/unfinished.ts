import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { keepFile } from './flush-log.ts';
import { LOCK_FILES, type Patience, takeDirectory } from './lock-directory.ts';
import { RegistryError } from './registry-error.ts';

/** A directory in which a registry is made, until it is whole. */
export interface Unfinished {
  /** Where the database is made. */
  readonly data: string;
  /** Moves the database to its place; gives false where there is one by now. */
  place(): Promise<boolean>;
  /** Takes away whatever of it is left. */
  remove(): void;
}

const PREFIX = '.skillscope-unfinished-';
/** Says in each such directory that it is one, and of which registry. */
const MARK = 'unfinished-registry';

/** Where a registry's directory keeps the database. */
export function dataIn(directory: string): string {
  return join(directory, 'data');
}

/** Whether there is a registry in a directory. */
export function holdsData(directory: string): boolean {
  return lstatSync(dataIn(directory), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Begins a registry beside its place, so that one that is not finished is never taken for one: in the directory itself
 * where that is there, else in the nearest one above. What earlier attempts at the same left is taken away.
 */
export async function beginRegistry(directory: string, patience: Patience): Promise<Unfinished> {
  const target = resolve(directory);
  const parent = nearestDirectory(target);
  for (const path of leftovers(target)) await removeUnowned(path);
  const path = mkdtempSync(join(parent, PREFIX));
  // Before the mark: what is marked and has no owner is left over.
  const release = await takeDirectory(path);
  writeFileSync(join(path, MARK), target, { flag: 'wx' });
  return {
    data: dataIn(path),
    place: async () => {
      mkdirSync(target, { recursive: true, mode: 0o700 });
      const leave = await takeDirectory(target, patience);
      try {
        if (holdsData(target)) return false;
        renameSync(dataIn(path), dataIn(target));
        keepFile(target);
        return true;
      } finally {
        leave();
      }
    },
    remove: () => {
      release();
      removeParts(path);
    },
  };
}

/** Directories in which somebody began this registry, of this user and marked as such. They may still be at work. */
export function leftovers(directory: string): readonly string[] {
  const target = resolve(directory);
  const parent = nearestDirectory(target);
  return namesIn(parent)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(parent, name))
    .filter((path) => isOurs(path, target));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function isOurs(path: string, target: string): boolean {
  try {
    const stat = lstatSync(path);
    const mark = join(path, MARK);
    const isOwn = process.getuid === undefined || stat.uid === process.getuid();
    return stat.isDirectory() && isOwn && lstatSync(mark).isFile() && readFileSync(mark, 'utf8') === target;
  } catch {
    return false;
  }
}

async function removeUnowned(path: string): Promise<void> {
  try {
    (await takeDirectory(path))();
  } catch (error) {
    if (error instanceof RegistryError) return;
    throw error;
  }
  removeParts(path);
}

/** Nothing but what was written here, and no link is gone through: of one, the link itself is removed. */
function removeParts(path: string): void {
  // The mark goes last: without it nobody would know the rest for what it is.
  for (const name of ['data', ...LOCK_FILES, MARK]) rmSync(join(path, name), { recursive: true, force: true });
  try {
    rmdirSync(path);
  } catch (error) {
    // What somebody else put there stays.
    if (
      !(error instanceof Error) ||
      !('code' in error) ||
      !['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(String(error.code))
    )
      throw error;
  }
}

function nearestDirectory(path: string): string {
  for (let directory = path; ; directory = dirname(directory))
    if (statSync(directory, { throwIfNoEntry: false }) || directory === dirname(directory)) return directory;
}
