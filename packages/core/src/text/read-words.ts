import { foldCharacter } from './fold-letters.ts';

/** A word of a text as it is compared: lower case, plain letters and digits. */
export interface Word {
  readonly text: string;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  /** Punctuation or the start of a block stands in front of it. */
  readonly opens: boolean;
  /** Number of its block: a paragraph, list item, heading or table row. */
  readonly block: number;
}

/** What an ASCII character does to the word being read. */
const LETTER = 1;
/** Apostrophes, markdown's emphasis and escapes, control characters: they stand inside a word without ending it. */
const INSIDE = 2;
const SPACE = 3;
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/i.test(character)) return LETTER;
  if (/[ \t\r]/.test(character)) return SPACE;
  return code < 0x20 || code === 0x7f || /['*_~`\\]/.test(character) ? INSIDE : 0;
});
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{M}\p{Cs}\ufff9-\ufffb’ʼ]/u;
/** So many single letters in a row, one character apart, are one word written s p a c e d. */
const SPACED_LETTERS = 3;

/**
 * Reads the words of a text so that different ways to write the same word give the same word: case, full-width and
 * accented letters, look-alikes from other alphabets, characters that draw nothing, emphasis inside the word, and
 * single letters spaced out. Linear time.
 */
export function readWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let block = 0;
  let opens = true;
  /** What is read of a word beyond `from`, where it is not simply a slice of the text. */
  let letters = '';
  let start = -1;
  let from = 0;
  let end = 0;

  function finish(): void {
    if (start === -1) return;
    words.push({ text: letters + text.slice(from, end).toLowerCase(), start, end, opens, block });
    opens = false;
    start = -1;
    letters = '';
  }

  /** Reads letters that stand for text[index, next) although they may not equal it. */
  function read(plain: string, index: number, next: number): void {
    if (start === -1) start = index;
    else letters += text.slice(from, end).toLowerCase();
    letters += plain;
    from = next;
    end = next;
  }

  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index);
    if (code < 0x80) {
      const kind = ASCII[code];
      if (code === 0x0a) {
        finish();
        if (startsBlock(text, index + 1)) {
          block += 1;
          opens = true;
        }
      } else if (kind === LETTER) {
        if (start === -1) {
          start = index;
          from = index;
        }
        end = index + 1;
      } else if (kind === INSIDE) {
        if (start !== -1) read('', index, index + 1);
      } else {
        finish();
        if (kind !== SPACE) opens = true;
      }
      index += 1;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const next = index + character.length;
    const plain = INVISIBLE.test(character) ? '' : foldCharacter(character);
    if (plain === '') {
      if (start !== -1) read('', index, next);
    } else if (/^[\p{L}\p{N}]/u.test(plain)) {
      read(plain, index, next);
    } else {
      finish();
      if (!/^\s/.test(plain)) opens = true;
    }
    index = next;
  }
  finish();
  return joinSpacedLetters(words);
}

/** A blank line, list item, heading, table row, rule or fence. */
function startsBlock(text: string, index: number): boolean {
  let at = index;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r' || text[at] === '>') at += 1;
  const character = text[at];
  if (character === undefined || /[\n#|+]/.test(character)) return true;
  if (text.startsWith('```', at) || text.startsWith('~~~', at)) return true;
  if (character === '-' || character === '*') return /[\s*-]/.test(text[at + 1] ?? '');
  return /[0-9]/.test(character) && /[.)]/.test(text[at + 1] ?? '');
}

function joinSpacedLetters(words: readonly Word[]): readonly Word[] {
  const joined: Word[] = [];
  for (let index = 0; index < words.length; ) {
    let last = index;
    while (isSpacedLetter(words[last], words[last + 1])) last += 1;
    const first = words[index];
    const final = words[last];
    if (first && final && last - index + 1 >= SPACED_LETTERS) {
      const text = words
        .slice(index, last + 1)
        .map((word) => word.text)
        .join('');
      joined.push({ ...first, text, end: final.end });
      index = last + 1;
    } else {
      joined.push(...words.slice(index, last + 1));
      index = last + 1;
    }
  }
  return joined;
}

function isSpacedLetter(word: Word | undefined, next: Word | undefined): boolean {
  if (word === undefined || next === undefined) return false;
  return word.text.length === 1 && next.text.length === 1 && next.start - word.end === 1 && next.block === word.block;
}
