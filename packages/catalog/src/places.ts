import { accessSync, constants, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DamagedError } from './failure.ts';
import { isFolder } from './own-folder.ts';
import { POLICY } from './policy.ts';

/*
 * The database lies in a folder of its own, so that it can be put away together with its log and its shared memory in
 * one rename. A process that still has it open goes on with what it has and meets nobody.
 */
const STORE = 'catalog';
const DAMAGED = 'catalog.damaged-';
const CLEARED = 'catalog.cleared-';

export function storeOf(directory: string): string {
  return join(directory, STORE);
}

/** Where finished scans lie, each in a file. */
export function scansOf(directory: string): string {
  return join(directory, STORE, 'scans');
}

/** Where artifacts wait until something is searched, those of one scan in a file. */
export function queueOf(directory: string): string {
  return join(directory, STORE, 'queue');
}

/** Where an empty file for each of those says that it waits, so that one that somebody deletes is missed. */
export function waitingOf(directory: string): string {
  return join(directory, STORE, 'waiting');
}

export function databaseOf(directory: string): string {
  return join(directory, STORE, 'catalog.db');
}

/** Makes the folder and an empty database that only this user can read. Throws what the file system throws. */
export function prepareDatabase(directory: string): void {
  makeDirectories(storeOf(directory));
  try {
    writeFileSync(databaseOf(directory), '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Makes a folder that only this user can read. False when it cannot be made, when nothing can be written there, or when
 * it is a link.
 */
export function prepareFolder(path: string): boolean {
  try {
    makeDirectories(path);
    accessSync(path, constants.W_OK);
    return isFolder(path);
  } catch {
    return false;
  }
}

/** One by one: Node's own recursive way never ends where the system denies that a parent exists, as below `/proc`. */
function makeDirectories(path: string): void {
  const missing: string[] = [];
  for (let at = path; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  for (const directory of missing.reverse()) makeDirectory(directory);
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process made it meanwhile; a link to nowhere is there too, but is no directory.
    const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isThere) throw error;
  }
}

/** Tells one file from another that took its place. `undefined` when there is none. */
export function identityOf(file: string): string | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat && `${stat.dev}:${stat.ino}`;
  } catch {
    return undefined;
  }
}

/** Changes whenever the file is written. `undefined` when there is none. */
export function stampOf(file: string): string | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat && `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}`;
  } catch {
    return undefined;
  }
}

/**
 * Puts the store away unless somebody else already did, and drops older ones that were put away.
 * Throws what the file system throws.
 */
export function setAside(directory: string, identity: string | undefined): void {
  if (identityOf(databaseOf(directory)) !== identity) return;
  const suffix = `${Date.now()}-${process.pid}`;
  rename(storeOf(directory), join(directory, `${DAMAGED}${suffix}`));
  for (const old of listDamaged(directory).slice(0, -POLICY.damagedKept)) remove(old);
}

/** What this program puts into the store. */
const OWN = /^(?:catalog\.db(?:-wal|-shm|-journal)?|scans|queue|waiting|vectors)$/;

/**
 * Removes the store and everything put away. Throws what the file system throws, and DamagedError where somebody keeps
 * something else in a folder of that name.
 */
export function removeStore(directory: string): void {
  if (namesIn(storeOf(directory)).some((name) => !OWN.test(name)))
    throw new DamagedError('something else lies in its folder');
  rename(storeOf(directory), join(directory, `${CLEARED}${Date.now()}-${process.pid}`));
  for (const name of namesIn(directory))
    if (name.startsWith(CLEARED) || name.startsWith(DAMAGED)) remove(join(directory, name));
}

/** Oldest first. */
export function listDamaged(directory: string): readonly string[] {
  return namesIn(directory)
    .filter((name) => name.startsWith(DAMAGED))
    .sort()
    .map((name) => join(directory, name));
}

/** Bytes of a file, or of the files in a folder. */
export function bytesOf(path: string): number {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return stat?.size ?? 0;
    return namesIn(path).reduce((total, name) => total + bytesOf(join(path, name)), 0);
  } catch {
    return 0;
  }
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTDIR'].includes(code)) throw error;
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
