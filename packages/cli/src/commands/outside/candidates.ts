import { readCandidates, rowOf, vouchedRows, type WordSearch } from '@skillscope/catalog';
import type { IndexedListing } from '@skillscope/core';
import type { Lookup } from '../../lookup.ts';
import type { Nearness } from '../../meaning/meaning.ts';
import { nearnessById } from '../nearness-by-id.ts';

/** What a library outside the project, or one of its skills, says of itself. */
export interface OutsideCandidate extends IndexedListing {
  readonly row: number;
  readonly artifact: number;
  readonly ordinal: number;
}

export interface OutsideCandidates {
  /** Nobody has looked yet whether the project uses them after all. */
  readonly candidates: readonly OutsideCandidate[];
  /** By id of the candidate. */
  readonly nearness: ReadonlyMap<string, number>;
}

/** Candidates that hold words of the query: some are versions and copies of one library. */
const HOLDING = 400;

/** The nearest in meaning that are ranked beside them. */
const NEAREST = 200;

/** Everything outside the project that may serve a need by its words or its meaning, of the ecosystems the project has. */
export function outsideCandidates(lookup: Lookup, words: WordSearch, nearness: Nearness): OutsideCandidates {
  const { catalog, scan } = lookup;
  const ecosystems = scan.ecosystems.map(({ id }) => id).filter((id) => id !== 'maven' || isReported(lookup));
  const holding = words.candidates({ where: 'outside', ecosystems, limit: HOLDING });
  const known = new Set(holding.map(rowOf));
  const nearest = nearness.outside(ecosystems, NEAREST).filter((row) => !known.has(row));
  const found = [...holding, ...readCandidates(catalog, vouchedRows(catalog, nearest))];
  const near = nearness.of(found.map(rowOf));
  const candidates = found.map(({ fields, ...place }): OutsideCandidate => {
    const row = rowOf(place);
    return { id: String(row), kind: place.ordinal === 0 ? 'library' : 'skill', words: fields, row, ...place };
  });
  return { candidates, nearness: nearnessById(candidates.map(({ id, row }) => ({ id, near: near.get(row) }))) };
}

/** Before a build has said what it uses, nobody can say of a library that it is not used. */
function isReported({ scan }: Lookup): boolean {
  return !scan.notes.some(({ code }) => code === 'never-reported' || code === 'partly-reported');
}
