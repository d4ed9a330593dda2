import { nextUnusual } from './plain-characters.ts';

/** Why a character cannot be seen. `joiner` stands where writing needs it; the last four hide something. */
export type InvisibleKind =
  | 'control'
  | 'surrogate'
  | 'separator'
  | 'joiner'
  | 'bidi'
  | 'zero-width'
  | 'tag'
  | 'selector';

export interface Invisible {
  readonly start: number;
  readonly end: number;
  readonly code: number;
  readonly kind: InvisibleKind;
}

/** One code point each, so a search with it is linear. Tab, line feed and a carriage return before one are text. */
const CANDIDATE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb](?<!\t|\n|\r(?=\n))/gu;
const LONE_CARRIAGE_RETURN = /\r(?!\n)/;

const PICTOGRAPH = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const MARK = /^\p{M}/u;
/** Scripts whose spelling uses the zero-width joiner and non-joiner. */
const JOINED_SCRIPT =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Phag}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}\p{scx=Lana}\p{scx=Cakm}]/u;
/** Scripts without spaces, where a zero-width space marks where a line may break. */
const UNSPACED_SCRIPT = /^[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}]/u;
const HANGUL = /^\p{scx=Hang}/u;
const MONGOLIAN = /^\p{scx=Mong}/u;
const HAN = /^\p{scx=Hani}/u;
const VARIED = /^[\p{S}\p{P}\p{N}\p{scx=Hani}\p{scx=Mymr}\p{scx=Phag}\p{scx=Mani}]/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The three flags that are spelled with tag characters: England, Scotland, Wales. */
const TAG_FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) =>
    `\u{1f3f4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')}\u{e007f}`,
);

/**
 * Calls `visit` for every control character, lone surrogate, line or paragraph separator and every character that
 * draws nothing, in order. Tab, line feed and a carriage return before a line feed are text and are not visited.
 * Linear time.
 */
export function eachInvisible(text: string, visit: (found: Invisible) => void): void {
  const first = firstCandidate(text);
  if (first === -1) return;
  const candidate = new RegExp(CANDIDATE);
  candidate.lastIndex = first;
  let flagEnd = 0;
  let line = { end: -1, rightToLeft: false };
  for (let match = candidate.exec(text); match !== null; match = candidate.exec(text)) {
    const start = match.index;
    const code = text.codePointAt(start) ?? 0;
    const end = start + match[0].length;
    if (isTag(code)) {
      if (start >= flagEnd) flagEnd = start + tagFlagLength(text, start);
      visit({ start, end, code, kind: start < flagEnd ? 'joiner' : 'tag' });
    } else if (code === 0x200e || code === 0x200f || code === 0x61c) {
      if (start > line.end) line = lineAround(text, start);
      visit({ start, end, code, kind: line.rightToLeft ? 'joiner' : 'bidi' });
    } else {
      visit({ start, end, code, kind: kindOf(text, start, end, code) });
    }
  }
}

/** No candidate stands in front of it. Far quicker than a search for candidates, and mostly there is none. */
function firstCandidate(text: string): number {
  const unusual = nextUnusual(text, 0);
  const carriageReturn = text.search(LONE_CARRIAGE_RETURN);
  return carriageReturn === -1 || (unusual !== -1 && unusual < carriageReturn) ? unusual : carriageReturn;
}

/** True when a zero-width joiner or non-joiner between these two characters is spelling, not hiding. */
export function joins(code: number, before: string, after: string): boolean {
  if (JOINED_SCRIPT.test(before)) return true;
  return code === 0x200d && PICTOGRAPH.test(before) && PICTOGRAPH.test(after);
}

/** Length of the rest of a flag whose first tag character is at `start`; 0 when there is no such flag. */
export function tagFlagLength(text: string, start: number): number {
  const flag = TAG_FLAGS.find((candidate) => text.startsWith(candidate, start - 2));
  return flag === undefined ? 0 : flag.length - 2;
}

export function isTag(code: number): boolean {
  return code >= 0xe0000 && code <= 0xe007f;
}

/** `[U+202E]`: how a character that cannot be seen is written where it must be. */
export function visibleForm(code: number): string {
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** The character that ends at `end`, whole; empty at the start of the text. */
export function characterBefore(text: string, end: number): string {
  if (end <= 0) return '';
  const low = text.charCodeAt(end - 1);
  const paired = low >= 0xdc00 && low <= 0xdfff && end > 1 && (text.charCodeAt(end - 2) & 0xfc00) === 0xd800;
  return text.slice(paired ? end - 2 : end - 1, end);
}

/** The character that starts at `start`, whole; empty at the end of the text. */
export function characterAt(text: string, start: number): string {
  const code = text.codePointAt(start);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function kindOf(text: string, start: number, end: number, code: number): InvisibleKind {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return 'control';
  if (code >= 0xd800 && code <= 0xdfff) return 'surrogate';
  if (code === 0x2028 || code === 0x2029) return 'separator';
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return 'bidi';
  const before = characterBefore(text, start);
  const after = characterAt(text, end);
  if (isSelector(code)) return isSpelledSelector(text, start, code, before) ? 'joiner' : 'selector';
  return isSpelled(start, code, baseBefore(text, start, before), after) ? 'joiner' : 'zero-width';
}

/** The character a joiner joins to: behind an emoji's own variation selector, where there is one. */
function baseBefore(text: string, start: number, before: string): string {
  return before === '\ufe0f' ? characterBefore(text, start - 1) : before;
}

function isSpelled(start: number, code: number, before: string, after: string): boolean {
  switch (code) {
    case 0xad:
      return before !== '\u00ad';
    case 0x34f:
      return MARK.test(after);
    case 0x115f:
    case 0x1160:
    case 0x3164:
    case 0xffa0:
      return HANGUL.test(before) || HANGUL.test(after);
    case 0x17b4:
    case 0x17b5:
      return JOINED_SCRIPT.test(before);
    case 0x180e:
      return MONGOLIAN.test(before);
    case 0x200b:
      return UNSPACED_SCRIPT.test(before) || UNSPACED_SCRIPT.test(after);
    case 0x200c:
    case 0x200d:
      return joins(code, before, after);
    case 0xfeff:
      return start === 0;
    default:
      return false;
  }
}

function isSelector(code: number): boolean {
  return (
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0xe0100 && code <= 0xe01ef) ||
    (code >= 0x180b && code <= 0x180f && code !== 0x180e)
  );
}

/** One selector after a base it can vary is spelling; a doubled emoji selector is an editor's slip; a run is a message. */
function isSpelledSelector(text: string, start: number, code: number, before: string): boolean {
  if (isSelector(before.codePointAt(0) ?? 0)) {
    if (code !== 0xfe0f || before !== '\ufe0f') return false;
    return !isSelector(characterBefore(text, start - 1).codePointAt(0) ?? 0);
  }
  if (code === 0xfe0e || code === 0xfe0f) return true;
  if (code >= 0xe0100) return HAN.test(before);
  if (code < 0x1900) return MONGOLIAN.test(before);
  return VARIED.test(before);
}

function lineAround(text: string, index: number): { readonly end: number; readonly rightToLeft: boolean } {
  const next = text.indexOf('\n', index);
  const end = next === -1 ? text.length : next;
  return { end, rightToLeft: RIGHT_TO_LEFT.test(text.slice(text.lastIndexOf('\n', index) + 1, end)) };
}
