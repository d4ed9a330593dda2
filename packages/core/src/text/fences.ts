/** An open fenced code block. */
export interface Fence {
  readonly character: '`' | '~';
  readonly length: number;
  /** First word of the info string in lower case; empty where there is none. */
  readonly language: string;
}

/** Calls `visit` for each line with its end behind the line break, and the fence open before and after it. */
export function eachLine(
  text: string,
  visit: (start: number, end: number, before: Fence | undefined, after: Fence | undefined) => void,
): void {
  let fence: Fence | undefined;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed + 1;
    const after = fenceAfter(text.slice(start, end), fence);
    visit(start, end, fence, after);
    fence = after;
    start = end;
  }
}

/**
 * The fence that is open after a line, given the one open before it. Indentation and quote marks in front of a fence
 * are ignored, since fences in lists and quotes carry them.
 */
function fenceAfter(line: string, open: Fence | undefined): Fence | undefined {
  const indent = /^[ \t>]*/.exec(line)?.[0].length ?? 0;
  const character = line[indent];
  if (character !== '`' && character !== '~') return open;
  let end = indent;
  while (line[end] === character) end += 1;
  const length = end - indent;
  if (length < 3) return open;
  const info = line.slice(end).trim();
  if (open === undefined) {
    if (character === '`' && info.includes('`')) return undefined;
    return { character, length, language: /^[^\s{,]*/.exec(info)?.[0].toLowerCase() ?? '' };
  }
  const closes = character === open.character && length >= open.length && info === '';
  return closes ? undefined : open;
}
