/** PostgreSQL's texts hold neither NUL nor half of a character pair. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const EVERY_UNSTORABLE = /[\0\p{Cs}]/gu;

export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** The text with a replacement character for each that cannot be stored. */
export function storableText(text: string): string {
  return text.replace(EVERY_UNSTORABLE, '\uFFFD');
}
