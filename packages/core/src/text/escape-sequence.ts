/**
 * End of the terminal control sequence that starts at `start` with ESC or its one-character form, parameters and
 * payload included. A sequence whose end is missing is its introducer alone, so it cannot swallow the text behind it.
 */
export type SequenceEnd = (start: number) => number;

/** Finds sequence ends in one text. Calls must go forward; all of them together take linear time. */
export function sequenceEnds(text: string): SequenceEnd {
  let terminator = -1;

  /** First BEL, ESC `\` or C1 string terminator at or after `from`: `[start, end]`, remembered between calls. */
  function stringEnd(from: number): number | undefined {
    if (terminator < from) {
      terminator = from;
      while (terminator < text.length && terminatorLength(text, terminator) === 0) terminator += 1;
    }
    return terminator < text.length ? terminator + terminatorLength(text, terminator) : undefined;
  }

  return (start) => {
    const first = text.charCodeAt(start);
    const introduced = first === 0x1b;
    const kind = introduced ? text.charCodeAt(start + 1) : first - 0x40;
    const body = introduced ? start + 2 : start + 1;
    if (kind === 0x5b) return controlEnd(text, body);
    // OSC, DCS, SOS, PM and APC carry a string.
    if (kind === 0x5d || kind === 0x50 || kind === 0x58 || kind === 0x5e || kind === 0x5f)
      return stringEnd(body) ?? body;
    if (!introduced) return start + 1;
    return shortEnd(text, start + 1);
  };
}

/** ESC, or one of the C1 characters that start a sequence. */
export function startsSequence(code: number): boolean {
  return code === 0x1b || (code >= 0x80 && code <= 0x9f && code !== 0x85);
}

function terminatorLength(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code === 0x07 || code === 0x9c) return 1;
  return code === 0x1b && text.charCodeAt(index + 1) === 0x5c ? 2 : 0;
}

/** Parameters, intermediates and one final character of a control sequence, as far as they are there. */
function controlEnd(text: string, from: number): number {
  let index = from;
  while (isWithin(text.charCodeAt(index), 0x30, 0x3f)) index += 1;
  while (isWithin(text.charCodeAt(index), 0x20, 0x2f)) index += 1;
  return isWithin(text.charCodeAt(index), 0x40, 0x7e) ? index + 1 : from;
}

/** ESC with intermediates and one final character, e.g. the choice of a character set. */
function shortEnd(text: string, from: number): number {
  let index = from;
  while (isWithin(text.charCodeAt(index), 0x20, 0x2f)) index += 1;
  return index > from && isWithin(text.charCodeAt(index), 0x30, 0x7e) ? index + 1 : from;
}

function isWithin(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
