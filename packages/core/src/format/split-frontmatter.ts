import { LIMITS } from '../limits.ts';
import { linesOf } from './lines.ts';

/** A skill file cut in four; `opening + yaml + closing + body` is the text that was given. */
export interface SplitFile {
  readonly ok: true;
  /** The byte-order mark, if there is one, and the first line. */
  readonly opening: string;
  readonly yaml: string;
  /** The closing line with its terminator. */
  readonly closing: string;
  readonly body: string;
  /** 1-based line in the file where `body` starts. `yaml` always starts on line 2. */
  readonly bodyLine: number;
}

export interface UnsplitFile {
  readonly ok: false;
  readonly reason: 'no-frontmatter' | 'bad-frontmatter' | 'too-large';
  readonly message: string;
  readonly line: number;
}

export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Cuts a skill file at its fences. The first line must be `---`, after at most one byte-order mark; the next line that
 * is exactly `---` or `...` closes. Spaces and tabs may follow a fence. What `---` means inside a line never matters.
 * Looks no further than `LIMITS.frontmatterBytes` for the closing line.
 */
export function splitFrontmatter(text: string): SplitFile | UnsplitFile {
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const mark = text.slice(0, text.length - content.length);
  let yamlStart = 0;
  let number = 0;
  for (const line of linesOf(content)) {
    number += 1;
    if (number === 1) {
      if (withoutTrailingBlanks(line.text) !== '---') break;
      yamlStart = line.next;
      continue;
    }
    if (isClosing(line.text)) {
      const yaml = content.slice(yamlStart, line.start);
      if (Buffer.byteLength(yaml) > LIMITS.frontmatterBytes) return tooLarge();
      return {
        ok: true,
        opening: mark + content.slice(0, yamlStart),
        yaml,
        closing: content.slice(line.start, line.next),
        body: content.slice(line.next),
        bodyLine: number + 1,
      };
    }
    if (line.next - yamlStart > LIMITS.frontmatterBytes) return tooLarge();
  }
  if (yamlStart > 0)
    return {
      ok: false,
      reason: 'bad-frontmatter',
      line: 1,
      message: 'The frontmatter is never closed. End it with a line that holds only `---`.',
    };
  return {
    ok: false,
    reason: 'no-frontmatter',
    line: 1,
    message: 'There is no frontmatter: the first line must be `---`.',
  };
}

/** True for a line that ends the frontmatter. */
function isClosing(line: string): boolean {
  const content = withoutTrailingBlanks(line);
  return content === '---' || content === '...';
}

function tooLarge(): UnsplitFile {
  return {
    ok: false,
    reason: 'too-large',
    line: 1,
    message: `The frontmatter has more than ${LIMITS.frontmatterBytes} bytes.`,
  };
}

function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}
