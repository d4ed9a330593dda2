import type { Table } from '../formats/toml.ts';

/**
 * Reads the exact layout in which cargo writes a Cargo.lock, line by line, about twenty times as fast as TOML in
 * general. `undefined` for any line cargo would not write: then the text needs the TOML parser, which gives the same
 * tables or the fault with its line. `[metadata]` of version 1 is left out; no one here reads it.
 */
export function readWrittenLock(text: string): readonly Table[] | undefined {
  const tables: Record<string, unknown>[] = [];
  let table: Record<string, unknown> | undefined;
  let list: string[] | undefined;
  let hasVersion = false;

  for (const line of text.split('\n')) {
    if (list) {
      if (line === ']') list = undefined;
      else {
        const item = line.startsWith(' "') && line.endsWith('",') ? line.slice(2, -2) : undefined;
        if (item === undefined || !isPlain(item)) return undefined;
        list.push(item);
      }
    } else if (line === '[[package]]') {
      table = Object.create(null) as Record<string, unknown>;
      tables.push(table);
    } else if (line === '' || line.startsWith('# ')) {
      if (!isPlain(line)) return undefined;
    } else {
      const equals = line.indexOf(' = ');
      const key = line.slice(0, Math.max(0, equals));
      const value = line.slice(equals + 3);
      if (table === undefined) {
        if (hasVersion || key !== 'version' || !/^\d$/.test(value)) return undefined;
        hasVersion = true;
        continue;
      }
      if (!KEYS.has(key) || key in table) return undefined;
      if (key === 'dependencies') {
        list = [];
        table[key] = list;
        if (value !== '[') return undefined;
      } else {
        const quoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"');
        const item = value.slice(1, -1);
        if (!quoted || !isPlain(item)) return undefined;
        table[key] = item;
      }
    }
  }
  return list === undefined && tables.length > 0 ? tables : undefined;
}

const KEYS: ReadonlySet<string> = new Set(['name', 'version', 'source', 'checksum', 'dependencies', 'replace']);

/** Printable ASCII without quotes or backslashes: what needs no escape in TOML. */
function isPlain(text: string): boolean {
  return /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(text);
}
