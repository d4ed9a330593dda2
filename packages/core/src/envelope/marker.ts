/** Words of both marker lines and of the first line of a header; a foreign text that spells them is withheld. */
export const MARKER_WORDS = 'SKILLSCOPE TEXT';
export const HEADER_TITLE = 'Skillscope quotes a library';

export function beginMarker(boundary: string): string {
  return `----- BEGIN ${MARKER_WORDS} ${boundary} -----`;
}

export function endMarker(boundary: string): string {
  return `----- END ${MARKER_WORDS} ${boundary} -----`;
}
