/** A full-text expression that any of the words satisfies. Words may be any text; empty when there is none. */
export function matchAny(words: readonly string[]): string {
  return [...new Set(words)].map(quote).filter(Boolean).join(' OR ');
}

/** One word as the full-text grammar takes any text: nothing in it is an operator. */
export function quote(word: string): string {
  const text = word.replaceAll('\0', ' ').replaceAll('"', '""').trim();
  return text === '' ? '' : `"${text}"`;
}
