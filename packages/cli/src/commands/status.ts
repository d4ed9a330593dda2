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
  /** Absolute path, or `undefined` when this run works without one. */
  readonly cache: string | undefined;
  readonly counts: ListAnswer['counts'];
  readonly skipped: ListAnswer['skipped'];
  readonly notes: readonly Note[];
}

/** What was found as evidence, how fresh it is, and what is missing. */
export function status(lookup: Lookup): StatusAnswer {
  const { project, counts, skipped, notes } = list(lookup);
  return {
    project,
    ecosystems: lookup.scan.ecosystems,
    fromCache: lookup.fromCache,
    cache: lookup.catalog.location,
    counts,
    skipped,
    notes,
  };
}
