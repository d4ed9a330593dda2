import type { Note } from '../found.ts';
import { LIMITS } from '../limits.ts';
import { parseYaml } from './parse-yaml.ts';

export interface Repaired {
  /** As many lines as before, so that line numbers keep their meaning. */
  readonly text: string;
  /** Lines are those of the text. */
  readonly notes: readonly Note[];
}

/**
 * Makes the most of a text that is not valid YAML. Each top-level entry is looked at alone, and only a bad one is
 * touched: a value beside its key becomes quoted text, tabs that indent become spaces, and a bad value in a nested
 * block becomes quoted text. What has no key, or nests too deeply, is left as it is.
 */
export function repairYaml(text: string): Repaired {
  const notes: Note[] = [];
  const repaired: string[] = [];
  let line = 1;
  for (const entry of topLevelEntries(text.split('\n'))) {
    repaired.push(...repairEntry(entry, line, notes));
    line += entry.length;
  }
  return { text: repaired.join('\n'), notes };
}

function repairEntry(entry: readonly string[], line: number, notes: Note[]): readonly string[] {
  const head = entry[0] ?? '';
  const complaint = parseYaml(entry.join('\n')).complaint;
  if (!complaint || complaint.kind === 'too-deep') return entry;
  const split = splitAtKey(head, 0);
  if (!split) return entry;
  if (split.value !== '') {
    notes.push(quotedNote(split.key, line));
    return quoted(entry, split);
  }
  return repairBlock(entry, split, line, notes);
}

/** Repairs inside `key:` with an indented block below it; the block becomes text where that does not help. */
function repairBlock(entry: readonly string[], split: Split, line: number, notes: Note[]): readonly string[] {
  const { key } = split;
  const repairs: Note[] = [];
  let lines = entry.map(untabbed);
  if (lines.some((text, index) => text !== entry[index]))
    repairs.push({
      code: 'repaired-indentation',
      line,
      message: `Tabs indent the lines of \`${key}\`; YAML wants spaces.`,
    });
  for (let readings = 0; readings <= LIMITS.frontmatterRepairs; readings += 1) {
    const text = lines.join('\n');
    if (text.length * readings > LIMITS.frontmatterBytes) break;
    const complaint = parseYaml(text).complaint;
    if (!complaint) {
      notes.push(...repairs);
      return lines;
    }
    const next = quoteNested(lines, complaint.line - 1);
    if (!next) break;
    repairs.push(quotedNote(next.key, line + next.index));
    lines = next.lines;
  }
  notes.push(quotedNote(key, line));
  return quoted(entry, { ...split, value: '|' });
}

function quoteNested(
  lines: readonly string[],
  from: number,
): { readonly lines: string[]; readonly key: string; readonly index: number } | undefined {
  for (let index = Math.min(from, lines.length - 1); index > 0; index -= 1) {
    const text = lines[index] ?? '';
    const split = splitNested(text);
    if (!split || split.value === '') continue;
    if (isJsonText(split.value)) return undefined;
    const indent = indentOf(text);
    let end = index + 1;
    while (end < lines.length && (isBlank(lines[end]) || indentOf(lines[end] ?? '') > indent)) end += 1;
    const replaced = quoted(lines.slice(index, end), split);
    return { lines: [...lines.slice(0, index), ...replaced, ...lines.slice(end)], key: split.key, index };
  }
  return undefined;
}

interface Split {
  /** Everything before the value, with the colon and one space. */
  readonly before: string;
  readonly key: string;
  /** Trimmed; empty when nothing but a comment follows the key. */
  readonly value: string;
}

/** `key: value` or `key:`, read from `start` on. An unquoted key holds no quotes, brackets or indicators. */
function splitAtKey(line: string, start: number): Split | undefined {
  const colon = colonIn(line, start);
  if (colon === undefined) return undefined;
  const key = line.slice(start, colon).trim();
  if (!isKey(key)) return undefined;
  const value = line.slice(colon + 1).trim();
  return { before: `${line.slice(0, colon)}: `, key, value: value.startsWith('#') ? '' : value };
}

function isKey(text: string): boolean {
  if (/^(?:"[^"\\]*"|'[^']*')$/.test(text)) return true;
  return text !== '' && !text.startsWith('- ') && !/["'#[\]{},&*!|>%@`]/.test(text);
}

function splitNested(line: string): Split | undefined {
  let start = indentOf(line);
  while (line.startsWith('- ', start)) start += 2 + indentOf(line.slice(start + 2));
  const split = splitAtKey(line, start);
  if (split) return split;
  if (start === indentOf(line)) return undefined;
  return { before: line.slice(0, start), key: '-', value: line.slice(start).trim() };
}

function colonIn(line: string, start: number): number | undefined {
  for (let colon = line.indexOf(':', start); colon !== -1; colon = line.indexOf(':', colon + 1)) {
    const next = line[colon + 1];
    if (next === undefined || next === ' ' || next === '\t') return colon;
  }
  return undefined;
}

/** The lines as one quoted value on the first of them, and blank lines for the rest. */
function quoted(lines: readonly string[], { before, value }: Split): string[] {
  const rest = lines.slice(1);
  return [before + JSON.stringify(textOf(value, rest)), ...rest.map(() => '')];
}

/** What the author most likely meant by a value that YAML refuses. */
function textOf(value: string, rest: readonly string[]): string {
  if (isBlockHeader(value)) return value.startsWith('|') ? literal(rest) : folded(rest);
  const text = folded([value, ...rest]);
  const quote = text[0];
  if ((quote !== '"' && quote !== "'") || text.length < 2 || !text.endsWith(quote)) return text;
  const inner = text.slice(1, -1);
  return quote === '"' ? inner.replaceAll('\\"', '"') : inner.replaceAll("''", "'");
}

function isBlockHeader(value: string): boolean {
  return /^[|>][-+1-9]{0,2}(?:\s+#.*)?$/.test(value);
}

/** Lines joined by spaces, blank lines kept as line breaks. */
function folded(lines: readonly string[]): string {
  const paragraphs: string[][] = [[]];
  for (const line of lines.map((text) => text.trim())) {
    if (line === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs
    .map((paragraph) => paragraph.join(' '))
    .join('\n')
    .trim();
}

function literal(lines: readonly string[]): string {
  const indents = lines.filter((line) => !isBlank(line)).map((line) => line.length - line.trimStart().length);
  const indent = indents.reduce((least, next) => Math.min(least, next), Number.POSITIVE_INFINITY);
  return lines
    .map((line) => (isBlank(line) ? '' : line.slice(indent)))
    .join('\n')
    .trim();
}

/** Groups lines by the top-level key they belong to. An unindented comment is a group of its own. */
function topLevelEntries(lines: readonly string[]): string[][] {
  const entries: string[][] = [];
  for (const line of lines) {
    const current = entries.at(-1);
    if (current && !startsEntry(line)) current.push(line);
    else entries.push([line]);
  }
  return entries;
}

function startsEntry(line: string): boolean {
  const first = line[0];
  if (first === '#') return true;
  return first !== undefined && first !== ' ' && first !== '\t' && first !== '-' && splitAtKey(line, 0) !== undefined;
}

function quotedNote(key: string, line: number): Note {
  return {
    code: 'repaired-value',
    line,
    message: `The value of \`${key}\` is not valid YAML and was read as plain text; put it in quotes.`,
  };
}

function isJsonText(value: string): boolean {
  if (!value.startsWith('"')) return false;
  try {
    return typeof JSON.parse(value) === 'string';
  } catch {
    return false;
  }
}

function untabbed(line: string): string {
  const content = line.trimStart();
  return line.slice(0, line.length - content.length).replaceAll('\t', '  ') + content;
}

function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ') indent += 1;
  return indent;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}
