export interface Line {
  /** Without its terminator. */
  readonly text: string;
  /** Index of the first character. */
  readonly start: number;
  /** Index of the first character of the next line, or the length of the text. */
  readonly next: number;
}

/** The lines of a text, ended by LF, CRLF or a lone CR. A final terminator opens no further line. */
export function* linesOf(text: string): Generator<Line> {
  let start = 0;
  // Each is looked for only when passed, else a text without one would be searched to its end for every line.
  let carriageReturn = -1;
  let lineFeed = -1;
  while (start < text.length) {
    if (carriageReturn < start) carriageReturn = indexOrEnd(text, '\r', start);
    if (lineFeed < start) lineFeed = indexOrEnd(text, '\n', start);
    const end = Math.min(carriageReturn, lineFeed);
    const next = Math.min(lineFeed === carriageReturn + 1 ? end + 2 : end + 1, text.length);
    yield { text: text.slice(start, end), start, next };
    start = next;
  }
}

function indexOrEnd(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from);
  return index === -1 ? text.length : index;
}
