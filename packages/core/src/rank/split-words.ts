import { LIMITS } from '../limits.ts';
import { codePointBoundary } from '../text/cut-text.ts';

/** One word as written. `whole`: an identifier of several parts, joined; its parts follow it. */
export interface Piece {
  readonly text: string;
  readonly kind: 'word' | 'whole';
}

/**
 * Splits what stands between blanks and punctuation into words: an identifier into its whole and its parts, a run of an
 * unspaced script into overlapping pairs of characters. Linear in the length; no piece is longer than
 * `LIMITS.wordCharacters`.
 */
export function splitWords(chunk: string): Piece[] {
  const pieces: Piece[] = [];
  splitAt(0, chunk, pieces);
  return pieces;
}

/** Outermost first: what stands between the parts of paths and scoped names, of members, of kebab and snake case. */
const JOINTS = [/[/:@#]+/, /\.+/, /[-_]+/] as const;
const INNER_JOINTS = /[-_.]+/g;

function splitAt(level: number, text: string, pieces: Piece[]): void {
  const joint = JOINTS[level];
  if (joint === undefined) {
    splitPlain(withoutApostrophes(cut(text)), pieces);
    return;
  }
  const parts = text.split(joint).filter((part) => part !== '');
  if (parts.length > 1) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length <= LIMITS.wordCharacters)
      pieces.push({ text: withoutApostrophes(parts.join('').replace(INNER_JOINTS, '')), kind: 'whole' });
  }
  for (const part of parts) splitAt(level + 1, part, pieces);
}

const ASCII = /^[\0-\x7f]*$/;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** Letters, digits and marks only. */
function splitPlain(text: string, pieces: Piece[]): void {
  if (ASCII.test(text)) {
    splitHumps(ASCII_HUMP, text, pieces);
    return;
  }
  let start = 0;
  for (const match of text.matchAll(UNSPACED)) {
    splitHumps(HUMP, text.slice(start, match.index), pieces);
    for (const pair of pairs(match[0])) pieces.push({ text: pair, kind: 'word' });
    start = match.index + match[0].length;
  }
  splitHumps(HUMP, text.slice(start), pieces);
}

/** `OAuth2` is `O`, `Auth`, `2`; `HTTPServer` is `HTTP`, `Server`; `URLs` stays one. */
const HUMP = /\p{N}+|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}\p{N}]+/gu;
const ASCII_HUMP = /[0-9]+|[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const DIGITS = /^\p{N}+$/u;

function splitHumps(hump: RegExp, text: string, pieces: Piece[]): void {
  const parts = text.match(hump) ?? [];
  if (parts.length < 2) {
    if (text !== '') pieces.push({ text, kind: 'word' });
    return;
  }
  pieces.push({ text, kind: 'whole' });
  const last = parts.at(-1) ?? '';
  if (parts.length > 2 && DIGITS.test(last)) pieces.push({ text: text.slice(0, -last.length), kind: 'whole' });
  for (const part of parts) if (part.length > 1) pieces.push({ text: part, kind: 'word' });
}

/** Overlapping pairs of characters; a lone one stands for itself. */
function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const APOSTROPHE = /['’]/;
const APOSTROPHES = /['’]/g;
const CLOSING = /['’]+$/;
const POSSESSIVE = /['’]s$/i;

/** `customer's` is `customer`, `don't` is `dont`; quotes around a word go. For texts cut to the length of a word. */
function withoutApostrophes(text: string): string {
  if (!APOSTROPHE.test(text)) return text;
  return text.replace(CLOSING, '').replace(POSSESSIVE, '').replace(APOSTROPHES, '');
}

function cut(text: string): string {
  return text.length <= LIMITS.wordCharacters ? text : text.slice(0, codePointBoundary(text, LIMITS.wordCharacters));
}
