import { LIMITS } from '@skillscope/core';

/** Splits a text into the numbers of its tokens, without markers of start and end. */
export type Tokenizer = (text: string) => number[];

const UNKNOWN = '[UNK]';
/** The reference treats longer words as unknown. */
const LONGEST_WORD = 100;
/** Words kept with their tokens. Longer ones are rarely met twice. */
const CACHED_WORDS = 50_000;
const CACHED_CHARACTERS = 32;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\u{FFFD}]/gu;
const MARK = /\p{Mn}/gu;
const SINGLE =
  '!-\\/:-@\\[-`\\{-~\\p{P}\\u{4E00}-\\u{9FFF}\\u{3400}-\\u{4DBF}\\u{20000}-\\u{2A6DF}\\u{2A700}-\\u{2CEAF}\\u{F900}-\\u{FAFF}\\u{2F800}-\\u{2FA1F}';
const WORD = new RegExp(`[${SINGLE}]|[^\\s${SINGLE}]+`, 'gu');

/**
 * WordPiece as BERT's uncased models do it: no accents, no case, each punctuation mark and each Chinese character a
 * word, each word cut into the longest known pieces from its start.
 * @param vocabulary one token per place, its place is its number; pieces inside a word begin with `##`
 */
export function createWordPiece(vocabulary: readonly string[]): Tokenizer {
  const numbers = new Map<string, number>();
  for (let number = 0; number < vocabulary.length; number += 1) numbers.set(vocabulary[number] ?? '', number);
  const unknown = numbers.get(UNKNOWN) ?? 0;
  const cache = new Map<string, readonly number[]>();

  return (text) => {
    const tokens: number[] = [];
    for (const word of wordsOf(text)) {
      const known = cache.get(word);
      const pieces = known ?? cut(word, numbers) ?? [unknown];
      if (known === undefined && cache.size < CACHED_WORDS && word.length <= CACHED_CHARACTERS) cache.set(word, pieces);
      for (const piece of pieces) tokens.push(piece);
    }
    return tokens;
  };
}

function wordsOf(text: string): readonly string[] {
  const plain = text
    .slice(0, LIMITS.encodedCharacters)
    .replace(UNSEEN, (character) => ('\t\n\r'.includes(character) ? ' ' : ''))
    .normalize('NFD')
    .replace(MARK, '')
    .toLowerCase();
  return plain.match(WORD) ?? [];
}

/** Undefined where no piece fits. */
function cut(word: string, numbers: ReadonlyMap<string, number>): number[] | undefined {
  if (word.length > LONGEST_WORD && [...word].length > LONGEST_WORD) return undefined;
  const pieces: number[] = [];
  for (let start = 0; start < word.length; ) {
    let end = word.length;
    let piece: number | undefined;
    for (; end > start && piece === undefined; end -= 1) {
      piece = numbers.get(start === 0 ? word.slice(0, end) : `##${word.slice(start, end)}`);
    }
    if (piece === undefined) return undefined;
    pieces.push(piece);
    start = end + 1;
  }
  return pieces;
}
