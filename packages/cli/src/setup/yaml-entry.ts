import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '@skillscope/core';
import { isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import type { Entry, EntryValue } from './agents.ts';
import {
  type Added,
  BOM,
  type ContainerBefore,
  type EntryFormat,
  isRecord,
  lineEndingOf,
  type ReadEntry,
  type Removed,
  sameEntry,
  type Uneditable,
} from './entry-format.ts';

/** Server entries in YAML: a block below `<container>:`, one level in. */
export const yamlEntry: EntryFormat = { read, add, remove };

type Document = Record<string, unknown>;

interface Parsed {
  readonly ok: true;
  /** `undefined` where the text holds no value. */
  readonly root: YAMLMap | undefined;
  readonly value: Document;
}

const BY_HAND = 'The file is written in a way that cannot be edited safely; change it by hand.';

function read(text: string, container: string, name: string): ReadEntry | Uneditable {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const holder = parsed.value[container] ?? undefined;
  if (holder === undefined) return { ok: true, entry: undefined };
  if (!isRecord(holder)) return { ok: false, reason: `\`${container}\` is not a map in this file.` };
  return { ok: true, entry: Object.hasOwn(holder, name) ? holder[name] : undefined };
}

function add(text: string | undefined, container: string, name: string, entry: Entry): Added | Uneditable {
  const original = text ?? '';
  const parsed = parseYaml(original);
  if (!parsed.ok) return parsed;
  const holder = parsed.value[container] ?? undefined;
  if (holder !== undefined && !isRecord(holder)) {
    return { ok: false, reason: `\`${container}\` is not a map in this file.` };
  }
  const pair = pairOf(parsed.root, container);
  const edited = insert(original, pair, container, name, entry);
  const check = edited === undefined ? undefined : parseYaml(edited);
  if (edited === undefined || !check?.ok || !sameApartFrom(parsed.value, check.value, container, name, entry)) {
    return { ok: false, reason: BY_HAND };
  }
  return { ok: true, text: edited, containerBefore: stateOf(pair) };
}

function stateOf(pair: Pair | undefined): ContainerBefore {
  if (pair === undefined) return 'absent';
  return isMap(pair.value) ? 'present' : 'null';
}

function insert(
  text: string,
  pair: Pair | undefined,
  container: string,
  name: string,
  entry: Entry,
): string | undefined {
  const eol = lineEndingOf(text);
  if (pair === undefined) {
    const gap = text === '' || text === BOM || text.endsWith('\n') ? '' : eol;
    return `${text}${gap}${container}:${eol}${render(name, entry, UNIT, eol)}`;
  }
  const { value, key } = pair;
  if (isMap(value) && value.items.length > 0) {
    if (value.flow || !value.range) return undefined;
    const [first] = value.items;
    const column = columnOf(text, startOf(first?.key) ?? 0);
    return insertAfterLine(text, value.range[1], render(name, entry, ' '.repeat(column), eol), eol);
  }
  const end = isMap(value) ? value.range?.[1] : endOf(key);
  if (end === undefined) return undefined;
  const start = isMap(value) ? value.range?.[0] : undefined;
  const shown = start === undefined ? text : text.slice(0, start).trimEnd() + text.slice(end);
  const at = start === undefined ? end : text.slice(0, start).trimEnd().length;
  return insertAfterLine(shown, at, render(name, entry, UNIT, eol), eol);
}

const UNIT = '  ';

/** Puts whole lines after the line that a place is on, or at the place where that begins one. */
function insertAfterLine(text: string, place: number, lines: string, eol: string): string {
  if (place > 0 && text[place - 1] === '\n') return text.slice(0, place) + lines + text.slice(place);
  const end = text.indexOf('\n', place);
  return end === -1 ? `${text}${eol}${lines}` : text.slice(0, end + 1) + lines + text.slice(end + 1);
}

function remove(
  text: string,
  container: string,
  name: string,
  entry: Entry,
  before: ContainerBefore,
): Removed | Uneditable {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const holder = pairOf(parsed.root, container);
  const own = isMap(holder?.value) ? pairOf(holder.value, name) : undefined;
  const value = parsed.value[container];
  if (!holder || !own || !isRecord(value) || !sameEntry(value[name], entry)) {
    return { ok: false, reason: 'The entry is not the one that was written.' };
  }
  const isLast = Object.keys(value).length === 1;
  const lines = linesOf(text, isLast && before === 'absent' ? holder : own);
  if (!lines || (isMap(holder.value) && holder.value.flow)) return { ok: false, reason: BY_HAND };
  const [from, to] = lines;
  const cut = text.slice(0, from) + text.slice(to);
  const after = isLast && before === 'present' ? withEmptyMap(cut, endOf(holder.key)) : cut;
  const check = parseYaml(after);
  if (!check.ok || !sameApartFrom(check.value, parsed.value, container, name, entry)) {
    return { ok: false, reason: BY_HAND };
  }
  return { ok: true, text: after, empty: after.replace(BOM, '').trim() === '' };
}

/** `extensions:` becomes `extensions: {}`: what was an empty map stays one. */
function withEmptyMap(text: string, keyEnd: number | undefined): string {
  const colon = keyEnd === undefined ? -1 : text.indexOf(':', keyEnd);
  return colon === -1 ? text : `${text.slice(0, colon + 1)} {}${text.slice(colon + 1)}`;
}

/** From the start of a pair's first line to the end of its last. */
function linesOf(text: string, { key, value }: Pair): readonly [number, number] | undefined {
  const start = startOf(key);
  const end = endOf(value);
  if (start === undefined || end === undefined) return undefined;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  if (text.slice(from, start).replace(BOM, '').trim() !== '') return undefined;
  if (text[end - 1] === '\n') return [from, end];
  const next = text.indexOf('\n', end);
  return [from, next === -1 ? text.length : next + 1];
}

function render(name: string, entry: Entry, indent: string, eol: string): string {
  const members = Object.entries(entry).map(([key, value]) => `${indent}${UNIT}${key}: ${renderValue(value)}`);
  return [`${indent}${name}:`, ...members, ''].join(eol);
}

/** What JSON holds, YAML reads as the same; plain words stand without quotes. */
function renderValue(value: EntryValue): string {
  if (typeof value === 'string' && PLAIN.test(value) && !RESERVED.has(value.toLowerCase())) return value;
  return JSON.stringify(value);
}

const PLAIN = /^[A-Za-z][A-Za-z0-9_-]*$/;

const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

function sameApartFrom(before: Document, after: Document, container: string, name: string, entry: Entry): boolean {
  const { [container]: holder, ...rest } = after;
  if (!isRecord(holder)) return false;
  const { [name]: added, ...others } = holder;
  const { [container]: earlier, ...restBefore } = before;
  return (
    sameEntry(added, entry) &&
    isDeepStrictEqual(rest, restBefore) &&
    isDeepStrictEqual(others, isRecord(earlier) ? earlier : {})
  );
}

function parseYaml(text: string): Parsed | Uneditable {
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter, uniqueKeys: true });
    const [error] = document.errors;
    if (error?.code === 'MULTIPLE_DOCS') return { ok: false, reason: 'The file holds several documents.' };
    if (error) {
      const [first = ''] = error.message.split('\n');
      return {
        ok: false,
        reason: `The file is not valid YAML (${first}); mend it first.`,
        line: error.linePos?.[0].line ?? 1,
      };
    }
    const { contents } = document;
    if (contents === null || (isScalar(contents) && contents.value === null))
      return { ok: true, root: undefined, value: {} };
    if (!isMap(contents) || contents.flow)
      return { ok: false, reason: 'The file does not hold a map in block style.', line: 1 };
    const value: unknown = document.toJS({ maxAliasCount: LIMITS.valueDepth });
    if (!isRecord(value)) return { ok: false, reason: 'The file does not hold a map in block style.', line: 1 };
    return { ok: true, root: contents, value };
  } catch {
    return { ok: false, reason: 'The file cannot be read as YAML.' };
  }
}

function pairOf(map: YAMLMap | undefined, name: string): Pair | undefined {
  return map?.items.find(({ key }) => isScalar(key) && key.value === name);
}

function startOf(node: unknown): number | undefined {
  return rangeOf(node)?.[0];
}

function endOf(node: unknown): number | undefined {
  return rangeOf(node)?.[1];
}

function rangeOf(node: unknown): readonly [number, number, number] | undefined {
  return isScalar(node) || isMap(node) ? (node.range ?? undefined) : undefined;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}
