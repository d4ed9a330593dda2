import { parentOf } from '../trees/paths.ts';

/** One SKILL.md that a distribution lists among its files. */
export interface ListedEntry {
  /** Below the artifact's root; `undefined` where it leads out of it. */
  readonly path: string | undefined;
  /** As the list has it. */
  readonly written: string;
}

/**
 * The SKILL.md files in a RECORD, or in another list of one path a line. `inside` is the metadata folder below the
 * artifact's root; paths in the list start from the folder that holds it. Only lines that name such a file are parsed,
 * so that a list of a hundred thousand files costs one search.
 */
export function skillEntries(text: string, inside: string): readonly ListedEntry[] {
  const entries: ListedEntry[] = [];
  const base = parentOf(inside);
  for (const name of ENTRY_NAMES) {
    for (let at = text.indexOf(name); at >= 0; ) {
      const start = text.lastIndexOf('\n', at) + 1;
      const newline = text.indexOf('\n', at);
      const end = newline < 0 ? text.length : newline;
      const written = firstField(text.slice(start, Math.min(end, start + LINE_CHARACTERS)));
      if (written === name || written.endsWith(`/${name}`)) entries.push({ path: below(base, written), written });
      at = text.indexOf(name, end);
    }
  }
  return entries;
}

/** True where a list names a SKILL.md that lies above the folder of import packages, among an environment's data. */
export function listsDataSkills(text: string): boolean {
  return (
    (text.startsWith('../') || text.includes('\n../')) && skillEntries(text, 'x').some(({ path }) => path === undefined)
  );
}

const ENTRY_NAMES = ['SKILL.md', 'skill.md'];

/** Longest line looked at: a path, a digest and a size. */
const LINE_CHARACTERS = 8_192;

/** The first of the fields between commas; one in quotes may hold commas, and doubled quotes. */
function firstField(line: string): string {
  if (!line.startsWith('"')) return (line.split(',', 1)[0] ?? '').trimEnd();
  let field = '';
  for (let at = 1; at < line.length; at += 1) {
    if (line[at] !== '"') field += line[at];
    else if (line[at + 1] === '"') field += line[++at];
    else break;
  }
  return field;
}

/** A listed path below the root; `..` leads up, never out of the root. */
function below(base: string, written: string): string | undefined {
  if (written.startsWith('/') || written.includes('\\') || written.includes('\0') || /^[A-Za-z]:/.test(written))
    return undefined;
  const segments = base === '' ? [] : base.split('/');
  for (const segment of written.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}
