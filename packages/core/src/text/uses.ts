import { lazyPattern } from './lazy-pattern.ts';
import type { Use } from './spelled.ts';

/** How many characters that cannot be seen a text has of each use, and how much text there is for them. */
export interface Uses {
  readonly counts: Readonly<Record<Use, number>>;
  /** Letters of scripts beyond Latin, Greek and Cyrillic; counted only where joiners may be too many. */
  readonly letters: number;
  readonly length: number;
  /** Longest row of private characters. */
  readonly privateRun: number;
}

/**
 * Most of each use that is spelling whatever the text. Below it a text can carry a few bytes at most; real ones stay
 * below but for joiners and icons, which may be more in proportion to the text.
 */
const MOST = {
  hyphen: 24,
  joined: 16,
  variant: 32,
  direction: 16,
  blank: 4,
  private: 32,
  stray: 4,
} as const satisfies Record<Use, number>;
/** Letters to one joiner, break mark or direction mark. Sinhala, with the most, has one to eight. */
const LETTERS_PER_JOINER = 4;
/** Characters of text to one icon: tables of icons have at least a name beside each. */
const CHARACTERS_PER_ICON = 8;
/** Icons side by side; a prompt for a shell draws three or four. */
const ICON_RUN = 4;
const OTHER_LETTERS = lazyPattern(
  String.raw`[\u0530-\u{1cff}\u2d30-\u2ddf\ua000-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{11fff}]`,
  'gu',
);

/** Counts what `each` reports, in order. */
export function countUses(text: string, each: (count: (use: Use, start: number) => void) => void): Uses {
  const counts = { hyphen: 0, joined: 0, variant: 0, direction: 0, blank: 0, private: 0, stray: 0 };
  let run = 0;
  let privateRun = 0;
  let last = -1;
  each((use, start) => {
    counts[use] += 1;
    if (use !== 'private') return;
    run = last !== -1 && start - last === ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1) ? run + 1 : 1;
    last = start;
    privateRun = Math.max(privateRun, run);
  });
  const isMany = counts.joined > MOST.joined || counts.direction > MOST.direction;
  const letters = isMany ? (text.match(OTHER_LETTERS.made())?.length ?? 0) : 0;
  return { counts, letters, length: text.length, privateRun };
}

/** True when a text has more of this use than writing needs. */
export function isTooMuch({ counts, letters, length, privateRun }: Uses, use: Use): boolean {
  const count = counts[use];
  if (use === 'private' && privateRun > ICON_RUN) return true;
  if (count <= MOST[use]) return false;
  if (use === 'joined' || use === 'direction') return count * LETTERS_PER_JOINER > letters;
  if (use === 'private') return count * CHARACTERS_PER_ICON > length;
  return true;
}
