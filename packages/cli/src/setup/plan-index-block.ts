import { createHash } from 'node:crypto';
import { lineEndingOf } from './entry-format.ts';

/** Our part of an instruction file, between two comments that no reader sees. */
export interface IndexBlock {
  /** Offset of its first character, and past the line break after its last line. */
  readonly start: number;
  readonly end: number;
  /** Line feeds only. */
  readonly body: string;
  /** False when the text is not the one that was written. */
  readonly isOurs: boolean;
}

const OPENING = /<!-- skillscope index ([0-9a-f]{16}) -->\r?\n/;
const CLOSING = '<!-- skillscope index end -->';

/** The first block in a text. One that is not closed reaches to the end and is not ours. */
export function findBlock(text: string): IndexBlock | undefined {
  const opening = OPENING.exec(text);
  if (!opening) return undefined;
  const from = opening.index + opening[0].length;
  const close = text.indexOf(CLOSING, from);
  const body = text.slice(from, close < 0 ? text.length : close).replaceAll('\r\n', '\n');
  const after = close < 0 ? text.length : close + CLOSING.length;
  const lineBreak = /^\r?\n/.exec(text.slice(after, after + 2))?.[0] ?? '';
  return {
    start: opening.index,
    end: after + lineBreak.length,
    body,
    isOurs: close >= 0 && shortDigest(body) === opening[1],
  };
}

/** The block with its comments and a line break at its end, in a text's own line ends. */
export function renderBlock(body: string, lineEnd: string): string {
  const own = `${body.replaceAll('<!--', '<!- -').replaceAll('-->', '- ->').trimEnd()}\n`;
  return `<!-- skillscope index ${shortDigest(own)} -->\n${own}${CLOSING}\n`.replaceAll('\n', lineEnd);
}

/** A text with the block, at the end where it had none. `undefined` for a file that is not there. */
export function withBlock(text: string | undefined, body: string): string {
  if (text === undefined) return renderBlock(body, '\n');
  const lineEnd = lineEndingOf(text);
  const block = findBlock(text);
  if (block) return text.slice(0, block.start) + renderBlock(body, lineEnd) + text.slice(block.end);
  const gap = text.trim() === '' || /\n\r?\n$/.test(text) ? '' : text.endsWith('\n') ? lineEnd : lineEnd.repeat(2);
  return text + gap + renderBlock(body, lineEnd);
}

/** A text without its block, and without the gap before it, where that is still there. */
export function withoutBlock(text: string, gap: string): string {
  const block = findBlock(text);
  if (!block) return text;
  const before = text.slice(0, block.start);
  return (before.endsWith(gap) ? before.slice(0, before.length - gap.length) : before) + text.slice(block.end);
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
