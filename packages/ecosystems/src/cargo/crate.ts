import { readManifest } from './manifest.ts';
import { readToml } from './toml.ts';

/** What a published crate says of itself. */
export interface Crate {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
}

/**
 * Reads the `[package]` table of a crate's Cargo.toml; `undefined` when there is none to be read.
 * Only that table is parsed where it can be cut out, since some crates declare thousands of features.
 */
export function readCrate(text: string, directory: string): Crate | undefined {
  const cut = packageTable(text);
  const toml = cut === undefined ? undefined : readToml(cut);
  if (toml?.ok) return readManifest(toml.table, directory).package;
  const whole = readToml(text);
  return whole.ok ? readManifest(whole.table, directory).package : undefined;
}

function packageTable(text: string): string | undefined {
  const start = text.startsWith('[package]') ? 0 : text.indexOf('\n[package]');
  if (start < 0) return undefined;
  const end = text.indexOf('\n[', start + 1);
  return end < 0 ? text.slice(start) : text.slice(start, end);
}
