import { type Drawing, drawingAround } from './drawing.ts';
import { lazyPattern } from './lazy-pattern.ts';
import { characterAt, characterBefore, isSelector } from './neighbours.ts';
import { nextUnusual } from './plain-characters.ts';
import { isSpelled, isSpelledSelector, type Use } from './spelled.ts';
import { countUses, isTooMuch, type Uses } from './uses.ts';

/** Why a character cannot be seen. `joiner` stands where writing needs it; all from `bidi` on hide something. */
export type InvisibleKind =
  | 'control'
  | 'surrogate'
  | 'separator'
  | 'joiner'
  | 'bidi'
  | 'zero-width'
  | 'tag'
  | 'selector'
  | 'blank'
  | 'private';

export interface Invisible {
  readonly start: number;
  readonly end: number;
  readonly code: number;
  readonly kind: InvisibleKind;
}

/** One code point each, so a search with it is linear. Tab, line feed and a carriage return before one are text. */
const CANDIDATE = lazyPattern(
  String.raw`[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13430}-\u{13440}](?<!\t|\n|\r(?=\n))`,
  'gu',
);
const LONE_CARRIAGE_RETURN = /\r(?!\n)/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const DEFAULT_IGNORABLE = lazyPattern(String.raw`^\p{Default_Ignorable_Code_Point}`, 'u');

/** The three flags that are spelled with tag characters: England, Scotland, Wales. */
const TAG_FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) =>
    `\u{1f3f4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')}\u{e007f}`,
);

/**
 * Calls `visit` for every control character, lone surrogate, line or paragraph separator, every character that draws
 * nothing, and private or unassigned ones, in order. Tab, line feed and a carriage return before a line feed are text
 * and are not visited. What writing needs now and then is a `joiner` only while there is no more of it than writing
 * needs: see `countUses`. Linear time.
 */
export function eachInvisible(text: string, visit: (found: Invisible) => void): void {
  const first = firstCandidate(text);
  if (first === -1) return;
  let uses: Uses | undefined;
  eachCandidate(text, first, ({ start, end, code, kind, use }) => {
    if (use !== undefined) {
      uses ??= countUses(text, (count) =>
        eachCandidate(text, start, (found) => found.use && count(found.use, found.start)),
      );
      if (isTooMuch(uses, use)) {
        visit({ start, end, code, kind: HIDDEN_BY[use] });
        return;
      }
    }
    visit({ start, end, code, kind });
  });
}

/** What too many characters of one use are. */
const HIDDEN_BY = {
  hyphen: 'zero-width',
  joined: 'zero-width',
  variant: 'selector',
  direction: 'bidi',
  blank: 'blank',
  private: 'private',
  stray: 'zero-width',
} as const satisfies Record<Use, InvisibleKind>;

function eachCandidate(
  text: string,
  first: number,
  visit: (found: Invisible & { readonly use: Use | undefined }) => void,
): void {
  const candidate = new RegExp(CANDIDATE.made());
  candidate.lastIndex = first;
  let flagEnd = 0;
  let line = { end: -1, rightToLeft: false };
  let drawing: Drawing = { end: -1, isDrawn: false };
  for (let match = candidate.exec(text); match !== null; match = candidate.exec(text)) {
    const start = match.index;
    const code = text.codePointAt(start) ?? 0;
    const end = start + match[0].length;
    if (isTag(code)) {
      if (start >= flagEnd) flagEnd = start + tagFlagLength(text, start);
      visit({ start, end, code, kind: start < flagEnd ? 'joiner' : 'tag', use: undefined });
    } else if (isDirectionMark(code)) {
      if (start > line.end) line = lineAround(text, start);
      const spelled = line.rightToLeft && !isDirectionMark(characterBefore(text, start).codePointAt(0) ?? 0);
      visit({ start, end, code, kind: spelled ? 'joiner' : 'bidi', use: spelled ? 'direction' : undefined });
    } else {
      if (code === 0x2800) {
        if (start >= drawing.end) drawing = drawingAround(text, start);
        visit({ start, end, code, kind: 'joiner', use: drawing.isDrawn ? undefined : 'blank' });
        continue;
      }
      const kind = hardKindOf(code);
      if (kind !== undefined) {
        visit({ start, end, code, kind, use: undefined });
        continue;
      }
      const place = { text, start, code, before: characterBefore(text, start), after: characterAt(text, end) };
      const selects = isSelector(code);
      const use = selects ? isSpelledSelector(place) : isSpelled(place);
      visit({
        start,
        end,
        code,
        kind: use ? 'joiner' : unspelled(code, match[0]),
        use: use === 'free' ? undefined : use,
      });
    }
  }
}

/** No candidate stands in front of it. Far quicker than a search for candidates, and mostly there is none. */
function firstCandidate(text: string): number {
  const unusual = nextUnusual(text, 0);
  const carriageReturn = text.search(LONE_CARRIAGE_RETURN);
  return carriageReturn === -1 || (unusual !== -1 && unusual < carriageReturn) ? unusual : carriageReturn;
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

/** Kinds that no place makes harmless. */
function hardKindOf(code: number): InvisibleKind | undefined {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return 'control';
  if (code >= 0xd800 && code <= 0xdfff) return 'surrogate';
  if (code === 0x2028 || code === 0x2029) return 'separator';
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return 'bidi';
  return undefined;
}

function unspelled(code: number, character: string): InvisibleKind {
  if (isSelector(code)) return 'selector';
  const drawsNothing =
    DEFAULT_IGNORABLE.test(character) || (code >= 0xfff9 && code <= 0xfffb) || (code >= 0x13430 && code <= 0x13440);
  return drawsNothing ? 'zero-width' : 'private';
}

function isDirectionMark(code: number): boolean {
  return code === 0x200e || code === 0x200f || code === 0x61c;
}

function lineAround(text: string, index: number): { readonly end: number; readonly rightToLeft: boolean } {
  const next = text.indexOf('\n', index);
  const end = next === -1 ? text.length : next;
  return { end, rightToLeft: RIGHT_TO_LEFT.test(text.slice(text.lastIndexOf('\n', index) + 1, end)) };
}
