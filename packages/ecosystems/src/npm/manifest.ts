import { isPackageName } from './names.ts';

/** One dependency as a package.json declares it. */
export interface Declared {
  /** The name it is imported by. */
  readonly name: string;
  /** Range, alias, path or address as written. */
  readonly spec: string;
  /** True when an install is complete without it. */
  readonly optional: boolean;
  /** True when somebody else has to provide it. */
  readonly peer: boolean;
}

/** The fields of a package.json that say what a package is and needs. Foreign: whatever has a wrong type is not there. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  /** What the package needs where it is used. One entry a name. */
  readonly runtime: readonly Declared[];
  /** What only its own development needs, without names that `runtime` has. */
  readonly development: readonly Declared[];
  /** Globs of workspace members, in order; absent when this is no workspace root. */
  readonly workspaces?: readonly string[];
  /** Ranges that `catalog:` stands for: catalog name (`''` for the default one) → package → range. */
  readonly catalogs: Catalogs;
  /** The manager it is to be installed with, e.g. `pnpm`. */
  readonly manager?: string;
}

export type Catalogs = ReadonlyMap<string, ReadonlyMap<string, string>>;

type Fields = Readonly<Record<string, unknown>>;

/** Reads the value of a package.json; `undefined` when it is no object. */
export function readManifest(value: unknown): Manifest | undefined {
  if (!isFields(value)) return undefined;
  const runtime = runtimeOf(value);
  const workspaces = workspacesOf(value['workspaces']);
  const manager = managerOf(value);
  return {
    ...(isPackageName(value['name']) ? { name: value['name'] } : {}),
    ...(typeof value['version'] === 'string' ? { version: value['version'] } : {}),
    ...(typeof value['description'] === 'string' ? { description: value['description'] } : {}),
    runtime: [...runtime.values()],
    development: developmentOf(value, runtime),
    ...(workspaces ? { workspaces } : {}),
    catalogs: isFields(value['workspaces']) ? catalogsOf(value['workspaces']) : NO_CATALOGS,
    ...(manager === undefined ? {} : { manager }),
  };
}

const NO_CATALOGS: Catalogs = new Map();

function catalogsOf(settings: Fields): Catalogs {
  const catalogs = new Map<string, ReadonlyMap<string, string>>();
  const named = isFields(settings['catalogs']) ? settings['catalogs'] : {};
  for (const [name, catalog] of Object.entries(named))
    catalogs.set(name === 'default' ? '' : name, new Map(pairs(catalog)));
  if (isFields(settings['catalog'])) catalogs.set('', new Map(pairs(settings['catalog'])));
  return catalogs;
}

function runtimeOf(value: Fields): Map<string, Declared> {
  const found = new Map<string, Declared>();
  const optionalPeers = isFields(value['peerDependenciesMeta']) ? value['peerDependenciesMeta'] : {};
  for (const [name, spec] of pairs(value['dependencies'])) {
    found.set(name, { name, spec, optional: false, peer: false });
  }
  for (const [name, spec] of pairs(value['optionalDependencies'])) {
    found.set(name, { name, spec, optional: true, peer: false });
  }
  for (const [name, spec] of pairs(value['peerDependencies'])) {
    if (found.has(name)) continue;
    const meta = Object.hasOwn(optionalPeers, name) ? optionalPeers[name] : undefined;
    found.set(name, { name, spec, optional: isFields(meta) && meta['optional'] === true, peer: true });
  }
  return found;
}

/** A development dependency that is a peer as well is listed here, since it is what gets installed; `runtime` loses it to nobody. */
function developmentOf(value: Fields, runtime: ReadonlyMap<string, Declared>): readonly Declared[] {
  const found: Declared[] = [];
  for (const [name, spec] of pairs(value['devDependencies'])) {
    const known = runtime.get(name);
    if (!known || known.peer) found.push({ name, spec, optional: false, peer: false });
  }
  return found;
}

/** Names and texts of a dependency table; names that `node_modules` cannot hold are left out. */
function pairs(value: unknown): readonly (readonly [string, string])[] {
  if (!isFields(value)) return [];
  return Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && isPackageName(entry[0]),
  );
}

function workspacesOf(value: unknown): readonly string[] | undefined {
  const globs = isFields(value) ? value['packages'] : value;
  return Array.isArray(globs) ? globs.filter((glob): glob is string => typeof glob === 'string') : undefined;
}

function managerOf(value: Fields): string | undefined {
  if (typeof value['packageManager'] === 'string') return value['packageManager'].split('@')[0];
  const engines = isFields(value['devEngines']) ? value['devEngines']['packageManager'] : undefined;
  const first: unknown = Array.isArray(engines) ? engines[0] : engines;
  return isFields(first) && typeof first['name'] === 'string' ? first['name'] : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
