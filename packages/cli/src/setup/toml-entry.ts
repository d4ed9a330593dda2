import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError } from 'smol-toml';
import type { Entry, EntryValue } from './agents.ts';
import {
  type Added,
  type ContainerBefore,
  type EntryFormat,
  isList,
  isRecord,
  lineEndingOf,
  type ReadEntry,
  type Removed,
  sameEntry,
  type Uneditable,
} from './entry-format.ts';

/** Server entries in TOML: a table `[<container>.<name>]`, added at the end of the file. */
export const tomlEntry: EntryFormat = { read, add, remove };

type Document = Record<string, unknown>;

function read(text: string, container: string, name: string): ReadEntry | Uneditable {
  const document = parseToml(text);
  if (!document.ok) return document;
  const holder = document.value[container];
  if (holder === undefined) return { ok: true, entry: undefined };
  if (!isRecord(holder)) return { ok: false, reason: `\`${container}\` is not a table in this file.` };
  return { ok: true, entry: holder[name] };
}

function add(text: string | undefined, container: string, name: string, entry: Entry): Added | Uneditable {
  const before = parseToml(text ?? '');
  if (!before.ok) return before;
  const holder = before.value[container];
  if (holder !== undefined && !isRecord(holder)) {
    return { ok: false, reason: `\`${container}\` is not a table in this file.` };
  }
  const original = text ?? '';
  const eol = lineEndingOf(original);
  const gap = original.trim() === '' ? '' : original.endsWith('\n') ? eol : eol + eol;
  const after = `${original}${gap}${render(container, name, entry, eol)}`;
  const check = parseToml(after);
  if (!check.ok || !sameApartFrom(before.value, check.value, container, name, entry)) {
    const reason =
      holder === undefined
        ? 'The file is written in a way that cannot be edited safely; add the table by hand.'
        : `\`${container}\` is written as one inline value, to which no table can be added; write it as [${container}.…] tables, or add \`${name}\` by hand.`;
    return { ok: false, reason };
  }
  return { ok: true, text: after, containerBefore: holder === undefined ? 'absent' : 'present' };
}

function remove(
  text: string,
  container: string,
  name: string,
  entry: Entry,
  _before: ContainerBefore,
): Removed | Uneditable {
  const before = parseToml(text);
  if (!before.ok) return before;
  const holder = before.value[container];
  if (!isRecord(holder) || !sameEntry(holder[name], entry)) {
    return { ok: false, reason: 'The entry is not the one that was written.' };
  }
  const byHand: Uneditable = {
    ok: false,
    reason: `The table is no longer as it was written; delete [${container}.${name}] by hand.`,
  };
  const block = render(container, name, entry, lineEndingOf(text));
  const start = text.indexOf(block);
  if (start === -1 || text.indexOf(block, start + 1) !== -1) return byHand;
  const after = withoutBlankLine(text.slice(0, start)) + text.slice(start + block.length);
  const check = parseToml(after);
  if (!check.ok || !sameApartFrom(check.value, before.value, container, name, entry)) return byHand;
  return { ok: true, text: after, empty: after.trim() === '' };
}

/** Takes away the blank line that `add` put before its table. */
function withoutBlankLine(text: string): string {
  if (text.endsWith('\r\n\r\n')) return text.slice(0, -2);
  return text.endsWith('\n\n') ? text.slice(0, -1) : text;
}

function render(container: string, name: string, entry: Entry, eol: string): string {
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${renderValue(value)}`);
  return [`[${container}.${name}]`, ...lines, ''].join(eol);
}

function renderValue(value: EntryValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(renderValue).join(', ')}]`;
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${quoted(key)} = ${renderValue(inner)}`)
    .join(', ')} }`;
}

/** A JSON string is a TOML basic string, but for DEL, which TOML wants escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

function sameApartFrom(before: Document, after: Document, container: string, name: string, entry: Entry): boolean {
  const { [container]: holder, ...rest } = after;
  if (!isRecord(holder)) return false;
  const { [name]: added, ...others } = holder;
  const { [container]: earlier, ...restBefore } = before;
  const othersBefore = isRecord(earlier) ? earlier : {};
  return (
    sameEntry(added, entry) && isDeepStrictEqual(rest, restBefore) && isDeepStrictEqual(others, { ...othersBefore })
  );
}

function parseToml(text: string): { readonly ok: true; readonly value: Document } | Uneditable {
  try {
    return { ok: true, value: parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' }) };
  } catch (error) {
    const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
    const line = error instanceof TomlError ? { line: error.line } : {};
    return {
      ok: false,
      reason: `The file is not valid TOML (${first.replace('Invalid TOML document: ', '')}); mend it first.`,
      ...line,
    };
  }
}
