import type { Word } from './read-words.ts';

/** One step of a phrase: between `least` and `most` words out of `words`, or any words where that is absent. */
export interface Step {
  readonly words?: ReadonlySet<string>;
  readonly least: number;
  readonly most: number;
}

/** Exactly one of these words. */
export function one(words: string): Step {
  return { words: new Set(words.split(' ')), least: 1, most: 1 };
}

/** Up to so many of these words. */
export function upTo(most: number, words: string): Step {
  return { words: new Set(words.split(' ')), least: 0, most };
}

/** Up to so many words of any kind. */
export function gap(most: number): Step {
  return { least: 0, most };
}

/**
 * Index behind the last word when the steps fit the words from `first` on, all in one block; else `undefined`.
 * Time is bounded by the steps alone.
 */
export function matchPhrase(words: readonly Word[], first: number, steps: readonly Step[]): number | undefined {
  return matchFrom(words, first, words[first]?.block ?? -1, steps, 0);
}

function matchFrom(
  words: readonly Word[],
  at: number,
  block: number,
  steps: readonly Step[],
  number: number,
): number | undefined {
  const step = steps[number];
  if (step === undefined) return at;
  let count = 0;
  while (count < step.most && fits(words[at + count], block, step)) count += 1;
  for (; count >= step.least; count -= 1) {
    const end = matchFrom(words, at + count, block, steps, number + 1);
    if (end !== undefined) return end;
  }
  return undefined;
}

function fits(word: Word | undefined, block: number, step: Step): boolean {
  return word !== undefined && word.block === block && (step.words === undefined || step.words.has(word.text));
}
