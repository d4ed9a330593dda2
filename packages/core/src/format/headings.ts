import { LIMITS } from '../limits.ts';
import { linesOf } from './lines.ts';

/**
 * Headings of a markdown text as plain words, in order: `# …` and underlined ones, outside code and comments.
 * At most `LIMITS.headings` of at most `LIMITS.headingCharacters` characters; empty ones are left out, and so is what
 * lies beyond `LIMITS.skillFileBytes`.
 */
export function headingsOf(markdown: string): readonly string[] {
  const headings: string[] = [];
  let fence: string | undefined;
  let comment = false;
  let paragraph = '';
  for (const { text } of linesOf(markdown.slice(0, LIMITS.skillFileBytes))) {
    if (headings.length >= LIMITS.headings) break;
    const line = text.slice(0, LONGEST_LINE);
    const content = line.trim();
    if (comment) {
      comment = !text.includes('-->');
    } else if (fence !== undefined) {
      if (closesFence(content, fence)) fence = undefined;
    } else if (opensFence(content)) {
      fence = fenceOf(content);
      paragraph = '';
    } else if (content.startsWith('<!--')) {
      comment = !text.includes('-->');
      paragraph = '';
    } else if (content.startsWith('#') && isAtx(line)) {
      push(headings, content.replace(/^#+/, ''));
      paragraph = '';
    } else if (paragraph !== '' && isUnderline(line)) {
      push(headings, paragraph);
      paragraph = '';
    } else {
      paragraph = content === '' ? '' : continueParagraph(paragraph, line);
    }
  }
  return headings;
}

/** A heading is never longer; bounds what the patterns below look at. */
const LONGEST_LINE = 1_000;

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

function closesFence(content: string, fence: string): boolean {
  return content.startsWith(fence) && fenceOf(content).length === content.length;
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
  return source
    .trim()
    .replace(/(?:^|[ \t])#+$/, '')
    .replace(/!?\[([^[\]]{0,300})\](?:\([^()]{0,300}\)|\[[^[\]]{0,100}\])/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[`*]|~~/g, '')
    .replace(/(^|\s)_+(?=\S)|(\S)_+(?=\s|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LIMITS.headingCharacters);
}
