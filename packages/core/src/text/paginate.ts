import { LIMITS } from '../limits.ts';
import { codePointBoundary, graphemeBoundary } from './cut-text.ts';
import { eachLine } from './fences.ts';

/** How good a place in front of a line is for a cut; larger is better. */
const RANK = { inFence: 1, line: 2, paragraph: 3, heading: 4 } as const;

/** A page is never made shorter than this share of the limit for the sake of a better place. */
const LEAST_FILL = { inFence: 0, line: 0.25, paragraph: 0.5, heading: 0.5 } as const satisfies Record<
  keyof typeof RANK,
  number
>;

interface Break {
  readonly index: number;
  readonly kind: keyof typeof RANK;
}

/**
 * Cuts a text into pages of at most `limit` UTF-16 units (at least 2 are used). Joined, the pages are the text, unit for
 * unit; there is always at least one. A cut falls in front of a heading, else behind a blank line, else between lines,
 * outside code fences where the page allows it; a line longer than a page is cut at a space or between graphemes, and a grapheme longer than a page between code points.
 * The same text gives the same pages. Default limit: `LIMITS.pageCharacters`.
 */
export function paginate(text: string, limit: number = LIMITS.pageCharacters): string[] {
  const size = Math.max(2, Math.floor(limit));
  if (text.length <= size) return [text];
  const breaks = findBreaks(text);
  const pages: string[] = [];
  let start = 0;
  let next = 0;
  while (text.length - start > size) {
    while ((breaks[next]?.index ?? text.length) <= start) next += 1;
    const end = bestBreak(breaks, next, start, size) ?? cutLongLine(text, start, start + size);
    pages.push(text.slice(start, end));
    start = end;
  }
  pages.push(text.slice(start));
  return pages;
}

function findBreaks(text: string): Break[] {
  const breaks: Break[] = [];
  let blank = true;
  eachLine(text, (start, end, before) => {
    const line = text.slice(start, end);
    if (start > 0) breaks.push({ index: start, kind: before ? 'inFence' : kindOf(line, blank) });
    blank = line.trim() === '';
  });
  return breaks;
}

function kindOf(line: string, afterBlank: boolean): Break['kind'] {
  if (/^ {0,3}#{1,6}[ \t]/.test(line)) return 'heading';
  return afterBlank ? 'paragraph' : 'line';
}

/** The best place on the page that starts at `start`; among equals the last. */
function bestBreak(breaks: readonly Break[], from: number, start: number, size: number): number | undefined {
  let best: Break | undefined;
  for (let at = from; at < breaks.length; at += 1) {
    const candidate = breaks[at];
    if (candidate === undefined || candidate.index > start + size) break;
    if (candidate.index - start < size * LEAST_FILL[candidate.kind]) continue;
    if (best === undefined || RANK[candidate.kind] >= RANK[best.kind]) best = candidate;
  }
  return best?.index;
}

function cutLongLine(text: string, start: number, end: number): number {
  const space = text.lastIndexOf(' ', end - 1) + 1;
  const cut = graphemeBoundary(text, start, space > start + (end - start) / 2 ? space : end);
  return cut > start ? cut : codePointBoundary(text, end);
}
