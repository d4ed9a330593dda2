import { nextUnusual } from './plain-characters.ts';

export type Passage = readonly [start: number, end: number];

/** A blank line ends a passage, so no block reaches from one into another. */
const BREAK = /\n(?=\r?\n)/g;
/** What may stand inside a word without ending it: see `readWords`. */
const INSIDE = "'*_~`\\\\";
const SINGLE = `[a-z0-9][${INSIDE}]*`;
const GAP = `[^a-z0-9${INSIDE}]`;
/** Three single letters or digits, one character apart, which may go on to spell a word. */
const SPACED = new RegExp(`[^a-z0-9]${SINGLE}${GAP}${SINGLE}${GAP}[a-z0-9](?![a-z0-9])`, 'g');
/** With more of them the whole text is read: telling them apart would cost more than it saves. */
const MOST_PASSAGES = 100;
const INSIDE_WORD = new RegExp(`([a-z0-9])[${INSIDE}]+(?=[a-z0-9])`, 'g');

/**
 * The passages of a text, in order, that have to be read word by word to tell whether they hold a phrase; the others
 * hold none. `beginnings`: see `phraseBeginnings`. Most texts have no such passage, and a few expressions tell so far
 * quicker than reading does. Linear time.
 */
export function suspectPassages(text: string, beginnings: RegExp): readonly Passage[] {
  const suspects = new Set<number>();
  addPlaces(text, suspects, (from) => {
    const at = nextUnusual(text, from);
    return at === -1 ? undefined : [at, at + 1];
  });
  // No step touches a line break, so a passage keeps its number although its letters move.
  const spelled = ` ${text.toLowerCase()}`;
  addMatches(spelled, suspects, SPACED);
  addMatches(spelled.replace(INSIDE_WORD, '$1'), suspects, beginnings);
  if (suspects.size > MOST_PASSAGES) return [[0, text.length]];
  return suspects.size === 0 ? [] : passagesOf(text, suspects);
}

/** Passages next to each other are one. */
function passagesOf(text: string, numbers: ReadonlySet<number>): readonly Passage[] {
  const breaks = breaksOf(text);
  const passages: Passage[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const start = breaks[number - 1] ?? 0;
    const end = breaks[number] ?? text.length;
    const before = passages.at(-1);
    if (before?.[1] === start) passages[passages.length - 1] = [before[0], end];
    else passages.push([start, end]);
  }
  return passages;
}

function addMatches(text: string, numbers: Set<number>, wanted: RegExp): void {
  addPlaces(text, numbers, (from) => {
    wanted.lastIndex = from;
    const match = wanted.exec(text);
    return match === null ? undefined : [match.index, wanted.lastIndex];
  });
}

/** Adds the number of every passage that a place touches, until there are too many. */
function addPlaces(text: string, numbers: Set<number>, next: (from: number) => Passage | undefined): void {
  let breaks: readonly number[] | undefined;
  let number = 0;
  for (let place = next(0); place !== undefined && numbers.size <= MOST_PASSAGES; ) {
    breaks ??= breaksOf(text);
    const [start, end] = place;
    const endOf = (passage: number) => breaks?.[passage] ?? Number.POSITIVE_INFINITY;
    while (endOf(number) <= start) number += 1;
    numbers.add(number);
    while (endOf(number) < end && numbers.size <= MOST_PASSAGES) {
      number += 1;
      numbers.add(number);
    }
    // The rest of the passage will be read anyway.
    const from = Math.max(end, endOf(number));
    place = from < text.length ? next(from) : undefined;
  }
}

function breaksOf(text: string): readonly number[] {
  const breaks: number[] = [];
  BREAK.lastIndex = 0;
  while (BREAK.test(text)) breaks.push(BREAK.lastIndex - 1);
  return breaks;
}
