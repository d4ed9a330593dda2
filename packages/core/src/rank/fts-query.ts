/**
 * A MATCH expression for SQLite's FTS5 that finds rows with any of the words, or `undefined` when there is none.
 * Every word becomes a quoted string, so no text can be read as query syntax. Meant for the words of `queryWords` on
 * a table that holds the words of `words` joined with spaces, with a tokenizer that does not stem and takes marks for
 * letters (`unicode61` with the categories `L*`, `N*`, `M*` and `Co`).
 */
export function toFtsQuery(words: readonly string[]): string | undefined {
  const quoted = new Set<string>();
  for (const word of words) {
    // FTS5 reads the expression up to a NUL, which would leave the string open.
    const text = word.replaceAll('\0', ' ').replaceAll('"', '""');
    if (text.trim() !== '') quoted.add(`"${text}"`);
  }
  return quoted.size === 0 ? undefined : [...quoted].join(' OR ');
}
