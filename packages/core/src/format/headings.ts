import { LIMITS } from '../limits.ts';

/**
 * Headings of a markdown text as plain words, in order: `# …` and underlined ones, outside code and comments.
 * At most `LIMITS.headings` of at most `LIMITS.headingCharacters` characters; empty ones are left out, and so is what
 * lies beyond `LIMITS.skillFileBytes`.
 */
export function headingsOf(markdown: string): readonly string[] {
  const text = markdown.slice(0, LIMITS.skillFileBytes).replace(/\r\n?/g, '\n');
  const headings: string[] = [];
  const notable = new RegExp(NOTABLE_LINE);
  let paragraph = '';
  /** Lines before it are in `paragraph`, or of no matter. */
  let read = 0;
  for (let match = notable.exec(text); match !== null; match = notable.exec(text)) {
    if (headings.length >= LIMITS.headings) break;
    const start = match[0].startsWith('\n') ? match.index + 1 : match.index;
    const end = indexOrEnd(text, '\n', start);
    const line = text.slice(start, Math.min(end, start + LONGEST_LINE));
    notable.lastIndex = end;
    const content = line.trim();
    let last = end;
    if (opensFence(content)) {
      last = fenceEnd(text, end, fenceOf(content));
    } else if (content.startsWith('<!--')) {
      last = indexOrEnd(text, '\n', indexOrEnd(text, '-->', start));
    } else if (isAtx(line)) {
      push(headings, content.replace(/^#+/, ''));
    } else if (isUnderline(line)) {
      paragraph = paragraphAt(text, start, read, paragraph);
      read = start;
      if (paragraph === '') continue;
      push(headings, paragraph);
    } else {
      continue;
    }
    paragraph = '';
    read = last + 1;
    notable.lastIndex = last;
  }
  return headings;
}

/** A line that may open a fence or a comment, be a heading or underline one. Most lines are none, and quickly passed. */
const NOTABLE_LINE = /(?:^|\n)[^\S\n]*(?=[#`~<=]|-(?:-|[^\S\n]*(?:\n|$)))/g;
const FENCE_LINE = /\n[^\S\n]*(`{3,}|~{3,})[^\S\n]*(?=\n|$)/g;

/** A heading is never longer; bounds what the patterns below look at. */
const LONGEST_LINE = 1_000;

function indexOrEnd(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from);
  return index === -1 ? text.length : index;
}

/** End of the line that closes a fence opened on the line that ends at `from`. */
function fenceEnd(text: string, from: number, fence: string): number {
  const closing = new RegExp(FENCE_LINE);
  closing.lastIndex = from;
  for (let match = closing.exec(text); match !== null; match = closing.exec(text))
    if (match[1]?.startsWith(fence)) return closing.lastIndex;
  return text.length;
}

/** The paragraph that the line at `start` follows, given the one that the lines from `read` on continue. */
function paragraphAt(text: string, start: number, read: number, before: string): string {
  if (start <= read) return before;
  const lines = text.slice(read, start - 1);
  const blank = lines.lastIndexOf('\n\n');
  let paragraph = blank === -1 ? before : '';
  for (const line of lines.slice(blank === -1 ? 0 : blank + 2).split('\n'))
    paragraph = line.trim() === '' ? '' : continueParagraph(paragraph, line.slice(0, LONGEST_LINE));
  return paragraph;
}

function push(headings: string[], source: string): void {
  const text = plain(source);
  if (text !== '') headings.push(text);
}

function isAtx(line: string): boolean {
  return /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line);
}

function isUnderline(line: string): boolean {
  return /^ {0,3}(?:=+|-+)[ \t]*$/.test(line);
}

function opensFence(content: string): boolean {
  const fence = fenceOf(content);
  return fence !== '' && !(fence.startsWith('`') && content.includes('`', fence.length));
}

function fenceOf(content: string): string {
  if (!content.startsWith('```') && !content.startsWith('~~~')) return '';
  return /^(?:`{3,}|~{3,})/.exec(content)?.[0] ?? '';
}

/** The paragraph so far, or nothing where the line is not part of one: indented code, list, quote, table, HTML. */
function continueParagraph(paragraph: string, line: string): string {
  if (/^ {0,3}(?:[-*+>|<]|\d{1,9}[.)])/.test(line)) return '';
  if (paragraph === '') return /^(?: {4}|\t)/.test(line) ? '' : line.trim();
  return paragraph.length > LONGEST_LINE ? paragraph : `${paragraph} ${line.trim()}`;
}

/** Text of a heading without its markup. */
function plain(source: string): string {
  let text = source.trim().replace(/(?:^|[ \t])#+$/, '');
  if (text === '') return '';
  // Bounded patterns are long once compiled, and few headings need them.
  if (text.includes('[')) text = text.replace(LINK, '$1');
  if (text.includes('<')) text = text.replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, '');
  return text
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[`*]|~~/g, '')
    .replace(/(^|\s)_+(?=\S)|(\S)_+(?=\s|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LIMITS.headingCharacters);
}

const LINK = /!?\[([^[\]]{0,300})\](?:\([^()]{0,300}\)|\[[^[\]]{0,100}\])/g;
