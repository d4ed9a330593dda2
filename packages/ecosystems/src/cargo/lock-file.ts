import { join } from 'node:path';
import { LIMITS, type Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import { type LockedPackage, readLock } from './lock.ts';

/** The Cargo.lock of a workspace. */
export interface LockFile {
  readonly path: string;
  readonly exists: boolean;
  /** Absent when there is no lockfile or it is damaged. */
  readonly packages?: readonly LockedPackage[];
  readonly skipped: readonly Skipped[];
}

export function readLockFile(root: string, files: Files): LockFile {
  const path = join(root, 'Cargo.lock');
  const exists = files.real(path) !== undefined;
  const text = files.text(path, LIMITS.lockfileBytes);
  if (text === undefined) return { path, exists, skipped: [] };
  const lock = readLock(text);
  if (!lock.ok) {
    const { line, message } = lock;
    return { path, exists, skipped: [{ path, reason: 'malformed', message, ...(line === undefined ? {} : { line }) }] };
  }
  const skipped = lock.faults.map((message): Skipped => ({ path, reason: 'malformed', message }));
  return { path, exists, packages: lock.packages, skipped };
}
