import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Value = string | number | null;

/** The part of `node:sqlite`'s `StatementSync` that is used here. */
export interface Statement {
  run(...values: Value[]): { readonly lastInsertRowid: number | bigint };
  get(...values: Value[]): unknown;
  all(...values: Value[]): unknown[];
}

/** The part of `node:sqlite`'s `DatabaseSync` that is used here. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** Opens a path, `:memory:`, or a `file:///` address with SQLite's parameters. */
export type DatabaseConstructor = new (location: string, options?: { readonly readOnly?: boolean }) => Database;

interface Sqlite {
  readonly DatabaseSync: DatabaseConstructor;
}

const PACKAGE = '@photostructure/sqlite';

/**
 * The SQLite of this process: Node's own where it has one with full-text search, else the package's.
 * Throws when there is no build for this platform.
 */
export function loadDriver(): DatabaseConstructor {
  const own = loadOwn();
  if (own) return own;
  return (loadAddon() ?? (createRequire(import.meta.url)(PACKAGE) as Sqlite)).DatabaseSync;
}

function loadOwn(): DatabaseConstructor | undefined {
  const own = withoutWarnings(() => process.getBuiltinModule('node:sqlite') as Sqlite | undefined);
  if (!own) return undefined;
  const database = new own.DatabaseSync(':memory:');
  try {
    database.exec('select fts5_source_id()');
    return own.DatabaseSync;
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}

/** The package's entry takes ten times as long to find and load as the addon it wraps, and adds nothing used here. */
function loadAddon(): Sqlite | undefined {
  const file = existsSync('/etc/alpine-release') ? undefined : findAddon();
  if (file === undefined) return undefined;
  const addon: { exports: Partial<Sqlite> } = { exports: {} };
  try {
    process.dlopen(addon, file);
  } catch {
    return undefined;
  }
  const { DatabaseSync } = addon.exports;
  return DatabaseSync && { DatabaseSync };
}

/** In the nearest `node_modules` at or above this module that has the package. */
function findAddon(): string | undefined {
  const platform = `${process.platform}-${process.arch}`;
  const file = join('node_modules', PACKAGE, 'prebuilds', platform, '@photostructure+sqlite.glibc.node');
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    const candidate = join(directory, file);
    if (existsSync(candidate)) return candidate;
    if (directory === dirname(directory)) return undefined;
  }
}

/** Node 22 announces on stderr that its SQLite is experimental, which would stand in every command's output. */
function withoutWarnings<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
