import { type IndexedListing, indexListing, LISTING_FIELDS, type ListingDocument, type ListingField } from './listing.ts';
import { type Query, type QueryWord, readQuery } from './query.ts';
import { LISTING_WEIGHTS, type ListingWeights } from './weights.ts';

/** What is known about a whole scope, when the documents at hand are only candidates of it. */
export interface Statistics {
  /** Documents in the scope. */
  readonly documents: number;
  /** In how many of them a word occurs, by the stems of `words`; needed for the words of the query only. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Mean words of each field over the documents that have the field. Default: over the documents at hand. */
  readonly lengths?: Readonly<Record<ListingField, number>>;
}

/** One place in an answer. A list of these is one arm of a search. */
export interface Ranked {
  readonly id: string;
  /**
   * From 0 to 1, four digits: how much of the best conceivable match this is, each word of the query weighing as much
   * as it is rare in the scope.
   */
  readonly score: number;
  /** The words of the query that were found, lower-case, unstemmed, in the query's order. */
  readonly matched: readonly string[];
}

export interface RankOptions {
  /** Default: counted over the documents given. */
  readonly statistics?: Statistics;
  /** Default: `LISTING_WEIGHTS`. */
  readonly weights?: ListingWeights;
}

/**
 * Ranks listings of one kind for a need, best first, equal scores by id: BM25F, one saturated count a word over
 * weighted, length-normalised fields. What scores below the weights' `minimum` is left out, so that nothing fitting
 * gives nothing.
 */
export function rankListings(
  query: Query,
  documents: readonly (ListingDocument | IndexedListing)[],
  options: RankOptions = {},
): Ranked[] {
  const weights = options.weights ?? LISTING_WEIGHTS;
  const asked = readQuery(query);
  const counted = count(asked, documents);
  const statistics = options.statistics ?? { documents: counted.length, frequencies: frequenciesOf(asked, counted) };
  const lengths = statistics.lengths ?? meanLengths(counted);
  const weighed = weigh(asked, statistics, weights);
  return counted
    .map((document) => score(document, weighed, lengths, weights))
    .filter((ranked) => ranked.matched.length > 0 && ranked.score >= weights.minimum)
    .sort((a, b) => b.score - a.score || compareCodePoints(a.id, b.id));
}

/** Occurrences of each asked word (by its index in the query), and the length, of each field. */
interface Counted {
  readonly id: string;
  readonly fields: Readonly<Record<ListingField, { readonly length: number; readonly counts: readonly number[] }>>;
}

interface Weighed {
  readonly word: QueryWord;
  readonly index: number;
  readonly need: number;
  readonly term: number;
}

function count(asked: readonly QueryWord[], documents: readonly (ListingDocument | IndexedListing)[]): Counted[] {
  const indexes = new Map(asked.map((word, index) => [word.stem, index]));
  const countField = (text: string) => {
    const words = text === '' ? [] : text.split(' ');
    const counts = asked.map(() => 0);
    for (const word of words) {
      const index = indexes.get(word);
      if (index !== undefined) counts[index] = (counts[index] ?? 0) + 1;
    }
    return { length: words.length, counts };
  };
  return documents.map((document) => {
    const { id, words } = 'words' in document ? document : indexListing(document);
    return {
      id,
      fields: {
        name: countField(words.name),
        description: countField(words.description),
        whenToUse: countField(words.whenToUse),
        headings: countField(words.headings),
        library: countField(words.library),
      },
    };
  });
}

function frequenciesOf(asked: readonly QueryWord[], counted: readonly Counted[]): Map<string, number> {
  return new Map(
    asked.map((word, index) => [
      word.stem,
      counted.filter(({ fields }) => LISTING_FIELDS.some((field) => (fields[field].counts[index] ?? 0) > 0)).length,
    ]),
  );
}

function meanLengths(counted: readonly Counted[]): Record<ListingField, number> {
  const mean = (field: ListingField) => {
    const lengths = counted.map(({ fields }) => fields[field].length).filter((length) => length > 0);
    return lengths.length === 0 ? 1 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  };
  return {
    name: mean('name'),
    description: mean('description'),
    whenToUse: mean('whenToUse'),
    headings: mean('headings'),
    library: mean('library'),
  };
}

function weigh(asked: readonly QueryWord[], { documents, frequencies }: Statistics, weights: ListingWeights): Weighed[] {
  return asked.flatMap((word, index) => {
    const frequency = Math.min(frequencies.get(word.stem) ?? 0, documents);
    // Nobody's word says that nothing fits; a guess, a joined identifier or a number that nobody uses says nothing.
    if (frequency === 0 && (word.kind !== 'word' || !word.inNeed)) return [];
    const rarity = Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
    return [{ word, index, need: word.inNeed ? rarity : 0, term: word.inTerms ? rarity * weights.term : 0 }];
  });
}

function score(
  document: Counted,
  weighed: readonly Weighed[],
  lengths: Readonly<Record<ListingField, number>>,
  weights: ListingWeights,
): Ranked {
  let reached = 0;
  let reachable = 0;
  const matched: string[] = [];
  for (const { word, index, need, term } of weighed) {
    reachable += need + term;
    let prominence = 0;
    for (const field of LISTING_FIELDS) {
      const { length, counts } = document.fields[field];
      const occurrences = counts[index] ?? 0;
      if (occurrences === 0) continue;
      const { weight, normalisation } = weights.fields[field];
      prominence += (weight * occurrences) / (1 - normalisation + (normalisation * length) / lengths[field]);
    }
    if (prominence === 0) continue;
    matched.push(word.text);
    reached += ((need + term) * prominence) / (weights.saturation + prominence);
  }
  return { id: document.id, score: reachable === 0 ? 0 : Math.round((reached / reachable) * 10_000) / 10_000, matched };
}

function compareCodePoints(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
