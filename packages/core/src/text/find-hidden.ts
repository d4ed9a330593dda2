import { cleanLine } from './clean-line.ts';
import { cleanText } from './clean-text.ts';
import { codePointBoundary } from './cut-text.ts';
import { eachInvisible, type InvisibleKind } from './invisible.ts';

const NAMES = {
  bidi: 'direction controls',
  'zero-width': 'zero-width characters',
  tag: 'tag characters',
  selector: 'variation selectors',
  blank: 'blank cells',
  private: 'private-use characters',
  control: 'control characters',
  surrogate: 'lone surrogates',
} as const satisfies Partial<Record<InvisibleKind, string>>;

/** Characters of context on each side of the first hidden one. */
const CONTEXT = 16;

/** What one line of a text hides. */
export interface HiddenOnLine {
  readonly code: 'hidden-unicode' | 'control-characters';
  readonly start: number;
  readonly message: string;
  readonly excerpt: string;
}

interface Group {
  readonly code: HiddenOnLine['code'];
  readonly start: number;
  readonly lineEnd: number;
  count: number;
  readonly names: Set<string>;
}

/** Hidden and control characters, one entry a line and code, at most `most` of each code. */
export function findHidden(text: string, most: number): readonly HiddenOnLine[] {
  const groups: Record<HiddenOnLine['code'], Group[]> = { 'hidden-unicode': [], 'control-characters': [] };
  eachInvisible(text, ({ start, kind }) => {
    if (kind === 'joiner' || kind === 'separator') return;
    const code = kind === 'control' || kind === 'surrogate' ? 'control-characters' : 'hidden-unicode';
    const group = groups[code].at(-1);
    if (group !== undefined && start < group.lineEnd) {
      group.count += 1;
      group.names.add(NAMES[kind]);
    } else if (groups[code].length < most) {
      const feed = text.indexOf('\n', start);
      const lineEnd = feed === -1 ? text.length : feed;
      groups[code].push({ code, start, lineEnd, count: 1, names: new Set([NAMES[kind]]) });
    }
  });
  return [...groups['hidden-unicode'], ...groups['control-characters']].map((group) => describe(text, group));
}

function describe(text: string, group: Group): HiddenOnLine {
  const names = [...group.names].join(', ');
  const verb = group.code === 'hidden-unicode' ? 'cannot be seen' : 'do not belong in text';
  return {
    code: group.code,
    start: group.start,
    message: `Characters on this line ${verb}: ${group.count} (${names}).`,
    excerpt: excerptOf(text, group),
  };
}

function excerptOf(text: string, { start, lineEnd }: Group): string {
  const from = codePointBoundary(text, Math.max(text.lastIndexOf('\n', start - 1) + 1, start - CONTEXT));
  const to = codePointBoundary(text, Math.min(lineEnd, start + CONTEXT));
  return cleanLine(cleanText(text.slice(from, to)).text);
}
