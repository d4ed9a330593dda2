import { type Counted, countWords, meanLengths, type Statistics, statisticsOf } from './count-words.ts';
import { addedByHeading, headingShare, isBesideHeadings } from './headings.ts';
import {
  type IndexedListing,
  LISTING_FIELDS,
  type ListingDocument,
  type ListingField,
  type ListingKind,
} from './listing.ts';
import { limitQuery, type Query, type QueryWord, readQuery } from './query.ts';
import { isNamed, readPhrases } from './term-phrases.ts';
import { LISTING_WEIGHTS, type ListingWeights } from './weights.ts';

/** One place in an answer. A list of these, best first, is one arm of a search. */
export interface Ranked {
  readonly id: string;
  /**
   * From 0 to 1, four digits: the share of the query that the document answers. Each word of the query weighs as much
   * as it is rare in the scope, and gives the more of its weight the more prominent it is in the document; 1 would be
   * every word as prominent as can be. A need of many words scores lower than a short one. A document whose name a term
   * spells gains a share of what is missing, enough to be an answer, and so does one with a heading that says the same as
   * the query.
   */
  readonly score: number;
  /** The words of the query that the document holds: lower-case, unstemmed, in the query's order. */
  readonly matched: readonly string[];
}

export interface RankOptions {
  /** Default: counted over the documents given. */
  readonly statistics?: Statistics;
  /** Default: `LISTING_WEIGHTS`. */
  readonly weights?: ListingWeights;
}

/**
 * Ranks listings for a need, best first, equal scores by id: BM25F, that is, one saturated count a word over weighted,
 * length-normalised fields, and beside it each term as the name it is meant to be. Meant for listings of one kind. What
 * scores below the minimum of its kind or says too little of the query is left out, so that a need nothing serves gives an
 * empty list.
 */
export function rankListings(
  query: Query,
  documents: readonly (ListingDocument | IndexedListing)[],
  options: RankOptions = {},
): Ranked[] {
  const { minimum, said: least } = options.weights ?? LISTING_WEIGHTS;
  const { scored, strictness } = scoreListings(query, documents, options);
  return scored
    .filter(({ kind, score, said, matched, named }) => {
      if (matched.length === 0) return false;
      return named ? score >= minimum[kind] : score >= minimum[kind] * strictness && said >= least[kind];
    })
    .map(({ id, score, matched }) => ({ id, score, matched }))
    .sort(byScore);
}

/** A listing with what the words of a query say about it, before any gate. */
export interface Scored extends Ranked {
  readonly kind: ListingKind;
  /**
   * From 0 to 1: the share of the query that it says at all, however prominently, each word by its rarity. Of headings one
   * counts, and of a query of more than `LISTING_WEIGHTS.enough` words so many of mean rarity are all of it.
   */
  readonly said: number;
  /** Whether a term spells its name. */
  readonly named: boolean;
}

export interface ScoredListings {
  /** In the order of the documents. */
  readonly scored: readonly Scored[];
  /** What a minimum is multiplied with for a listing that no term names. */
  readonly strictness: number;
}

/** Every listing with its score, none left out. */
export function scoreListings(
  query: Query,
  documents: readonly (ListingDocument | IndexedListing)[],
  options: RankOptions = {},
): ScoredListings {
  const weights = options.weights ?? LISTING_WEIGHTS;
  const asked = readQuery(query);
  const stems = asked.map((word) => word.stem);
  const counted = countWords(stems, documents);
  const statistics = options.statistics ?? statisticsOf(stems, counted);
  const lengths = statistics.lengths ?? meanLengths(counted);
  const weighed = asked.flatMap((word, index) => weigh(word, index, statistics, weights));
  const phrases = readPhrases(limitQuery(query).query.terms);
  // An identifier counts by its parts.
  const length = asked.filter(({ kind }) => kind === 'word').length;
  const weightAt: number[] = [];
  for (const { index, weight } of weighed) weightAt[index] = weight;
  return {
    scored: counted.map((document) => {
      const named = isNamed(document.name, phrases);
      return { ...score(document, { weighed, weightAt, length, named }, lengths, weights), kind: document.kind, named };
    }),
    strictness: weighed.some(({ word, used }) => used && !word.inNeed) ? weights.minimumWithTerms : 1,
  };
}

/** Best first, equal scores by id, code point by code point. */
export function byScore(a: Pick<Ranked, 'id' | 'score'>, b: Pick<Ranked, 'id' | 'score'>): number {
  return b.score - a.score || compareCodePoints(a.id, b.id);
}

interface Weighed {
  readonly word: QueryWord;
  readonly index: number;
  readonly weight: number;
  /** Whether any document of the scope holds it. */
  readonly used: boolean;
}

/** A query against one document. */
interface Asked {
  readonly weighed: readonly Weighed[];
  /** The weight of each word asked for, by its place; none for those that do not count. */
  readonly weightAt: readonly (number | undefined)[];
  /** Its words. */
  readonly length: number;
  /** Whether a term spells the document's name. */
  readonly named: boolean;
}

/** Nothing for a guess, a joined identifier or a number that nobody uses: only a missing plain word is a sign that nothing fits. */
function weigh(
  word: QueryWord,
  index: number,
  { documents, frequencies }: Statistics,
  { background, term }: ListingWeights,
): Weighed[] {
  const frequency = Math.min(frequencies.get(word.stem) ?? 0, documents);
  if (frequency === 0 && (word.kind !== 'word' || !word.inNeed)) return [];
  const rarity = Math.log(1 + (documents + background - frequency + 0.5) / (frequency + 0.5));
  const weight = rarity * ((word.inNeed ? 1 : 0) + (word.inTerms ? term : 0));
  return [{ word, index, weight, used: frequency > 0 }];
}

function score(
  document: Counted,
  { weighed, weightAt, length, named }: Asked,
  lengths: Readonly<Record<ListingField, number>>,
  weights: ListingWeights,
): Ranked & Pick<Scored, 'said'> {
  let reached = 0;
  let held = 0;
  let reachable = 0;
  let unused = 0;
  let quoted = false;
  const matched: string[] = [];
  for (const { word, index, weight, used } of weighed) {
    if (used) reachable += weight;
    else unused += weight;
    const prominence = prominenceOf(document, index, lengths, weights);
    if (prominence === 0) continue;
    matched.push(word.text);
    if (word.inTerms && word.kind === 'whole') quoted = true;
    reached += (weight * prominence) / (weights.saturation + prominence);
    if (isBesideHeadings(document, index)) held += weight;
  }
  reachable += unused * (named || quoted ? weights.unused : 1);
  const share = reachable === 0 ? 0 : reached / reachable;
  const titled = share + (1 - share) * weights.heading * headingShare(document, weightAt, reachable);
  const score = named ? titled + (1 - titled) * weights.named : titled;
  const whole = reachable / Math.max(1, length / weights.enough);
  const said = whole === 0 ? 0 : Math.min(1, (held + addedByHeading(document, weightAt)) / whole);
  return { id: document.id, score: Math.round(score * 10_000) / 10_000, said, matched };
}

function prominenceOf(
  { fields }: Counted,
  index: number,
  lengths: Readonly<Record<ListingField, number>>,
  weights: ListingWeights,
): number {
  let prominence = 0;
  for (const field of LISTING_FIELDS) {
    const { length, counts } = fields[field];
    const occurrences = counts[index] ?? 0;
    if (occurrences === 0) continue;
    const { weight, normalisation } = weights.fields[field];
    const relativeLength = 1 - normalisation + (normalisation * length) / Math.max(1, lengths[field]);
    prominence += (weight * occurrences) / relativeLength;
  }
  return prominence;
}

function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index++)
    if (a[index] !== b[index]) return (a.codePointAt(index) ?? 0) - (b.codePointAt(index) ?? 0);
  return a.length - b.length;
}
