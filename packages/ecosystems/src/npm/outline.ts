/**
 * A tree of keys and texts: as much of YAML as lockfiles are written in. Scalars stay text; `{…}` and `[…]` on one
 * line stay text too, see `flowMap`.
 */
export interface Outline extends ReadonlyMap<string, OutlineValue> {}
export type OutlineValue = string | readonly string[] | Outline;

/** What stands between a key and its text: YAML's colon, or the blank of the first Yarn's format. */
export type Separator = ': ' | ' ';

/** Where the reader is in one document. */
interface State {
  readonly root: Map<string, OutlineValue>;
  /** The maps that are open, outermost first. */
  readonly levels: { readonly indent: number; readonly map: Map<string, OutlineValue> }[];
  /** The last key, while its value may still follow on the lines below. */
  open: { readonly key: string; readonly indent: number; readonly map: Map<string, OutlineValue> } | undefined;
  /** The list that belongs to `open`, once it has begun. */
  items: string[] | undefined;
  /** Lines deeper than this belong to something whose content is not wanted. */
  ignoredBelow: number;
  /** Lines deeper than this would go on with a text, which is not understood. */
  scalarIndent: number;
}

/**
 * Reads the indented text that package managers write, several times as fast as a full parser. `undefined` for anything
 * beyond it (anchors, tags, texts over several lines, tabs …), which is then for a real parser to judge. Only the last
 * document of a stream is kept. Block texts are read as empty.
 */
export function readOutline(text: string, separator: Separator): Outline | undefined {
  let state = newState();
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const next = newline < 0 ? text.length : newline;
    const end = next > start && text.charCodeAt(next - 1) === CARRIAGE_RETURN ? next - 1 : next;
    let at = start;
    while (at < end && text.charCodeAt(at) === SPACE) at += 1;
    const indent = at - start;
    start = next + 1;
    if (at === end || text.charCodeAt(at) === HASH) continue;
    if (indent > state.ignoredBelow) continue;
    state.ignoredBelow = NEVER;

    const line = text.slice(at, end);
    if (text.charCodeAt(at) !== DASH) {
      if (!readEntry(state, indent, line, separator)) return undefined;
    } else if (indent === 0 && line === '---') {
      state = newState();
    } else if (line === '-' || line.startsWith('- ')) {
      if (!readItem(state, indent, line)) return undefined;
    } else if (!readEntry(state, indent, line, separator)) {
      return undefined;
    }
  }
  return state.root;
}

const SPACE = 0x20;
const HASH = 0x23;
const DASH = 0x2d;
const CARRIAGE_RETURN = 0x0d;
/** Deeper than any line. */
const NEVER = Number.MAX_SAFE_INTEGER;

function newState(): State {
  const root = new Map<string, OutlineValue>();
  const levels = [{ indent: 0, map: root }];
  return { root, levels, open: undefined, items: undefined, ignoredBelow: NEVER, scalarIndent: NEVER };
}

/** Items that are texts are kept; what an item goes on with below is not. */
function readItem(state: State, indent: number, line: string): boolean {
  const { open } = state;
  if (!open || indent < open.indent) return false;
  if (!state.items) {
    state.items = [];
    open.map.set(open.key, state.items);
  }
  const item = readScalar(line.slice(2).trim());
  if (item !== undefined) state.items.push(item);
  state.ignoredBelow = indent;
  return true;
}

function readEntry(state: State, indent: number, line: string, separator: Separator): boolean {
  const map = mapAt(state, indent);
  const entry = map && (separator === ': ' ? splitYaml(line) : splitSyml(line));
  if (!map || !entry) return false;
  const { key, value } = entry;
  const isBlock = value.startsWith('|') || value.startsWith('>');
  const scalar = value === '' || isBlock ? '' : readScalar(value);
  if (scalar === undefined) return false;
  map.set(key, scalar);
  state.items = undefined;
  state.open = value === '' ? { key, indent, map } : undefined;
  state.ignoredBelow = isBlock ? indent : NEVER;
  state.scalarIndent = value === '' || isBlock ? NEVER : indent;
  return true;
}

/** The map that an entry at this indent belongs to; `undefined` when the indent fits none. */
function mapAt(state: State, indent: number): Map<string, OutlineValue> | undefined {
  const { levels, open } = state;
  if (indent > state.scalarIndent) return undefined;
  if (open && !state.items && indent > open.indent) {
    const map = new Map<string, OutlineValue>();
    open.map.set(open.key, map);
    levels.push({ indent, map });
    return map;
  }
  let level = levels[levels.length - 1];
  while (level !== undefined && level.indent > indent) {
    levels.pop();
    level = levels[levels.length - 1];
  }
  return level?.indent === indent ? level.map : undefined;
}

/** Entries of a map written on one line, `{a: b, 'c d': e}`; a map over several lines is given back as it is. */
export function flowMap(value: OutlineValue | undefined): Outline {
  if (value === undefined || Array.isArray(value)) return EMPTY;
  if (typeof value !== 'string') return value as Outline;
  if (value === '{}' || !value.startsWith('{') || !value.endsWith('}')) return EMPTY;
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
  const quoted = readQuoted(line);
  if (quoted) {
    const { value: key, end } = quoted;
    const rest = line.slice(end + 1);
    return line[end] === ':' && (rest === '' || rest.startsWith(' ')) ? { key, value: rest.trim() } : undefined;
  }
  if (FORBIDDEN_FIRST.has(line[0] ?? '')) return undefined;
  const colon = line.indexOf(': ');
  if (colon >= 0) return { key: line.slice(0, colon), value: line.slice(colon + 2).trim() };
  return line.endsWith(':') ? { key: line.slice(0, -1), value: '' } : undefined;
}

/** A heading keeps its quotes, since it may be a list of patterns. */
function splitSyml(line: string): { readonly key: string; readonly value: string } | undefined {
  if (line.endsWith(':')) return { key: line.slice(0, -1), value: '' };
  const quoted = readQuoted(line);
  const end = quoted ? quoted.end : line.indexOf(' ');
  if (line[end] !== ' ') return undefined;
  return { key: quoted ? quoted.value : line.slice(0, end), value: line.slice(end + 1).trim() };
}

/** Signs that begin something other than plain text in YAML. */
const FORBIDDEN_FIRST = new Set(['&', '*', '!', '%', '`', '?', '@', '\t', '{', '[', ']', '}', ',', '|', '>', '<', '=']);
const FORBIDDEN_VALUE = new Set(['&', '*', '!', '%', '`', '@', '\t']);

function readScalar(value: string): string | undefined {
  const first = value[0] ?? '';
  if (first === "'" || first === '"') {
    const quoted = readQuoted(value);
    return quoted?.end === value.length ? quoted.value : undefined;
  }
  if (first === '{') return value.endsWith('}') ? value : undefined;
  if (first === '[') return value.endsWith(']') ? value : undefined;
  return FORBIDDEN_VALUE.has(first) || value.includes(' #') ? undefined : value;
}

/** The text in quotes that a line begins with, and where what follows it starts. */
function readQuoted(line: string): { readonly value: string; readonly end: number } | undefined {
  const quote = line[0];
  if (quote !== "'" && quote !== '"') return undefined;
  let close = line.indexOf(quote, 1);
  if (quote === "'") {
    while (close > 0 && line[close + 1] === "'") close = line.indexOf("'", close + 2);
    return close < 0 ? undefined : { value: line.slice(1, close).replaceAll("''", "'"), end: close + 1 };
  }
  const slash = line.indexOf('\\');
  if (slash < 0 || slash > close) return close < 0 ? undefined : { value: line.slice(1, close), end: close + 1 };
  while (close > 0 && escaped(line, close)) close = line.indexOf('"', close + 1);
  try {
    return close < 0 ? undefined : { value: JSON.parse(line.slice(0, close + 1)), end: close + 1 };
  } catch {
    return undefined;
  }
}

function escaped(line: string, position: number): boolean {
  let slashes = 0;
  while (line[position - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1;
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
