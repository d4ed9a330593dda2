import type { Step } from './phrase.ts';

/** Enough to be rare in documentation; with more the expression grows and tells hardly more. */
const REQUIRED_WORDS = 3;
const BETWEEN = '[^a-z0-9]+';

/**
 * An expression that matches wherever one of the phrases begins, from the character in front of it on, in lower-case
 * text whose words hold nothing but `a-z0-9`. It looks at the first words that a phrase needs and knows no blocks, so it
 * matches more than the phrases. Linear time: every part is bounded but what stands between two words, and that is read
 * in one way only.
 */
export function phraseBeginnings(phrases: readonly (readonly Step[])[]): RegExp {
  const endings = new Map<string, Set<string>>();
  for (const phrase of phrases) {
    const [first, ...rest] = beginningOf(phrase);
    if (first === undefined) continue;
    const word = wordOf(first);
    const ending = rest.map(sourceOf).join('');
    endings.set(word, (endings.get(word) ?? new Set()).add(ending));
  }
  const sources = [...endings].map(([word, rest]) => `${word}(?:${[...rest].join('|')})`);
  return new RegExp(`[^a-z0-9](?:${sources.join('|')})(?![a-z0-9])`, 'g');
}

function beginningOf(phrase: readonly Step[]): readonly Step[] {
  let required = 0;
  const end = phrase.findIndex(({ least }) => {
    required += least;
    return required >= REQUIRED_WORDS;
  });
  return end === -1 ? phrase : phrase.slice(0, end + 1);
}

function sourceOf(step: Step): string {
  return `(?:${BETWEEN}${wordOf(step)}){${step.least},${step.most}}`;
}

function wordOf({ words }: Step): string {
  return words === undefined ? '[a-z0-9]+' : `(?:${[...words].join('|')})`;
}
