import type { Note } from '@skillscope/core';
import { describeFailure, failureOf } from './failure.ts';
import { note } from './notes.ts';
import { bytesOf, listDamaged, removeStore, storeOf } from './places.ts';

export interface ClearedCatalog {
  /** What it took on disk. */
  readonly bytes: number;
  readonly notes: readonly Note[];
}

/**
 * Removes the cache in a directory, and nothing else there. Processes that have it open go on with what they have.
 * Never throws for the state of the disk.
 */
export function clearCatalog(directory: string): ClearedCatalog {
  const before = totalBytes(directory);
  try {
    removeStore(directory);
    return { bytes: before, notes: [] };
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return {
      bytes: before - totalBytes(directory),
      notes: [note('cache-not-cleared', directory, describeFailure(error))],
    };
  }
}

function totalBytes(directory: string): number {
  return [storeOf(directory), ...listDamaged(directory)].reduce((total, path) => total + bytesOf(path), 0);
}
