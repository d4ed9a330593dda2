import type { Note } from '@skillscope/core';
import type { ScannedEcosystem } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import type { EncoderAnswer } from '../meaning/encoder-answer.ts';
import { SETTINGS } from '../settings.ts';
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
  /** What a search would compare meanings with. */
  readonly encoder: EncoderAnswer;
  readonly notes: readonly Note[];
}

/** What was found as evidence, how fresh it is, and what is missing. */
export async function status(lookup: Lookup, environment: Environment): Promise<StatusAnswer> {
  const { project, counts, skipped, notes } = list(lookup);
  const { scannedAt } = lookup.scan;
  const expected = await encoderIn(environment);
  return {
    project,
    ecosystems: lookup.scan.ecosystems,
    fromCache: lookup.fromCache,
    ...(scannedAt === undefined ? {} : { scannedAt }),
    cache: lookup.catalog.location,
    counts,
    skipped,
    encoder: expected.encoder,
    notes: [...notes, ...expected.notes],
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What ships needs no look, and everything else is loaded here, since few choose it. */
async function encoderIn(environment: Environment) {
  if (!environment[SETTINGS.encoder.variable]) return { encoder: { chosen: 'table', used: 'table' }, notes: [] };
  return (await import('../meaning/encoder-answer.ts')).expectedEncoder(environment);
}
