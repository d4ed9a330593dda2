import { readToml } from '../formats/toml.ts';
import { readManifest } from './manifest.ts';

/** What a published crate says of itself. */
export interface Crate {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
}

/**
 * Reads what the `[package]` table of a crate's Cargo.toml says of itself; `undefined` when there is no such table.
 * A published manifest is written by cargo, one key a line, so only the lines of three keys are parsed: some crates
 * declare thousands of features. Where that gives nothing, the whole file is parsed.
 */
export function readCrate(text: string, directory: string): Crate | undefined {
  return crateIn(wantedLines(text), directory) ?? crateIn(text, directory);
}

function crateIn(text: string | undefined, directory: string): Crate | undefined {
  const toml = text === undefined ? undefined : readToml(text);
  return toml?.ok ? readManifest(toml.table, directory).package : undefined;
}

function wantedLines(text: string): string {
  const start = text.startsWith('[package]\n') ? 0 : text.indexOf('\n[package]\n') + 1;
  const end = text.indexOf('\n[', start);
  const table = text.slice(start, end < 0 ? text.length : end);
  const values = ['name', 'version', 'description'].map((key) => entryOf(table, key));
  return `[package]${values.join('')}`;
}

/** The line of a key, with the lines that follow where its text is in triple quotes; empty when the key is absent. */
function entryOf(table: string, key: string): string {
  const start = table.indexOf(`\n${key} = "`);
  if (start < 0) return '';
  const value = start + key.length + 4;
  const from = table.startsWith('"""', value) ? table.indexOf('"""', value + 3) : value;
  const end = from < 0 ? -1 : table.indexOf('\n', from);
  return table.slice(start, end < 0 ? table.length : end);
}
