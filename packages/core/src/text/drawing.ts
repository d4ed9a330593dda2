/** A row of cells and what stands between them, up to `end`. */
export interface Drawing {
  readonly end: number;
  /** True where its blank cells belong to a picture made of cells with dots. */
  readonly isDrawn: boolean;
}

const BRAILLE = /[\u2801-\u28ff]/;
/** What stands in one line with braille cells that draw a picture. */
const ROW = /[\u2800-\u28ff\u2500-\u259f |\t]/;
/** Characters looked at of the lines above and below. */
const NEXT_LINE_CHARACTERS = 256;

/** The row that a blank cell stands in: among cells with dots, or a whole line above or below such cells. */
export function drawingAround(text: string, start: number): Drawing {
  let from = start;
  while (from > 0 && ROW.test(text[from - 1] ?? '')) from -= 1;
  let end = start + 1;
  while (ROW.test(text[end] ?? '')) end += 1;
  if (BRAILLE.test(text.slice(from, end))) return { end, isDrawn: true };
  const isLine = (from === 0 || text[from - 1] === '\n') && /^[\r\n]?$/.test(text[end] ?? '');
  const around =
    text.slice(Math.max(0, from - NEXT_LINE_CHARACTERS), from) + text.slice(end, end + NEXT_LINE_CHARACTERS);
  return { end, isDrawn: isLine && BRAILLE.test(around) };
}
