import { stemmer } from 'stemmer';
import { LIMITS } from '../limits.ts';
import { STOP_WORDS } from './stop-words.ts';

/**
 * `word`: plain. `whole`: an identifier of several parts, joined; its parts follow it as plain words.
 * `number`: digits alone.
 */
export type WordKind = 'word' | 'whole' | 'number';

export interface Word {
  /** What is compared: lower-case, folded, stemmed. Letters and digits only. */
  readonly stem: string;
  /** The same before stemming, for people. */
  readonly text: string;
  readonly kind: WordKind;
}

/**
 * The words of a text as search compares them, in order, repeated as often as they occur. Indexing and asking use this
 * same function, so both always agree.
 *
 * - Identifiers give the whole and its parts: `useNavigate`, `search_params`, `path-params`, `OAuth2`, `@scope/name`.
 *   Parts of one character are left out.
 * - Compatibility forms are unified (NFKC), Latin, Greek and Cyrillic accents dropped, case lowered, stop words left
 *   out, English words of four letters or more stemmed.
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
  for (const [chunk] of text.normalize('NFKC').matchAll(CHUNK)) readChunk(chunk, found);
  return found;
}

/** Letters, digits and marks, with whatever may join the parts of one identifier. */
const CHUNK = /[\p{L}\p{N}\p{M}_\-./:@#'’]+/gu;

/** Outermost first: what stands between the parts of paths and scoped names, of members, of kebab and snake case. */
const JOINTS = [/[/:@#]+/, /\.+/, /[-_]+/] as const;

const INNER_JOINTS = /[-_.]+/g;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const HUMP = /\p{N}+|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}\p{N}]+/gu;
const ASCII_HUMP = /[0-9]+|[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const CAPITALISED = /^[A-Za-z][a-z]*$/;
const PLAIN = /^[a-z]+$/;
const DIGITS = /^\p{N}+$/u;
const ACCENT = /[\u0300-\u036f]/g;
const ASCII = /^[\0-\x7f]*$/;
const HIGH_SURROGATE = /[\ud800-\udbff]/;
const APOSTROPHE = /['’]/;
const APOSTROPHES = /['’]/g;
const CLOSING = /['’]+$/;
const POSSESSIVE = /['’]s$/i;
/** Shorter words are mostly acronyms, and `ios` is not `io`. */
const STEM_FROM = 4;

/** One unspaced chunk: every whole on the way down, then the parts. Each distinct word once. */
function readChunk(chunk: string, found: Word[]): void {
  if (chunk.length <= LIMITS.wordCharacters && CAPITALISED.test(chunk)) {
    const text = chunk.toLowerCase();
    if (!STOP_WORDS.has(text)) found.push({ stem: stem(text), text, kind: 'word' });
    return;
  }
  const seen = new Set<string>();
  splitAt(chunk, 0, (written, kind) => {
    const text = fold(written);
    if (text === '' || seen.has(text)) return;
    seen.add(text);
    if (STOP_WORDS.has(text)) return;
    found.push({ stem: stem(text), text, kind: kind === 'word' && DIGITS.test(text) ? 'number' : kind });
  });
}

type Add = (written: string, kind: WordKind) => void;

function splitAt(text: string, level: number, add: Add): void {
  const joint = JOINTS[level];
  if (joint === undefined) return readPiece(withoutApostrophes(cut(text)), add);
  if (text.search(joint) < 0) return splitAt(text, level + 1, add);
  const parts = text.split(joint).filter((part) => part !== '');
  if (parts.length > 1) {
    let length = 0;
    for (const part of parts) length += part.length;
    if (length <= LIMITS.wordCharacters) add(withoutApostrophes(parts.join('').replace(INNER_JOINTS, '')), 'whole');
  }
  for (const part of parts) splitAt(part, level + 1, add);
}

function readPiece(piece: string, add: Add): void {
  if (ASCII.test(piece)) return readSpaced(piece, add);
  let start = 0;
  for (const match of piece.matchAll(UNSPACED)) {
    readSpaced(piece.slice(start, match.index), add);
    for (const pair of pairs(match[0])) add(pair, 'word');
    start = match.index + match[0].length;
  }
  readSpaced(piece.slice(start), add);
}

function readSpaced(piece: string, add: Add): void {
  const parts = humps(piece);
  if (parts.length < 2) return add(piece, 'word');
  add(piece, 'whole');
  const last = parts.at(-1) ?? '';
  if (parts.length > 2 && DIGITS.test(last)) add(piece.slice(0, -last.length), 'whole');
  for (const part of parts) if (part.length > 1) add(part, 'word');
}

/** `customer's` is `customer`, `don't` is `dont`; quotes around a word go. */
function withoutApostrophes(text: string): string {
  if (!APOSTROPHE.test(text)) return text;
  return text.replace(CLOSING, '').replace(POSSESSIVE, '').replace(APOSTROPHES, '');
}

/** The parts of one identifier: `OAuth2` is `O`, `Auth`, `2`; `HTTPServer` is `HTTP`, `Server`; `URLs` stays one. */
function humps(piece: string): string[] {
  return piece.match(ASCII.test(piece) ? ASCII_HUMP : HUMP) ?? [];
}

/** Overlapping pairs of characters; a lone one stands for itself. */
function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function fold(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(ACCENT, '').normalize('NFC');
}

function stem(text: string): string {
  return text.length >= STEM_FROM && PLAIN.test(text) ? stemmer(text) : text;
}

function cut(text: string): string {
  if (text.length <= LIMITS.wordCharacters) return text;
  const end = HIGH_SURROGATE.test(text.charAt(LIMITS.wordCharacters - 1)) ? 1 : 0;
  return text.slice(0, LIMITS.wordCharacters - end);
}
