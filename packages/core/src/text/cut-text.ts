let segmenter: Intl.Segmenter | undefined;

/** Shortens to at most `maxCharacters` UTF-16 units, `…` included, between graphemes; what does not fit whole is left out. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  if (maxCharacters < 1) return '';
  return `${text.slice(0, graphemeBoundary(text, 0, maxCharacters - 1)).trimEnd()}…`;
}

/**
 * The last place at or before `index` between two graphemes; `start` where one grapheme reaches from there past `index`.
 * `start` must be such a place itself. Linear in `index - start`.
 */
export function graphemeBoundary(text: string, start: number, index: number): number {
  if (index <= start) return start;
  if (index >= text.length) return text.length;
  if (isPlain(text.charCodeAt(index - 1)) && isPlain(text.charCodeAt(index))) return index;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const cluster = segmenter.segment(text.slice(start, index + 2)).containing(index - start);
  return start + (cluster?.index ?? 0);
}

/** Printable ASCII: between two such characters there is always a grapheme boundary. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

/** `index`, or the place before it where `index` is inside a surrogate pair. */
export function codePointBoundary(text: string, index: number): number {
  const splits = (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
  return splits ? index - 1 : index;
}
