import type { Note } from '../found.ts';
import { LIMITS } from '../limits.ts';
import { codePointBoundary } from '../text/cut-text.ts';
import { readTerm } from './term-phrases.ts';
import { readWords, type Word } from './words.ts';

/** What somebody looks for. */
export interface Query {
  /** The need in plain words. */
  readonly need: string;
  /**
   * Names such a thing might carry, guessed by the caller; each is one name, however written. They help where they hit
   * and cost nothing where nobody uses them.
   */
  readonly terms: readonly string[];
}

export interface LimitedQuery {
  readonly query: Query;
  /** `need-cut`, `terms-cut`. */
  readonly notes: readonly Note[];
}

/** The query within `LIMITS`, with a note for whatever was cut. */
export function limitQuery({ need, terms }: Query): LimitedQuery {
  const query = {
    need: cut(need, LIMITS.needCharacters),
    terms: terms.slice(0, LIMITS.termsPerQuery).map((term) => cut(term, LIMITS.termCharacters)),
  };
  const notes: Note[] = [];
  if (query.need !== need)
    notes.push({
      code: 'need-cut',
      message: `The need has ${need.length} characters; the first ${LIMITS.needCharacters} were searched for.`,
    });
  if (query.terms.length !== terms.length || query.terms.some((term, index) => term !== terms[index]))
    notes.push({
      code: 'terms-cut',
      message: `The first ${LIMITS.termsPerQuery} terms were searched for, and ${LIMITS.termCharacters} characters of each.`,
    });
  return { query, notes };
}

/** The distinct words of a query, as `words` gives them: what a full-text index is asked for. */
export function queryWords(query: Query): string[] {
  return readQuery(query).map((word) => word.stem);
}

/** One distinct word of a query. */
export interface QueryWord extends Word {
  readonly inNeed: boolean;
  readonly inTerms: boolean;
}

/** The distinct words of a query within limits, the need's first. Terms stand for the need where it has no words. */
export function readQuery(query: Query): readonly QueryWord[] {
  const { need, terms } = limitQuery(query).query;
  const found = new Map<string, QueryWord>();
  for (const word of readWords(need))
    if (!found.has(word.stem)) found.set(word.stem, { ...word, inNeed: true, inTerms: false });
  const onlyTerms = found.size === 0;
  for (const word of terms.flatMap(readTerm))
    found.set(word.stem, { inNeed: onlyTerms, ...word, ...found.get(word.stem), inTerms: true });
  return [...found.values()];
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, codePointBoundary(text, length));
}
