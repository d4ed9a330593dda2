import { dirname, join, resolve } from 'node:path';
import type { Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import { readToml, type Table, tableOf, textOf, textsOf } from '../formats/toml.ts';
import { patchDirectories } from './manifest.ts';

/** One `[source.<name>]` table. Paths are absolute. */
export interface SourceDefinition {
  readonly replaceWith?: string;
  readonly directory?: string;
  readonly localRegistry?: string;
  readonly registry?: string;
  readonly git?: string;
  /** The `branch`, `tag` or `rev` of a git source, as it stands in a Cargo.lock, e.g. `tag=v1`. */
  readonly reference?: string;
}

/** What cargo's configuration files say about where packages come from. */
export interface CargoConfig {
  readonly sources: ReadonlyMap<string, SourceDefinition>;
  /** Index of each alternative registry by its local name. */
  readonly registries: ReadonlyMap<string, string>;
  /** Directories of the `paths` override, absolute. */
  readonly overrides: readonly string[];
  /** Directories of `[patch]` entries, absolute. */
  readonly patched: readonly string[];
  readonly skipped: readonly Skipped[];
}

/**
 * Joins the configuration files that cargo would read from `directory`: `.cargo/config.toml` there and in every
 * directory above, then the one in `CARGO_HOME`. The nearest file wins, key by key.
 */
export function readConfig(directory: string, cargoHome: string, files: Files): CargoConfig {
  const sources = new Map<string, SourceDefinition>();
  const registries = new Map<string, string>();
  const overrides: string[] = [];
  const patched: string[] = [];
  const skipped: Skipped[] = [];

  for (const path of configFiles(directory, cargoHome, files)) {
    const text = files.text(path);
    if (text === undefined) continue;
    const toml = readToml(text);
    if (!toml.ok) {
      const { line, message } = toml;
      skipped.push({ path, reason: 'malformed', message, ...(line === undefined ? {} : { line }) });
      continue;
    }
    const base = dirname(dirname(path));
    for (const [name, value] of Object.entries(tableOf(toml.table['source']) ?? {}))
      sources.set(name, { ...readDefinition(tableOf(value) ?? {}, base), ...sources.get(name) });
    for (const [name, value] of Object.entries(tableOf(toml.table['registries']) ?? {})) {
      const index = textOf(tableOf(value)?.['index']);
      if (index && !registries.has(name)) registries.set(name, index);
    }
    for (const entry of textsOf(toml.table['paths'])) overrides.push(resolve(base, entry));
    for (const entry of patchDirectories(toml.table, base)) patched.push(entry);
  }
  return { sources, registries, overrides, patched, skipped };
}

function configFiles(directory: string, cargoHome: string, files: Files): readonly string[] {
  const folders: string[] = [];
  for (let current = directory; ; current = dirname(current)) {
    folders.push(join(current, '.cargo'));
    if (dirname(current) === current) break;
  }
  return [...new Set([...folders, cargoHome])].flatMap((folder) => {
    const present = ['config', 'config.toml'].map((name) => join(folder, name)).find((path) => files.isFile(path));
    return present ? [present] : [];
  });
}

function readDefinition(table: Table, base: string): SourceDefinition {
  const replaceWith = textOf(table['replace-with']);
  const directory = textOf(table['directory']);
  const localRegistry = textOf(table['local-registry']);
  const registry = textOf(table['registry']);
  const git = textOf(table['git']);
  const reference = (['branch', 'tag', 'rev'] as const)
    .map((key) => [key, textOf(table[key])] as const)
    .find(([, value]) => value !== undefined);
  return {
    ...(replaceWith ? { replaceWith } : {}),
    ...(directory ? { directory: resolve(base, directory) } : {}),
    ...(localRegistry ? { localRegistry: resolve(base, localRegistry) } : {}),
    ...(registry ? { registry } : {}),
    ...(git ? { git } : {}),
    ...(reference ? { reference: reference.join('=') } : {}),
  };
}
