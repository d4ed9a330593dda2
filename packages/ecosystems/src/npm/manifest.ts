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
  /** False when no field of it names skills. */
  readonly namesSkills?: false;
  /** Names of what its own package carries packed inside, or all that it needs; absent for most. */
  readonly bundles?: ReadonlySet<string> | 'all';
  /** Names whose ranges it replaces, wherever they are asked for. */
  readonly overridden: ReadonlySet<string>;
}

export type Catalogs = ReadonlyMap<string, ReadonlyMap<string, string>>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the value of a package.json; `undefined` when it is no object. `own` is for packages of the project itself: only
 * they bring the fields of a workspace and of development, which published packages carry along without use.
 */
export function readManifest(value: unknown, own: boolean): Manifest | undefined {
  if (!isFields(value)) return undefined;
  const workspaces = own ? workspacesOf(value['workspaces']) : undefined;
  const manager = own ? managerOf(value) : undefined;
  const bundles = own ? undefined : bundlesOf(value);
  return {
    ...(isPackageName(value['name']) ? { name: value['name'] } : {}),
    ...(typeof value['version'] === 'string' ? { version: value['version'] } : {}),
    ...(typeof value['description'] === 'string' ? { description: value['description'] } : {}),
    runtime: runtimeOf(value),
    development: own ? developmentOf(value) : [],
    ...(workspaces ? { workspaces } : {}),
    catalogs: own ? catalogsOf(value) : NO_CATALOGS,
    ...(manager === undefined ? {} : { manager }),
    ...(SKILL_FIELDS.some((field) => value[field] !== undefined) ? {} : { namesSkills: false }),
    ...(bundles === undefined ? {} : { bundles }),
    overridden: own ? overriddenIn(value) : NO_NAMES,
  };
}

/** What `named-places.ts` reads. */
export const SKILL_FIELDS = ['agents', 'agentskills', 'aiAgentSkill'] as const;

const NO_CATALOGS: Catalogs = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();

/** Both spellings are in use. */
function bundlesOf(value: Fields): ReadonlySet<string> | 'all' | undefined {
  const bundles = value['bundleDependencies'] ?? value['bundledDependencies'];
  if (bundles === true) return 'all';
  return Array.isArray(bundles) ? new Set(bundles.filter((name) => typeof name === 'string')) : undefined;
}

/** npm and Bun nest `overrides`, Yarn has `resolutions`, pnpm a table of its own. */
function overriddenIn(value: Fields): ReadonlySet<string> {
  const tables = [
    fieldsIn(value, 'overrides'),
    fieldsIn(value, 'resolutions'),
    fieldsIn(fieldsIn(value, 'pnpm'), 'overrides'),
  ];
  const names = new Set<string>();
  for (let table = tables.pop(); table; table = tables.pop()) {
    for (const [key, inner] of Object.entries(table)) {
      names.add(overriddenName(key));
      if (isFields(inner)) tables.push(inner);
    }
  }
  return names;
}

/** The name at the end of `name`, `name@range`, `parent>name`, `parent/name` or `@scope/name@range`. */
export function overriddenName(key: string): string {
  const [, scope = '', name = ''] = /(?:^|[/>])(@[^/@>]+\/)?([^/@>]+)(?:@[^/>]*)?$/.exec(key.trim()) ?? [];
  return scope + name;
}

/** Bun takes catalogs beside the globs of the workspace or at the top. */
function catalogsOf(value: Fields): Catalogs {
  const catalogs = new Map<string, ReadonlyMap<string, string>>();
  for (const settings of [value, fieldsIn(value, 'workspaces')]) {
    const named = fieldsIn(settings, 'catalogs');
    for (const name of Object.keys(named)) {
      catalogs.set(name === 'default' ? '' : name, new Map(pairs(fieldsIn(named, name))));
    }
    if (isFields(settings['catalog'])) catalogs.set('', new Map(pairs(settings['catalog'])));
  }
  return catalogs;
}

function runtimeOf(value: Fields): readonly Declared[] {
  const needed = fieldsIn(value, 'dependencies');
  const optional = fieldsIn(value, 'optionalDependencies');
  const meta = fieldsIn(value, 'peerDependenciesMeta');
  const found: Declared[] = [];
  for (const [name, spec] of pairs(needed)) {
    if (!Object.hasOwn(optional, name)) found.push({ name, spec, optional: false, peer: false });
  }
  for (const [name, spec] of pairs(optional)) found.push({ name, spec, optional: true, peer: false });
  for (const [name, spec] of pairs(fieldsIn(value, 'peerDependencies'))) {
    if (Object.hasOwn(needed, name) || Object.hasOwn(optional, name)) continue;
    const about = Object.hasOwn(meta, name) ? meta[name] : undefined;
    found.push({ name, spec, optional: isFields(about) && about['optional'] === true, peer: true });
  }
  return found;
}

/** A peer that is a development dependency as well is listed here too, since this is what gets installed. */
function developmentOf(value: Fields): readonly Declared[] {
  const needed = fieldsIn(value, 'dependencies');
  const optional = fieldsIn(value, 'optionalDependencies');
  return pairs(fieldsIn(value, 'devDependencies'))
    .filter(([name]) => !Object.hasOwn(needed, name) && !Object.hasOwn(optional, name))
    .map(([name, spec]) => ({ name, spec, optional: false, peer: false }));
}

/** Names and texts of a dependency table; names that `node_modules` cannot hold are left out. */
function pairs(table: Fields): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  for (const name of Object.keys(table)) {
    const spec = table[name];
    if (typeof spec === 'string' && isPackageName(name)) found.push([name, spec]);
  }
  return found;
}

const NO_FIELDS: Fields = {};

function fieldsIn(value: Fields, key: string): Fields {
  const fields = value[key];
  return isFields(fields) ? fields : NO_FIELDS;
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
