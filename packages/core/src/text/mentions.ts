import { eachLine } from './fences.ts';

/** A longer quotation is a text of its own. */
const QUOTATION_CHARACTERS = 200;
/** Fences with these info strings, or none, hold prose. */
const PROSE = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'md', 'mdx', 'markdown', 'prompt']);
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
  ['「', '」'],
]);

type Span = readonly [start: number, end: number];

/**
 * Tells whether a place in a text is mentioned rather than said: it stands in inline code or between quotation marks
 * (on one line, at most 200 characters), or in a fence that names a programming or data language. `inAnyFence` counts
 * every fence, for marks that are only ever shown as code. A quoted value in frontmatter is no mention, since there
 * the quotation marks belong to the syntax.
 */
export type Mentions = (start: number, end: number, inAnyFence: boolean) => boolean;

/** Reads a text once; each line is then looked at at most once. */
export function findMentions(text: string): Mentions {
  const { fences, codeFences } = findFences(text);
  const frontmatter = frontmatterEnd(text);
  let line: Span = [-1, -1];
  let code: readonly Span[] = [];
  let quoted: readonly Span[] = [];

  return (start, end, inAnyFence) => {
    if (isWithin(inAnyFence ? fences : codeFences, start, end)) return true;
    if (!contains(line, start, start + 1)) {
      line = lineAround(text, start);
      const content = text.slice(...line);
      code = shift(codeSpans(content), line[0]);
      quoted = shift(quotations(content, start < frontmatter), line[0]);
    }
    return isWithin(code, start, end) || isWithin(quoted, start, end);
  };
}

function findFences(text: string): { readonly fences: readonly Span[]; readonly codeFences: readonly Span[] } {
  const fences: Span[] = [];
  const codeFences: Span[] = [];
  let opened = 0;
  eachLine(text, (start, end, before, after) => {
    if (before === undefined && after !== undefined) opened = start;
    if (before === undefined || (after !== undefined && end < text.length)) return;
    fences.push([opened, end]);
    if (!PROSE.has(before.language)) codeFences.push([opened, end]);
  });
  return { fences, codeFences };
}

function frontmatterEnd(text: string): number {
  if (!/^\ufeff?---\r?\n/.test(text)) return 0;
  const end = text.indexOf('\n---', 3);
  return end === -1 ? 0 : end;
}

function lineAround(text: string, index: number): Span {
  const feed = text.indexOf('\n', index);
  return [text.lastIndexOf('\n', index - 1) + 1, feed === -1 ? text.length : feed + 1];
}

function contains([start, end]: Span, from: number, to: number): boolean {
  return start <= from && to <= end;
}

/** Whether one of these spans, in order and apart, holds the place. */
function isWithin(spans: readonly Span[], start: number, end: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.[0] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const span = spans[low - 1];
  return span !== undefined && contains(span, start, end);
}

function shift(spans: readonly Span[], by: number): readonly Span[] {
  return spans.map(([start, end]): Span => [start + by, end + by]);
}

/** A run of backticks is closed by the next run of the same length. */
function codeSpans(line: string): Span[] {
  const runs = [...line.matchAll(/`+/g)];
  const lastOfLength = new Map(runs.map((run, at): [number, number] => [run[0].length, at]));
  const spans: Span[] = [];
  for (let first = 0; first < runs.length; first += 1) {
    const length = runs[first]?.[0].length ?? 0;
    if ((lastOfLength.get(length) ?? 0) <= first) continue;
    let second = first + 1;
    while (runs[second]?.[0].length !== length) second += 1;
    spans.push([runs[first]?.index ?? 0, (runs[second]?.index ?? 0) + length]);
    first = second;
  }
  return spans;
}

function quotations(line: string, inFrontmatter: boolean): Span[] {
  const spans: Span[] = [];
  for (let index = 0; index < line.length; index += 1) {
    const closing = QUOTES.get(line[index] ?? '');
    if (closing === undefined || !opensQuotation(line, index, inFrontmatter)) continue;
    const end = line.slice(index + 1, index + QUOTATION_CHARACTERS).indexOf(closing);
    if (end === -1) continue;
    spans.push([index, index + end + 2]);
    index += end + 1;
  }
  return spans;
}

/** A straight quotation mark behind a letter or digit is an apostrophe or an inch. */
function opensQuotation(line: string, index: number, inFrontmatter: boolean): boolean {
  const before = line.slice(Math.max(0, index - 8), index);
  if (/[\p{L}\p{N}]$/u.test(before)) return false;
  return !inFrontmatter || !/(?:^|[:[,-])\s*$/.test(before);
}
