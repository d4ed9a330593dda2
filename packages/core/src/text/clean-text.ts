import { eachInvisible, visibleForm } from './invisible.ts';

export interface CleanedText {
  readonly text: string;
  /** How many characters were replaced; 0 means the text is exactly as given. */
  readonly replaced: number;
}

/**
 * Makes a foreign text of many lines safe to show. Line ends and tabs stay. Other control characters (a lone carriage
 * return too), lone surrogates and every character that hides something are replaced by a visible form such as
 * `[U+001B]`, so that nothing reaches a reader unseen; what emoji and scripts are spelled with stays. Cleaning twice
 * changes nothing. Linear time.
 */
export function cleanText(text: string): CleanedText {
  const parts: string[] = [];
  let last = 0;
  let replaced = 0;
  eachInvisible(text, ({ start, end, code, kind }) => {
    if (kind === 'joiner' || kind === 'separator') return;
    parts.push(text.slice(last, start), visibleForm(code));
    last = end;
    replaced += 1;
  });
  if (replaced === 0) return { text, replaced };
  parts.push(text.slice(last));
  return { text: parts.join(''), replaced };
}
