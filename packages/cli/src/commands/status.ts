import type { Note } from '@skillscope/core';
import type { ScannedEcosystem } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import { type ListAnswer, list, type ProjectAnswer } from './list.ts';

export interface StatusAnswer {
  readonly project: ProjectAnswer;
  /** Files that said what is declared, locked and installed, per ecosystem, absolute. */
  readonly ecosystems: readonly ScannedEcosystem[];
  /** True when nothing had changed since the stored answer, which was given again. */
  readonly fromCache: boolean;
  /** When the scan was made that this answers from, ISO 8601; absent where a scan kept by an earlier version holds. */
  readonly scannedAt?: string;
  /** Absolute path, or `undefined` when this run works without one. */
  readonly cache: string | undefined;
  readonly counts: ListAnswer['counts'];
  readonly skipped: ListAnswer['skipped'];
  readonly notes: readonly Note[];
}

/** What was found as evidence, how fresh it is, and what is missing. */
export function status(lookup: Lookup): StatusAnswer {
  const { project, counts, skipped, notes } = list(lookup);
  const { scannedAt } = lookup.scan;
  return {
    project,
    ecosystems: lookup.scan.ecosystems,
    fromCache: lookup.fromCache,
    ...(scannedAt === undefined ? {} : { scannedAt }),
    cache: lookup.catalog.location,
    counts,
    skipped,
    notes,
  };
}
