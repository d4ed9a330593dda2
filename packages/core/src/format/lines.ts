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
  const terminator = /\r\n|\r|\n/g;
  let start = 0;
  while (start < text.length) {
    terminator.lastIndex = start;
    const match = terminator.exec(text);
    const end = match ? match.index : text.length;
    const next = match ? terminator.lastIndex : text.length;
    yield { text: text.slice(start, end), start, next };
    start = next;
  }
}
