import type { Note } from '../found.ts';
import { LIMITS } from '../limits.ts';
import { readWords, type Word } from './words.ts';

/** What somebody looks for. */
export interface Query {
  /** The need in plain words. */
  readonly need: string;
  /** Names such a thing might carry, guessed by the caller. They help where they hit and cost nothing where they miss. */
  readonly terms: readonly string[];
}

/** The query within limits, with a note for whatever was cut. */
export function limitQuery(query: Query): { readonly query: Query; readonly notes: readonly Note[] } {
  const notes: Note[] = [];
  let need = query.need;
  if (need.length > LIMITS.needCharacters) {
    need = cutAt(need, LIMITS.needCharacters);
    notes.push({
      code: 'need-cut',
      message: `The need has ${query.need.length} characters; the first ${LIMITS.needCharacters} were searched for.`,
    });
  }
  const terms = query.terms.slice(0, LIMITS.termsPerQuery).map((term) => cutAt(term, LIMITS.termCharacters));
  const whole = query.terms.length === terms.length && query.terms.every((term, index) => term === terms[index]);
  if (!whole)
    notes.push({
      code: 'terms-cut',
      message: `Up to ${LIMITS.termsPerQuery} terms of ${LIMITS.termCharacters} characters are searched for; the rest was left out.`,
    });
  return { query: { need, terms }, notes };
}

/** One distinct word of a query. */
export interface QueryWord extends Word {
  readonly inNeed: boolean;
  readonly inTerms: boolean;
}

/** The distinct words of a query within limits: the need's first, in order. */
export function readQuery(query: Query): readonly QueryWord[] {
  const { need, terms } = limitQuery(query).query;
  const found = new Map<string, QueryWord>();
  for (const word of readWords(need))
    if (!found.has(word.stem)) found.set(word.stem, { ...word, inNeed: true, inTerms: false });
  for (const word of terms.flatMap(readWords)) {
    const known = found.get(word.stem);
    found.set(word.stem, { ...(known ?? word), inNeed: known?.inNeed ?? false, inTerms: true });
  }
  return [...found.values()];
}

/** The distinct words of a query, as `words` gives them: what the full-text index is asked for. */
export function queryWords(query: Query): string[] {
  return readQuery(query).map((word) => word.stem);
}

function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}
