import type { ListingKind } from './listing.ts';

export interface FuseWeights {
  /** The share of a score that nearness in meaning makes; the words make the rest. */
  readonly meaning: Readonly<Record<ListingKind, number>>;
  /** Least score that is an answer. */
  readonly minimum: Readonly<Record<ListingKind, number>>;
  /** Nearness from which a listing is an answer, whatever its words are. */
  readonly alone: number;
}

/** Nearness that an answer mentions. Texts that have nothing to do with one another reach half of it. */
export const NEAR = 0.4;

/**
 * For the nearness that the table which ships gives: another encoder has another scale. Chosen on the development sets
 * that `bench/results/search.md` names, so that no more needs which nothing serves are answered than by words alone: its
 * sweeps show what each does.
 */
export const FUSE_WEIGHTS: FuseWeights = {
  meaning: { skill: 0.1, library: 0.15 },
  minimum: { skill: 0.17, library: 0.15 },
  alone: 0.66,
};

/**
 * For libraries elsewhere on the machine: of thousands some hold the words of any need, so that nearness says more than
 * among the hundred of a project; and some come near to any need, so that more is asked.
 */
export const OUTSIDE_FUSE_WEIGHTS: FuseWeights = {
  ...FUSE_WEIGHTS,
  meaning: { ...FUSE_WEIGHTS.meaning, library: 0.35 },
  minimum: { ...FUSE_WEIGHTS.minimum, library: 0.29 },
};
