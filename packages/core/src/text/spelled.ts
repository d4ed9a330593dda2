import { lazyPattern } from './lazy-pattern.ts';
import { characterBefore, isSelector } from './neighbours.ts';

/**
 * What a character that cannot be seen is there for. Of each use there is a limit, above which it is a message: see
 * `isTooMuch`.
 */
export type Use = 'hyphen' | 'joined' | 'variant' | 'direction' | 'blank' | 'private' | 'stray';

/** A candidate and the whole characters around it. */
export interface Place {
  readonly text: string;
  readonly start: number;
  readonly code: number;
  readonly before: string;
  readonly after: string;
}

const LETTER = lazyPattern(String.raw`^[\p{L}\p{M}\p{N}]`, 'u');
const MARK = lazyPattern(String.raw`^(?!\p{Default_Ignorable_Code_Point})\p{M}`, 'u');
const PICTOGRAPH = lazyPattern(String.raw`^[\p{Extended_Pictographic}\p{Emoji_Modifier}]`, 'u');
/** Scripts whose spelling uses the zero-width joiner and non-joiner. */
const JOINED_SCRIPT = lazyPattern(
  String.raw`^(?!\p{Default_Ignorable_Code_Point})[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Phag}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}\p{scx=Lana}\p{scx=Cakm}]`,
  'u',
);
/** Scripts without spaces, where a zero-width space marks where a line may break. */
const UNSPACED_SCRIPT = lazyPattern(
  String.raw`^[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}]`,
  'u',
);
const MONGOLIAN = lazyPattern(String.raw`^(?!\p{Default_Ignorable_Code_Point})\p{scx=Mong}`, 'u');
const EGYPTIAN = lazyPattern(String.raw`^\p{scx=Egyp}`, 'u');
const HAN = lazyPattern(String.raw`^\p{scx=Hani}`, 'u');
/** What has a text and an emoji form: emoji, and signs that fonts draw like them. ASCII only before a keycap. */
const EMOJI_BASE = lazyPattern(String.raw`^(?![\p{ASCII}\u2800])[\p{Emoji}\p{Extended_Pictographic}\p{S}]`, 'u');
const MATHEMATICAL = lazyPattern(String.raw`^(?!\p{ASCII})\p{Sm}`, 'u');
const SCRIPT_VARIANT = lazyPattern(String.raw`^[\p{scx=Mymr}\p{scx=Phag}\p{scx=Mani}\p{scx=Egyp}]`, 'u');
const WIDE_PUNCTUATION = /^[\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/;
const LEADING_JAMO = /^[\u1100-\u115e\ua960-\ua97c]/;
const VOWEL_JAMO = /^[\u1161-\u11a7\ud7b0-\ud7c6]/;
const TRAILING_JAMO = /^[\u11a8-\u11ff\ud7cb-\ud7fb]/;
const KEYCAP = '\u20e3';
const BESIDE = /^$|^[\s.,;:!?)]/;

/** True when a zero-width joiner or non-joiner between these two characters is spelling, not hiding. */
export function joins(code: number, before: string, after: string): boolean {
  if (JOINED_SCRIPT.test(before)) return true;
  return code === 0x200d && PICTOGRAPH.test(before) && PICTOGRAPH.test(after);
}

/** What a character other than a selector is spelled with here; `free` without limit, `undefined` when it hides. */
export function isSpelled({ text, start, code, before, after }: Place): Use | 'free' | undefined {
  switch (code) {
    case 0xad:
      return LETTER.test(before) && LETTER.test(after) ? 'hyphen' : undefined;
    case 0x34f:
      return LETTER.test(before) && MARK.test(after) ? 'joined' : undefined;
    case 0x115f:
      return VOWEL_JAMO.test(after) || startsTrailing(text, start) ? 'free' : undefined;
    case 0x1160:
      return LEADING_JAMO.test(before) || (before === '\u115f' && TRAILING_JAMO.test(after)) ? 'free' : undefined;
    case 0x180e:
      return MONGOLIAN.test(before) ? 'joined' : undefined;
    case 0x200b:
      if (before === '\u200b') return undefined;
      if (UNSPACED_SCRIPT.test(before) || UNSPACED_SCRIPT.test(after)) return 'joined';
      // Left by a copy from a page: inside a word it splits one, beside a space it does nothing.
      return BESIDE.test(before) || BESIDE.test(after) ? 'stray' : undefined;
    case 0x200c:
    case 0x200d:
      return joinerUse(code, before === '\ufe0f' ? characterBefore(text, start - 1) : before, after);
    case 0xfeff:
      return start === 0 ? 'free' : undefined;
    default:
      if (code >= 0x13430 && code <= 0x13440) return EGYPTIAN.test(before) ? 'joined' : undefined;
      return isPrivate(code) ? 'private' : undefined;
  }
}

/** One selector after a base it can vary is spelling; a doubled emoji selector is an editor's slip; a run is a message. */
export function isSpelledSelector({ text, start, code, before, after }: Place): Use | 'free' | undefined {
  if (isSelector(before.codePointAt(0) ?? 0)) {
    if (code !== 0xfe0f || before !== '\ufe0f') return undefined;
    const base = characterBefore(text, start - 1);
    return EMOJI_BASE.test(base) ? 'variant' : undefined;
  }
  if (code === 0xfe0e || code === 0xfe0f) {
    if (EMOJI_BASE.test(before)) return 'free';
    if (!/^[\d#*]$/.test(before)) return undefined;
    if (after === KEYCAP) return 'free';
    // What is left of an emoji in the anchor of a heading: `#️-security-guide`.
    if (before === '#' && after === '-') return 'variant';
    return BESIDE.test(after) ? 'stray' : undefined;
  }
  if (code >= 0xe0100) return HAN.test(before) ? 'variant' : undefined;
  if (code < 0x1900) return MONGOLIAN.test(before) ? 'joined' : undefined;
  if (code <= 0xfe02 && HAN.test(before)) return 'variant';
  if (code <= 0xfe01 && WIDE_PUNCTUATION.test(before)) return 'variant';
  if (code === 0xfe00 && MATHEMATICAL.test(before)) return 'variant';
  return code <= 0xfe06 && SCRIPT_VARIANT.test(before) ? 'joined' : undefined;
}

function joinerUse(code: number, before: string, after: string): Use | 'free' | undefined {
  if (JOINED_SCRIPT.test(before)) return 'joined';
  // `API‌ها`: an ending of such a script behind a word of another.
  if (code === 0x200c && LETTER.test(before) && JOINED_SCRIPT.test(after)) return 'joined';
  return joins(code, before, after) ? 'free' : undefined;
}

/** A trailing consonant alone: both fillers stand in for what is in front of it. */
function startsTrailing(text: string, start: number): boolean {
  return text[start + 1] === '\u1160' && TRAILING_JAMO.test(text.slice(start + 2, start + 3));
}

/** Private use, or not assigned to anything in the Unicode version of this Node. */
function isPrivate(code: number): boolean {
  return /^(?!\p{Default_Ignorable_Code_Point})[\p{Co}\p{Cn}]/u.test(String.fromCodePoint(code));
}
