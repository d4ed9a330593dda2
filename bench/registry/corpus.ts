/*
 * Skills as published ones are: about 220 characters of listing, 3,000 of body, words as unequally frequent as those of a
 * language. The same at every call.
 */

const WORDS = 4000;
const SYLLABLES =
  'ba co de fi gu ha ji ke lo mu na po qui re si tu va we xo yu za bri cla dro fle gri pla ster tron'.split(' ');
const VOCABULARY = Array.from({ length: WORDS }, (_, index) => wordAt(index));
/** Share of the words up to each rank, by Zipf's law. */
const SHARES = sharesOf(WORDS);

export function skillName(index: number): string {
  return `skill-${String(index).padStart(6, '0')}`;
}

export function skillText(index: number): string {
  const random = randomOf(index + 1);
  const description = `Use when ${wordsOf(random, 28)}.`;
  return `---\nname: ${skillName(index)}\ndescription: ${description}\n---\n# ${skillName(index)}\n\n${wordsOf(random, 420)}\n`;
}

/** Three words as a caller would pick them: not the most frequent ones, which say little. */
export function need(index: number): string {
  const random = randomOf(1_000_000 + index);
  return `how do I ${Array.from({ length: 3 }, () => VOCABULARY[Math.max(20, rankOf(random()))]).join(' ')}`;
}

/** The three most frequent words: more than half of all skills have one of them. */
export const FREQUENT_NEED = VOCABULARY.slice(0, 3).join(' ');

function wordsOf(random: () => number, count: number): string {
  return Array.from({ length: count }, () => VOCABULARY[rankOf(random())]).join(' ');
}

function rankOf(share: number): number {
  let [low, high] = [0, WORDS - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((SHARES[middle] ?? 1) < share) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sharesOf(count: number): readonly number[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 3));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight) => {
    sum += weight / total;
    return sum;
  });
}

function wordAt(index: number): string {
  let [word, rest] = ['', index + SYLLABLES.length];
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

/** Mulberry32: evenly from 0 to 1, by a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
