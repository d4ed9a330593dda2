/** The character that ends at `end`, whole; empty at the start of the text. */
export function characterBefore(text: string, end: number): string {
  if (end <= 0) return '';
  const low = text.charCodeAt(end - 1);
  const paired = low >= 0xdc00 && low <= 0xdfff && end > 1 && (text.charCodeAt(end - 2) & 0xfc00) === 0xd800;
  return text.slice(paired ? end - 2 : end - 1, end);
}

/** The character that starts at `start`, whole; empty at the end of the text. */
export function characterAt(text: string, start: number): string {
  const code = text.codePointAt(start);
  return code === undefined ? '' : String.fromCodePoint(code);
}

export function isSelector(code: number): boolean {
  return (
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0xe0100 && code <= 0xe01ef) ||
    (code >= 0x180b && code <= 0x180f && code !== 0x180e)
  );
}
