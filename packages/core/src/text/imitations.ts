import { HEADER_TITLE, MARKER_WORDS } from '../envelope/marker.ts';
import { foldCharacter } from './fold-letters.ts';
import { nextUnusual } from './plain-characters.ts';

export interface Imitation {
  readonly start: number;
  readonly end: number;
  readonly does: string;
}

const MARKERS = 'imitates the markers that enclose an answer';
const HEADER = 'imitates the header of an answer';

/** Characters around the product's name in which the other words of a marker may stand. */
const AROUND = 120;
/** Digits read as the letter they are drawn like. `1`, `i` and `l` are one letter here. */
const DRAWN_LIKE: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'l'],
  ['i', 'l'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['8', 'b'],
  ['6', 'g'],
  ['9', 'g'],
]);
/** What else may stand for a letter in a text in lower case. */
const SPELLINGS: Readonly<Record<string, string>> = {
  a: '[a4@]',
  b: '[b8]',
  e: '[e3]',
  g: '[g69]',
  i: '[i1l!|]',
  l: '[i1l!|]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7+]',
};

const NOUN = skeleton(MARKER_WORDS.slice(MARKER_WORDS.indexOf(' ')));
const TITLE = skeleton(HEADER_TITLE.slice(MARKER_WORDS.indexOf(' ')));
const BOUNDS = ['begin', 'end', 'start', 'stop', 'close', 'finish', 'open'].map(skeleton).join('|');
const BOUND_BEFORE = new RegExp(`(?:${BOUNDS})(?:of)?(?:the)?$`);
const BEHIND = new RegExp(`^(?:${skeleton('library')})?${NOUN}`);
const BOUND_BEHIND = new RegExp(`^(?:${skeleton('library')})?${NOUN}s?(?:${BOUNDS})`);

/** Made when first needed: most processes end before. */
let expressions: { readonly product: RegExp; readonly header: RegExp } | undefined;

/**
 * Places that imitate the markers or the header of an answer in another spelling: digits and signs for letters, letters
 * of other alphabets, letters set apart, characters that draw nothing in between. Linear time.
 */
export function eachImitation(text: string, visit: (found: Imitation) => void): void {
  lookThrough(text.toLowerCase(), 0, visit);
  // Where letters are not what they seem, a line is read as it looks.
  for (let at = nextUnusual(text, 0); at !== -1; ) {
    const start = text.lastIndexOf('\n', at) + 1;
    const feed = text.indexOf('\n', at);
    const end = feed === -1 ? text.length : feed;
    lookThrough(folded(text.slice(start, end)), start, ({ does }) => visit({ start, end, does }));
    at = end < text.length ? nextUnusual(text, end) : -1;
  }
}

function lookThrough(text: string, offset: number, visit: (found: Imitation) => void): void {
  expressions ??= makeExpressions();
  const { product, header } = expressions;
  product.lastIndex = 0;
  for (let match = product.exec(text); match !== null; match = product.exec(text)) {
    const start = match.index;
    const end = product.lastIndex;
    const before = skeleton(text.slice(Math.max(0, start - AROUND), start));
    const behind = skeleton(text.slice(end, end + AROUND));
    const isMarker = BOUND_BEFORE.test(before) ? BEHIND.test(behind) : BOUND_BEHIND.test(behind);
    if (isMarker) visit({ start: offset + start, end: offset + end, does: MARKERS });
    else if (behind.startsWith(TITLE)) visit({ start: offset + start, end: offset + end, does: HEADER });
  }
  header.lastIndex = 0;
  for (let match = header.exec(text); match !== null; match = header.exec(text)) {
    const start = match[0].startsWith('\n') ? match.index + 1 : match.index;
    const feed = text.indexOf('\n', start);
    const line = text.slice(start, Math.min(feed === -1 ? text.length : feed, start + LINE_CHARACTERS));
    if (isHeaderLine(match, line)) visit({ start: offset + start, end: offset + start + line.length, does: HEADER });
  }
}

/** The lines of a header, see `renderEnvelope`, are shorter but for very long names. */
const LINE_CHARACTERS = 2_000;

/** Only the shape of a whole line tells it from what documentation lists under the same labels. */
function isHeaderLine({ groups }: RegExpExecArray, line: string): boolean {
  if (groups?.['words'] !== undefined) return /\bauthors\b/.test(line);
  if (groups?.['library'] === undefined) return line.includes('sha256');
  const open = line.indexOf('(', line.indexOf('@') + 1);
  return line.includes('@') && open !== -1 && /dependency|installed|locked|declared/.test(line.slice(open));
}

function makeExpressions() {
  const label = (name: string) => `${spelling(name, '[^a-z0-9\\n:]{0,2}')}[^a-z0-9\\n:]{0,4}:`;
  const start = '(?:^|\\n)[^a-z0-9\\n]{0,16}';
  return {
    product: new RegExp(spelling(MARKER_WORDS.toLowerCase().split(' ')[0] ?? '', '[^a-z0-9]{0,6}'), 'g'),
    header: new RegExp(
      `${start}(?:(?<library>${label('library')})|(?<words>${label('words')})|${label('place')})`,
      'g',
    ),
  };
}

/** An expression for a word whose letters may be drawn by other signs and stand apart. */
function spelling(word: string, apart: string): string {
  return [...word].map((letter) => SPELLINGS[letter] ?? letter).join(apart);
}

/** Letters alone, each look-alike as one of them. */
function skeleton(text: string): string {
  let result = '';
  for (const character of text.toLowerCase()) {
    const letter = DRAWN_LIKE.get(character) ?? character;
    if (letter >= 'a' && letter <= 'z') result += letter;
  }
  return result;
}

function folded(line: string): string {
  let result = '';
  for (const character of line)
    result += character < '\u0080' ? character.toLowerCase() : foldCharacter(character).replace(IGNORED, '');
  return result;
}

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Cf}\p{Cs}]/gu;
