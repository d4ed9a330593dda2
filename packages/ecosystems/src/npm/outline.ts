/**
 * A tree of keys and texts: as much of YAML as lockfiles are written in. Scalars stay text; `{…}` and `[…]` on one
 * line stay text too, see `flowMap`.
 */
export interface Outline extends ReadonlyMap<string, OutlineValue> {}
export type OutlineValue = string | readonly string[] | Outline;

/** What stands between a key and its text: YAML's colon, or the blank of the first Yarn's format. */
export type Separator = ': ' | ' ';

interface Level {
  readonly indent: number;
  readonly map: Map<string, OutlineValue>;
}

/**
 * Reads the indented text that package managers write, ten times as fast as a full YAML parser: 12 ms instead of
 * 140 ms for 1,800 packages. `undefined` for anything beyond it (anchors, tags, texts over several lines, tabs …), which
 * is then for a real parser to judge. Only the last document of a stream is kept. Block texts are read as empty.
 */
export function readOutline(text: string, separator: Separator): Outline | undefined {
  let root = new Map<string, OutlineValue>();
  let levels: Level[] = [{ indent: 0, map: root }];
  /** Key whose value is on the lines below. */
  let open: { readonly key: string; readonly indent: number; readonly map: Map<string, OutlineValue> } | undefined;
  let items: string[] | undefined;
  /** Lines deeper than this belong to something whose content is not wanted. */
  let ignoredBelow: number | undefined;
  let scalarIndent: number | undefined;

  for (let start = 0; start < text.length; ) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const next = end + 1;
    if (text.charCodeAt(end - 1) === CARRIAGE_RETURN && end > start) end -= 1;
    let at = start;
    while (at < end && text.charCodeAt(at) === SPACE) at += 1;
    const indent = at - start;
    start = next;
    if (at === end || text.charCodeAt(at) === HASH) continue;
    if (ignoredBelow !== undefined) {
      if (indent > ignoredBelow) continue;
      ignoredBelow = undefined;
    }
    const line = text.slice(at, end);
    if (indent === 0 && line === '---') {
      root = new Map();
      levels = [{ indent: 0, map: root }];
      open = undefined;
      items = undefined;
      scalarIndent = undefined;
      continue;
    }
    if (line === '-' || line.startsWith('- ')) {
      if (!open || indent < open.indent) return undefined;
      const item = readScalar(line.slice(2).trim());
      if (!items) {
        items = [];
        open.map.set(open.key, items);
      }
      if (item !== undefined) items.push(item);
      ignoredBelow = indent;
      scalarIndent = undefined;
      continue;
    }
    if (scalarIndent !== undefined && indent > scalarIndent) return undefined;
    if (open && !items && indent > open.indent) {
      const map = new Map<string, OutlineValue>();
      open.map.set(open.key, map);
      levels.push({ indent, map });
    }
    open = undefined;
    items = undefined;
    let level = levels[levels.length - 1];
    while (level && level.indent > indent) {
      levels.pop();
      level = levels[levels.length - 1];
    }
    if (!level || level.indent !== indent) return undefined;

    const entry = separator === ': ' ? splitYaml(line) : splitSyml(line);
    if (!entry) return undefined;
    const { key, value } = entry;
    if (value === '') {
      level.map.set(key, '');
      open = { key, indent, map: level.map };
      scalarIndent = undefined;
    } else if (value.startsWith('|') || value.startsWith('>')) {
      level.map.set(key, '');
      ignoredBelow = indent;
      scalarIndent = undefined;
    } else {
      const scalar = readScalar(value);
      if (scalar === undefined) return undefined;
      level.map.set(key, scalar);
      scalarIndent = indent;
    }
  }
  return root;
}

const SPACE = 0x20;
const HASH = 0x23;
const CARRIAGE_RETURN = 0x0d;

/** Entries of a map written on one line, `{a: b, 'c d': e}`; a map over several lines is given back as it is. */
export function flowMap(value: OutlineValue | undefined): Outline {
  if (value === undefined || Array.isArray(value)) return EMPTY;
  if (typeof value !== 'string') return value as Outline;
  if (!value.startsWith('{') || !value.endsWith('}')) return EMPTY;
  const map = new Map<string, OutlineValue>();
  for (const part of splitOutsideQuotes(value.slice(1, -1))) {
    const entry = splitYaml(part.trim());
    const scalar = entry && readScalar(entry.value);
    if (entry && scalar !== undefined) map.set(entry.key, scalar);
  }
  return map;
}

const EMPTY: Outline = new Map();

function splitYaml(line: string): { readonly key: string; readonly value: string } | undefined {
  const first = line[0] ?? '';
  if (first === "'" || first === '"') {
    const close = closingQuote(line);
    if (close === undefined || line[close + 1] !== ':') return undefined;
    const key = readScalar(line.slice(0, close + 1));
    const rest = line.slice(close + 2);
    if (key === undefined || (rest !== '' && !rest.startsWith(' '))) return undefined;
    return { key, value: rest.trim() };
  }
  if (FORBIDDEN_FIRST.has(first)) return undefined;
  const colon = line.indexOf(': ');
  if (colon >= 0) return { key: line.slice(0, colon), value: line.slice(colon + 2).trim() };
  return line.endsWith(':') ? { key: line.slice(0, -1), value: '' } : undefined;
}

/** A heading keeps its quotes, since it may be a list of patterns. */
function splitSyml(line: string): { readonly key: string; readonly value: string } | undefined {
  if (line.endsWith(':')) return { key: line.slice(0, -1), value: '' };
  const quoted = line.startsWith('"');
  const end = quoted ? closingQuote(line) : line.indexOf(' ') - 1;
  if (end === undefined || end < 0 || line[end + 1] !== ' ') return undefined;
  const key = quoted ? readScalar(line.slice(0, end + 1)) : line.slice(0, end + 1);
  return key === undefined ? undefined : { key, value: line.slice(end + 2).trim() };
}

/** Signs that begin something other than plain text in YAML. */
const FORBIDDEN_FIRST = new Set(['&', '*', '!', '%', '`', '?', '@', '\t', '{', '[', ']', '}', ',', '|', '>', '<', '=']);
const FORBIDDEN_VALUE = new Set(['&', '*', '!', '%', '`', '@', '\t']);

function readScalar(value: string): string | undefined {
  const first = value[0] ?? '';
  if (first === "'" || first === '"') {
    if (closingQuote(value) !== value.length - 1) return undefined;
    if (first === "'") return value.slice(1, -1).replaceAll("''", "'");
    if (!value.includes('\\')) return value.slice(1, -1);
    try {
      return JSON.parse(value) as string;
    } catch {
      return undefined;
    }
  }
  if (first === '{') return value.endsWith('}') ? value : undefined;
  if (first === '[') return value.endsWith(']') ? value : undefined;
  return FORBIDDEN_VALUE.has(first) || value.includes(' #') ? undefined : value;
}

/** Index of the quote that ends the text that begins with one. */
function closingQuote(text: string): number | undefined {
  const quote = text[0];
  for (let index = 1; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\' && quote === '"') index += 1;
    else if (character === quote) {
      if (quote === "'" && text[index + 1] === "'") index += 1;
      else return index;
    }
  }
  return undefined;
}

function splitOutsideQuotes(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === ',') {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
