import { lazyPattern } from './lazy-pattern.ts';

/**
 * Characters beyond ASCII that can be seen and that no way to write an English word is made of: punctuation, arrows,
 * mathematical signs, boxes, symbols and emoji, kana, Han and Hangul. Not among them is whatever draws nothing, whatever is a
 * Latin letter or a digit once its marks and its style are taken away (`é`, `ｅ`, `①`, `™`), look-alikes of such a
 * letter, and apostrophes.
 */
const UNUSUAL = lazyPattern(
  String.raw`[^\xa0\xa7\xa9\xab\xae\xb0\xb1\xb7\xbb\xd7\u2010-\u2018\u201a-\u2027\u2190-\u22ff\u2500-\u2775\u2794-\u27bf\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff0f\uff1a-\uff20\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}]`,
  'u',
);
/** Far quicker to search for than the above, and rarely there. */
const BEYOND_ASCII = /[^\t\n\r -~]+/g;

/**
 * Index of the first character from `from` on that may be hidden or disguise a letter: a control character but tab,
 * line feed and carriage return, or a character beyond ASCII that is not plain. -1 where there is none.
 */
export function nextUnusual(text: string, from: number): number {
  if (from !== 0) return search(text, from);
  if (text !== asked.text) asked = { text, first: search(text, 0) };
  return asked.first;
}

/** Several ask the same of one text in a row. */
let asked = { text: '', first: -1 };

function search(text: string, from: number): number {
  BEYOND_ASCII.lastIndex = from;
  for (let run = BEYOND_ASCII.exec(text); run !== null; run = BEYOND_ASCII.exec(text)) {
    const at = run[0].search(UNUSUAL.made());
    if (at !== -1) return run.index + at;
  }
  return -1;
}
