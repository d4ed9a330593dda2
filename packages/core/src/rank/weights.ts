import type { ListingField, ListingKind } from './listing.ts';

export interface FieldWeight {
  /** How much one occurrence in the field counts. */
  readonly weight: number;
  /** 0: a long field counts as much as a short one; 1: only the share of the field counts. */
  readonly normalisation: number;
}

export interface ListingWeights {
  readonly fields: Readonly<Record<ListingField, FieldWeight>>;
  /** Weighted occurrences at which a word has given half of what it can give. */
  readonly saturation: number;
  /** A caller's term against a word of the need. */
  readonly term: number;
  /** What a document gains whose name a term spells: this share of what its score lacks. */
  readonly named: number;
  /** What a document gains that has a heading which says what the query says and no more: this share of what its score lacks. */
  readonly heading: number;
  /** A word of the need that nobody uses, against a document that names a term or holds it as one word. 1: as ever. */
  readonly unused: number;
  /** Documents imagined around the scope that hold none of the words asked for. */
  readonly background: number;
  /** Least score that is an answer. */
  readonly minimum: Readonly<Record<ListingKind, number>>;
  /** Least share of the query that an answer says, where nothing is known of its meaning. */
  readonly said: Readonly<Record<ListingKind, number>>;
  /** Words of a query that say enough of it: of a longer one no larger part is asked for. */
  readonly enough: number;
  /** The minimum is so many times as high where terms bring words that somebody uses, but not for what they name. */
  readonly minimumWithTerms: number;
}

/**
 * Chosen on the development sets that `bench/results/search.md` names, as round figures inside a plateau: its sweeps
 * show what each does.
 */
export const LISTING_WEIGHTS: ListingWeights = {
  fields: {
    // Anything from 0 to 3 ranks the same: names repeat the description's words.
    name: { weight: 2, normalisation: 0.5 },
    description: { weight: 1, normalisation: 0.75 },
    whenToUse: { weight: 1, normalisation: 0.75 },
    // They help where a description is thin, but are many and loose: the more they weigh, the more needs that nothing
    // serves are answered.
    headings: { weight: 0.25, normalisation: 0.75 },
    // Tells products apart, not the skills of one product.
    library: { weight: 1, normalisation: 0.5 },
  },
  saturation: 1.2,
  term: 1,
  // No less than the minimum: what is called by its name is an answer, whatever the need says beside it.
  named: 0.15,
  // A heading is what a part of the text is about, whatever the description leaves out. It counts by the square of what
  // it says of the query, so that a heading of two words does not answer a need of ten.
  heading: 0.5,
  // Needs are told in the words of the user's trade, which no library shares; a name that fits outweighs them.
  unused: 0.5,
  // Without it a scope of one or two libraries takes their own product's name for a word that says nothing, and the
  // same score would mean something else in each project.
  background: 100,
  // A library describes itself in about ten words, which cover less of a need than a skill's hundred.
  minimum: { skill: 0.15, library: 0.1 },
  // One common word of three is hit by accident, in a name too, where it makes a high score.
  said: { skill: 0.55, library: 0.4 },
  // Whoever says more tells what surrounds the need, which no listing holds.
  enough: 3,
  // The loose words of guessed names are hit by accident as much as those of the need.
  minimumWithTerms: 1.2,
};
