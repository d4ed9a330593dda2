import type { ListingKind } from './listing.ts';
import { LISTING_WEIGHTS } from './weights.ts';

export interface FuseWeights {
  /** The share of a score that nearness in meaning makes; the words make the rest. */
  readonly meaning: Readonly<Record<ListingKind, number>>;
  /** Least score that is an answer. */
  readonly minimum: Readonly<Record<ListingKind, number>>;
  /**
   * Least sum of nearness and of the share of the query that it says. Words that are common among developers make a high
   * score where one of them stands in a name: `code` of `lint the code`. What such a listing says of the rest of the need,
   * and how near it is, tells it from an answer.
   */
  readonly support: Readonly<Record<ListingKind, number>>;
  /** Whether the minimum is one of the words alone; of words and nearness together by default. */
  readonly ofWords?: boolean;
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
  support: { skill: 0.9, library: 0.8 },
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

/** How the nearness of one encoder is joined with words. */
export interface EncoderWeights {
  /** In scope. */
  readonly inside: FuseWeights;
  /** Libraries elsewhere on the machine. */
  readonly outside: FuseWeights;
}

export const TABLE_WEIGHTS: EncoderWeights = { inside: FUSE_WEIGHTS, outside: OUTSIDE_FUSE_WEIGHTS };

/** For all-MiniLM-L6-v2, chosen on the same sets to the same end. It knows more, so nearness has a larger share. */
export const SENTENCE_WEIGHTS: EncoderWeights = {
  inside: {
    meaning: { skill: 0.2, library: 0.35 },
    minimum: { skill: 0.17, library: 0.2 },
    support: { skill: 0.9, library: 0.7 },
    alone: 0.55,
  },
  outside: {
    meaning: { skill: 0.2, library: 0.35 },
    minimum: { skill: 0.17, library: 0.24 },
    support: { skill: 0.9, library: 0.6 },
    alone: 0.55,
  },
};

/**
 * For an encoder whose scale nobody measured, with `standardised` nearness: the words decide what is an answer and
 * nearness orders, but for what stands out as hardly anything does.
 */
export const UNTUNED_WEIGHTS: EncoderWeights = {
  inside: {
    meaning: { skill: 0.2, library: 0.2 },
    minimum: LISTING_WEIGHTS.minimum,
    support: { skill: 0.9, library: 0.8 },
    ofWords: true,
    alone: 0.9,
  },
  outside: {
    meaning: { skill: 0.2, library: 0.2 },
    // Of thousands of libraries some hold the words of any need.
    minimum: { skill: LISTING_WEIGHTS.minimum.skill, library: LISTING_WEIGHTS.minimum.skill },
    support: { skill: 0.9, library: 0.8 },
    ofWords: true,
    alone: 0.9,
  },
};

/** Cosines of one query with every listing there is. */
export interface NearnessSpread {
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
}

/**
 * A cosine as its distance from the mean, so that encoders with quite other scales compare: 0.1 at the mean, 0.1 more for
 * each standard deviation, from 0 to 1.
 */
export function standardised(cosine: number, { mean, deviation }: NearnessSpread): number {
  if (!(deviation > 0)) return 0;
  return Math.min(1, Math.max(0, 0.1 + (0.1 * (cosine - mean)) / deviation));
}
