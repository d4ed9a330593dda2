import { stemmer } from 'stemmer';
import { LIMITS } from '../limits.ts';
import { IRREGULAR_FORMS } from './irregular-forms.ts';
import { type Piece, splitWords } from './split-words.ts';
import { STOP_WORDS } from './stop-words.ts';

export interface Word {
  /** What is compared: lower-case, folded, stemmed. Letters, digits and marks only. */
  readonly stem: string;
  /** The same before stemming, for people. */
  readonly text: string;
  /** `whole`: an identifier of several parts, joined; its parts follow it. `number`: digits alone. */
  readonly kind: 'word' | 'whole' | 'number';
}

/**
 * The words of a text as search compares them, in order, repeated as often as they occur. Indexing and asking use this
 * same function, so both always agree. Joined with spaces they survive a full-text tokenizer that splits at blanks and
 * folds nothing but case.
 *
 * - Identifiers give the whole and its parts: `useNavigate`, `search_params`, `path-params`, `OAuth2`, `@scope/name`.
 *   Parts of one character are left out.
 * - Compatibility forms are unified (NFKC), Latin, Greek and Cyrillic accents dropped, case lowered, stop words left
 *   out, English words of four letters or more stemmed, irregular forms of verbs taken for the verb.
 * - Scripts written without spaces (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) give overlapping pairs of
 *   characters, and a lone character gives itself; other scripts give words as written.
 * - A piece longer than `LIMITS.wordCharacters` is cut there. The time is linear in the length of the text.
 */
export function words(text: string): string[] {
  return readWords(text).map((word) => word.stem);
}

/** `words` with what people may read, and the kind of each. */
export function readWords(text: string): Word[] {
  const found: Word[] = [];
  // Most texts are plain, and a search by Unicode property takes three times as long.
  const chunks = ASCII.test(text) ? text.match(PLAIN_CHUNK) : text.normalize('NFKC').match(CHUNK);
  for (const chunk of chunks ?? []) {
    if (chunk.length <= LIMITS.wordCharacters && CAPITALISED.test(chunk)) addWord(chunk.toLowerCase(), 'word', found);
    else addPieces(splitWords(chunk), found);
  }
  return found;
}

/** Letters, digits and marks, with whatever may join the parts of one identifier. */
const CHUNK = /[\p{L}\p{N}\p{M}_\-./:@#'’]+/gu;
const PLAIN_CHUNK = /[\w\-./:@#']+/g;
/** Most words of a text, which need no splitting. */
const CAPITALISED = /^[A-Za-z][a-z]*$/;

/** Each distinct word of one chunk once, so that an identifier does not outweigh by repeating itself. */
function addPieces(pieces: readonly Piece[], found: Word[]): void {
  const seen = new Set<string>();
  for (const { text: written, kind } of pieces) {
    const text = fold(written);
    if (text === '' || seen.has(text)) continue;
    seen.add(text);
    addWord(text, kind === 'word' && DIGITS.test(text) ? 'number' : kind, found);
  }
}

function addWord(text: string, kind: Word['kind'], found: Word[]): void {
  const base = IRREGULAR_FORMS.get(text) ?? text;
  if (!STOP_WORDS.has(base)) found.push({ stem: stem(base), text, kind });
}

const DIGITS = /^\p{N}+$/u;
const ASCII = /^[\0-\x7f]*$/;
const ACCENT = /[\u0300-\u036f]/g;

function fold(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(ACCENT, '').normalize('NFC');
}

const PLAIN = /^[a-z]+$/;
/** Shorter words are mostly acronyms, and `ios` is not `io`. */
const STEM_FROM = 4;

/** Texts of one kind say the same words again and again, and a stem takes longer to make than to look up. */
const stems = new Map<string, string>();
const STEMS_KEPT = 20_000;

function stem(text: string): string {
  if (text.length < STEM_FROM || !PLAIN.test(text)) return text;
  const known = stems.get(text);
  if (known !== undefined) return known;
  if (stems.size >= STEMS_KEPT) stems.clear();
  const made = stemmer(text);
  stems.set(text, made);
  return made;
}
