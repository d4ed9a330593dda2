import { readWords, type Word } from './words.ts';

/** One of the caller's terms, taken as the name of a thing. */
export interface Phrase {
  /** The words of the term as `readTerm` gives them, joined with spaces. */
  readonly words: string;
  readonly stems: ReadonlySet<string>;
  /** The distinct stems that are no joined identifier. */
  readonly parts: readonly string[];
  /** The whole term as one word. */
  readonly joined: string;
}

/** The words of a term, which is one name however it is written: `search params` is `search-params`. */
export function readTerm(term: string): Word[] {
  return readWords(term.trim().replace(BLANKS, '-'));
}

/** The terms that have words. */
export function readPhrases(terms: readonly string[]): Phrase[] {
  return terms.flatMap((term) => {
    const read = readTerm(term);
    const [first] = read;
    if (first === undefined) return [];
    const stems = read.map(({ stem }) => stem);
    const parts = new Set(read.filter(({ kind }) => kind !== 'whole').map(({ stem }) => stem));
    return [{ words: stems.join(' '), stems: new Set(stems), parts: [...parts], joined: first.stem }];
  });
}

/**
 * Whether a term names the document, by the words of its name: both are the same, or they share two words or more and
 * one has all the words of the other. A single word in a longer name is no sign: `cache` and `split` stand everywhere.
 */
export function isNamed(name: string, phrases: readonly Phrase[]): boolean {
  if (name === '' || phrases.length === 0) return false;
  const stems = new Set(name.split(' '));
  return phrases.some((phrase) => {
    if (phrase.words === name) return true;
    const shared = phrase.parts.filter((part) => stems.has(part)).length;
    if (shared < 2) return false;
    return shared === phrase.parts.length || [...stems].every((stem) => isSpelled(stem, phrase));
  });
}

/** A joined word of the name may lie within that of the term: `searchparam` in `validatesearchparam`. */
function isSpelled(stem: string, { stems, joined }: Phrase): boolean {
  return stems.has(stem) || joined.includes(stem);
}

const BLANKS = /\s+/g;
