import { constants } from 'node:fs';
import { access, lstat, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { LIMITS } from '@skillscope/core';
import type { Place } from './agents.ts';

/** A file that may be written, as it is now. */
export interface Target {
  readonly ok: true;
  /** Where the bytes go: a symlink is written through. */
  readonly realPath: string;
  /** `undefined` when there is no file. A byte order mark is kept. */
  readonly text: string | undefined;
  /** Directories that have to be made first, outermost first. */
  readonly missingDirectories: readonly string[];
}

export interface Unwritable {
  readonly ok: false;
  readonly reason: string;
}

/** Looks at a file that is to be written. Symlinks are followed as long as they stay below the place's root. */
export async function lookAt(place: Place): Promise<Target | Unwritable> {
  try {
    const located = await locate(place);
    return located.ok ? await readTarget(located) : located;
  } catch (error) {
    return refuse(`It cannot be read (${errorCode(error)}).`);
  }
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

export function isWithin(directory: string, inner: string): boolean {
  const relative = path.relative(directory, inner);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

type Located = Omit<Target, 'text'>;

async function locate({ root, path: file }: Place): Promise<Located | Unwritable> {
  const missing: string[] = [];
  let existing = file;
  while (!(await isThere(existing)) && existing !== path.dirname(existing)) {
    missing.unshift(path.basename(existing));
    existing = path.dirname(existing);
  }
  const real = await realpath(existing).catch(() => undefined);
  if (real === undefined) return refuse(`${existing} is a symlink that leads nowhere.`);
  if (isWithin(root, existing) && !isWithin(await realpath(root), real)) {
    return refuse(`${existing} is a symlink that leads out of ${root}, to ${real}; edit that file by hand.`);
  }
  const directories = missing.slice(0, -1).map((_, index) => path.join(real, ...missing.slice(0, index + 1)));
  return { ok: true, realPath: path.join(real, ...missing), missingDirectories: directories };
}

async function readTarget(located: Located): Promise<Target | Unwritable> {
  const { realPath, missingDirectories } = located;
  const directory = path.dirname(missingDirectories[0] ?? realPath);
  if (!(await stat(directory)).isDirectory()) return refuse(`${directory} is not a directory.`);
  if (!(await isWritable(directory))) return refuse(`${directory} cannot be written to.`);
  const found = await stat(realPath).catch(() => undefined);
  if (!found) return { ...located, text: undefined };
  if (!found.isFile()) return refuse('It is not a file.');
  if (found.size > LIMITS.agentConfigBytes) return refuse('It is too large to be edited.');
  const text = decode(await readFile(realPath));
  return text === undefined ? refuse('It is not UTF-8 text.') : { ...located, text };
}

/** Keeps a byte order mark, so that what is not edited is written back as it was. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refuse(reason: string): Unwritable {
  return { ok: false, reason };
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR',
  );
}

async function isWritable(directory: string): Promise<boolean> {
  return access(directory, constants.W_OK).then(
    () => true,
    () => false,
  );
}
