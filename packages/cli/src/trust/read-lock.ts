import { lstatSync, readFileSync } from 'node:fs';
import { LIMITS } from '@skillscope/core';
import { damaged, type Lock, NO_LOCK, parseLock } from './lock.ts';

/** Reads a lock; one that is not there holds no approvals, and a link is refused. Never throws. */
export function readLock(path: string): Lock {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return NO_LOCK;
    if (stat.isSymbolicLink()) return damaged('it is a symbolic link');
    if (!stat.isFile() || stat.size > LIMITS.manifestBytes) return damaged('it is no readable file');
    return parseLock(readFileSync(path, 'utf8'));
  } catch {
    return damaged('it is no readable file');
  }
}
