import {
  type IndexedListing,
  indexListing,
  LISTING_FIELDS,
  type ListingDocument,
  type ListingField,
} from './listing.ts';

/** What is known about a whole scope, when the documents at hand are only candidates of it. */
export interface Statistics {
  /** Documents in the scope. */
  readonly documents: number;
  /** In how many of them a word occurs, by the stems of `words`; needed for the words of the query only. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Mean words of each field over the documents that have the field. Default: over the documents at hand. */
  readonly lengths?: Readonly<Record<ListingField, number>>;
}

/** One document, reduced to the words asked for. */
export interface Counted extends Pick<IndexedListing, 'id' | 'kind'> {
  /** The words of its name, joined with spaces. */
  readonly name: string;
  readonly fields: Readonly<Record<ListingField, CountedField>>;
  /** The headings that hold a word asked for. */
  readonly headings: readonly CountedHeading[];
}

export interface CountedHeading {
  /** Distinct words of the heading. */
  readonly length: number;
  /** The words asked for that it holds, by their places in the order of asking. */
  readonly held: readonly number[];
}

export interface CountedField {
  /** Words of the field. */
  readonly length: number;
  /** Occurrences of each word asked for, in the order of asking. */
  readonly counts: readonly number[];
}

export function countWords(
  stems: readonly string[],
  documents: readonly (ListingDocument | IndexedListing)[],
): readonly Counted[] {
  const indexes = new Map(stems.map((stem, index) => [stem, index]));
  const nothing: CountedField = { length: 0, counts: [] };
  const countField = (text: string): CountedField => {
    if (text === '') return nothing;
    const words = text.split(BLANK);
    const counts = stems.map(() => 0);
    for (const word of words) {
      const index = indexes.get(word);
      if (index !== undefined) counts[index] = (counts[index] ?? 0) + 1;
    }
    return { length: words.length, counts };
  };
  return documents.map((document) => {
    const { id, kind, words } = 'words' in document ? document : indexListing(document);
    const fields = perField((field) => countField(words[field]));
    const holdsAny = fields.headings.counts.some((count) => count > 0);
    return { id, kind, name: words.name, fields, headings: holdsAny ? countHeadings(words.headings, indexes) : [] };
  });
}

const BLANK = /[ \n]/;

function countHeadings(text: string, indexes: ReadonlyMap<string, number>): readonly CountedHeading[] {
  return text.split('\n').flatMap((line): CountedHeading[] => {
    const words = new Set(line.split(' '));
    const held = [...words].flatMap((word) => indexes.get(word) ?? []);
    return held.length === 0 ? [] : [{ length: words.size, held }];
  });
}

/** Statistics over exactly these documents. */
export function statisticsOf(stems: readonly string[], counted: readonly Counted[]): Statistics {
  const holds = ({ fields }: Counted, index: number) =>
    LISTING_FIELDS.some((field) => (fields[field].counts[index] ?? 0) > 0);
  return {
    documents: counted.length,
    frequencies: new Map(
      stems.map((stem, index) => [stem, counted.filter((document) => holds(document, index)).length]),
    ),
  };
}

/** Mean words of each field over the documents that have the field; 1 where none has. */
export function meanLengths(counted: readonly Counted[]): Record<ListingField, number> {
  return perField((field) => {
    const lengths = counted.map(({ fields }) => fields[field].length).filter((length) => length > 0);
    return lengths.length === 0 ? 1 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  });
}

function perField<T>(value: (field: ListingField) => T): Record<ListingField, T> {
  return {
    name: value('name'),
    description: value('description'),
    whenToUse: value('whenToUse'),
    headings: value('headings'),
    library: value('library'),
  };
}
