import { resolve } from 'node:path';
import { type Table, tableOf, textOf, textsOf } from '../formats/toml.ts';
import { isCrateName, isVersion } from './names.ts';

/** Where a declared dependency is to come from. */
export type Origin =
  | { readonly kind: 'registry'; readonly registry?: string; readonly index?: string }
  | { readonly kind: 'git'; readonly url: string; readonly reference?: string }
  | { readonly kind: 'path'; readonly directory: string; readonly written: string };

/** One entry of a dependency table. */
export interface Declared {
  readonly name: string;
  /** The key of the entry, when it renames the package. */
  readonly alias?: string;
  /** The version requirement as written; `*` when there is none. */
  readonly requirement: string;
  readonly origin: Origin;
  /** True for dev-dependencies, which only the package itself uses. */
  readonly development: boolean;
}

/** The parts of a Cargo.toml that say what a project is and uses. */
export interface Manifest {
  /** Absolute directory the manifest lies in. */
  readonly directory: string;
  readonly package?: {
    readonly name: string;
    /** Absent when the manifest names none. */
    readonly version?: string;
    readonly inheritsVersion: boolean;
    /** Absolute directory that `package.workspace` points at. */
    readonly workspace?: string;
    readonly description?: string;
    readonly inheritsDescription: boolean;
  };
  readonly workspace?: {
    readonly members: readonly string[];
    readonly exclude: readonly string[];
    readonly dependencies: ReadonlyMap<string, Declared>;
    readonly version?: string;
    readonly description?: string;
  };
  readonly dependencies: readonly Declared[];
  /** Keys of entries with `workspace = true`: the workspace root says what they are. */
  readonly inherited: readonly { readonly key: string; readonly development: boolean }[];
  /** Directories that `[patch]` and `[replace]` bring in. */
  readonly patched: readonly string[];
  /** One sentence for each entry that cannot be used. Holds none of the entry's text. */
  readonly faults: readonly string[];
}

const TABLES = [
  ['dependencies', false],
  ['dev-dependencies', true],
  ['dev_dependencies', true],
  ['build-dependencies', false],
  ['build_dependencies', false],
] as const;

/** Reads a parsed Cargo.toml. Values of a wrong type count as absent; unusable dependencies are `faults`. */
export function readManifest(table: Table, directory: string): Manifest {
  const faults: string[] = [];
  const dependencies: Declared[] = [];
  const inherited: { key: string; development: boolean }[] = [];

  for (const holder of [table, ...Object.values(tableOf(table['target']) ?? {}).map((value) => tableOf(value) ?? {})]) {
    for (const [section, development] of TABLES) {
      for (const [key, value] of Object.entries(tableOf(holder[section]) ?? {})) {
        if (tableOf(value)?.['workspace'] === true) inherited.push({ key, development });
        else collect(dependencies, faults, readDeclared(key, value, { directory, development }));
      }
    }
  }

  const shared = readWorkspace(table['workspace'], directory, faults);
  const own = readPackage(table['package'] ?? table['project'], directory);
  return {
    directory,
    dependencies,
    inherited,
    patched: [...patchDirectories(table, directory)],
    faults,
    ...(own ? { package: own } : {}),
    ...(shared ? { workspace: shared } : {}),
  };
}

/** Directories named by `path` in the `[patch]` and `[replace]` tables of a manifest or a configuration file. */
export function* patchDirectories(table: Table, directory: string): Generator<string> {
  const groups = [...Object.values(tableOf(table['patch']) ?? {}), table['replace']];
  for (const group of groups) {
    for (const entry of Object.values(tableOf(group) ?? {})) {
      const path = textOf(tableOf(entry)?.['path']);
      if (path) yield resolve(directory, path);
    }
  }
}

function readPackage(value: unknown, directory: string): Manifest['package'] {
  const table = tableOf(value);
  if (!table || !isCrateName(table['name'])) return undefined;
  const pointer = textOf(table['workspace']);
  const description = textOf(table['description']);
  return {
    name: table['name'],
    inheritsVersion: inherits(table['version']),
    inheritsDescription: inherits(table['description']),
    ...(isVersion(table['version']) ? { version: table['version'] } : {}),
    ...(pointer ? { workspace: resolve(directory, pointer) } : {}),
    ...(description ? { description } : {}),
  };
}

function readWorkspace(value: unknown, directory: string, faults: string[]): Manifest['workspace'] {
  const table = tableOf(value);
  if (!table) return undefined;
  const dependencies = new Map<string, Declared>();
  for (const [key, entry] of Object.entries(tableOf(table['dependencies']) ?? {})) {
    const declared = readDeclared(key, entry, { directory, development: false });
    if (typeof declared === 'string') faults.push(declared);
    else dependencies.set(key, declared);
  }
  const shared = tableOf(table['package']);
  const description = textOf(shared?.['description']);
  return {
    members: textsOf(table['members']),
    exclude: textsOf(table['exclude']),
    dependencies,
    ...(isVersion(shared?.['version']) ? { version: shared['version'] } : {}),
    ...(description ? { description } : {}),
  };
}

function readDeclared(
  key: string,
  value: unknown,
  { directory, development }: { readonly directory: string; readonly development: boolean },
): Declared | string {
  const table = tableOf(value) ?? (typeof value === 'string' ? { version: value } : undefined);
  const name = table?.['package'] ?? key;
  if (!table || !isCrateName(name) || !isCrateName(key))
    return 'A dependency has a name or a value that cargo would not accept.';
  return {
    name,
    requirement: textOf(table['version'])?.trim() || '*',
    origin: readOrigin(table, directory),
    development,
    ...(name === key ? {} : { alias: key }),
  };
}

function readOrigin(table: Table, directory: string): Origin {
  const git = textOf(table['git']);
  if (git) {
    const reference = textOf(table['rev']) ?? textOf(table['tag']) ?? textOf(table['branch']);
    return { kind: 'git', url: git, ...(reference ? { reference } : {}) };
  }
  const path = textOf(table['path']);
  if (path) return { kind: 'path', directory: resolve(directory, path), written: path };
  const registry = textOf(table['registry']);
  const index = textOf(table['registry-index']);
  return { kind: 'registry', ...(registry ? { registry } : {}), ...(index ? { index } : {}) };
}

function collect(into: Declared[], faults: string[], declared: Declared | string): void {
  if (typeof declared === 'string') faults.push(declared);
  else into.push(declared);
}

function inherits(value: unknown): boolean {
  return tableOf(value)?.['workspace'] === true;
}
