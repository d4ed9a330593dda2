import {
  commonFault,
  isNestedTooDeep,
  isRecord,
  type LockedPackage,
  type LockReading,
  type Manifests,
  NESTED_TOO_DEEP,
  readJson,
} from './lock.ts';
import { cleanVersion, isPackageName } from './names.ts';
import { type Origin, originOf } from './origin.ts';
import { namesAnother, sentInstead } from './tarball.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Entries by the path each is installed at, with the names each needs. */
type Entries = ReadonlyMap<string, { readonly fields: Fields; readonly needs: readonly string[] }>;

/** Reads package-lock.json and npm-shrinkwrap.json, versions 1, 2 and 3. */
export function readNpmLock(text: string, manifests: Manifests): LockReading {
  const common = commonFault(text);
  if (common) return common;
  const json = readJson(text);
  if (!json.ok) return { ...json, reason: 'malformed' };
  const lock = json.value;
  if (!isRecord(lock)) return { ok: false, reason: 'malformed', message: 'The lockfile holds no object.' };
  if (isRecord(lock['packages'])) return fromEntries(entriesOfPaths(lock['packages']), manifests, false);
  if (isRecord(lock['dependencies'])) return fromEntries(entriesOfTree(lock['dependencies']), manifests, true);
  return lock['lockfileVersion'] === undefined
    ? { ok: false, reason: 'malformed', message: 'The lockfile has neither packages nor dependencies.' }
    : fromEntries(new Map(), manifests, true);
}

/** `repeatsNothing`: the format does not say what members ask for. */
function fromEntries(entries: Entries, manifests: Manifests, repeatsNothing: boolean): LockReading {
  if ([...entries.keys()].some((path) => isNestedTooDeep(path))) return NESTED_TOO_DEEP;
  const packages = new Map<string, LockedPackage>();
  const importers = new Map<string, ReadonlyMap<string, string>>();
  const declared = new Map<string, ReadonlyMap<string, string>>();
  const addresses = addressesIn(entries);
  for (const [path, { fields, needs }] of entries) {
    if (linkOf(fields) !== undefined) continue;
    const installed = isInstalledPath(path);
    const edges = edgesFrom(path, needs, entries);
    const key = path === '' ? '.' : path;
    if (!installed) {
      importers.set(key, edges);
      declared.set(key, declaredIn(fields));
    }
    const name = nameOf(path, fields);
    if (name === undefined) continue;
    packages.set(key, {
      name,
      version: versionOf(fields),
      origin: installed ? originOfEntry(path, name, fields, entries, addresses) : { source: 'path', address: key },
      ...(!installed || isProven(fields) ? {} : { unproven: true as const }),
      edges,
      platform: Array.isArray(fields['os']) || Array.isArray(fields['cpu']),
    });
  }
  for (const [member, { runtime, development }] of manifests) {
    if (importers.has(member)) continue;
    const names = [...runtime, ...development].map(({ name }) => name);
    const edges = edgesFrom(member === '.' ? '' : member, names, entries);
    importers.set(member, edges);
    if (repeatsNothing) declared.set(member, new Map([...edges.keys()].map((name) => [name, ''])));
  }
  return { ok: true, graph: { importers, packages, declared, isPlaced: true } };
}

function declaredIn(fields: Fields): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const table of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, spec] of Object.entries(isRecord(fields[table]) ? fields[table] : {}))
      if (typeof spec === 'string') found.set(name, spec);
  }
  return found;
}

const TABLES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Versions 2 and 3: the keys are paths below the root. */
function entriesOfPaths(packages: Fields): Entries {
  return new Map(
    records(packages).map(([path, fields]) => {
      const needs = TABLES.flatMap((table) => (isRecord(fields[table]) ? Object.keys(fields[table]) : []));
      return [path, { fields, needs }];
    }),
  );
}

/** Version 1: nested where later versions spell paths. */
function entriesOfTree(dependencies: Fields): Entries {
  const entries = new Map<string, { readonly fields: Fields; readonly needs: readonly string[] }>();
  const open: { readonly at: string; readonly tree: Fields }[] = [{ at: '', tree: dependencies }];
  for (let level = open.pop(); level; level = open.pop()) {
    for (const [name, fields] of records(level.tree)) {
      if (!isPackageName(name)) continue;
      const path = below(level.at, name);
      entries.set(path, { fields, needs: isRecord(fields['requires']) ? Object.keys(fields['requires']) : [] });
      if (isRecord(fields['dependencies']) && !isNestedTooDeep(path))
        open.push({ at: path, tree: fields['dependencies'] });
    }
  }
  return entries;
}

function edgesFrom(path: string, names: readonly string[], entries: Entries): ReadonlyMap<string, string> {
  const edges = new Map<string, string>();
  for (const name of names) {
    const target = isPackageName(name) ? lookUp(path, name, entries) : undefined;
    if (target !== undefined) edges.set(name, target);
  }
  return edges;
}

/** The way Node looks a name up, on the paths of the lockfile. */
function lookUp(from: string, name: string, entries: Entries): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const path = below(at, name);
    const entry = at.endsWith('node_modules') ? undefined : entries.get(path);
    if (entry) return linkOf(entry.fields) ?? path;
    if (at === '') return undefined;
  }
}

/** Addresses that somebody asks for in place of a version. Whoever serves one can give it the form of a registry's. */
function addressesIn(entries: Entries): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { fields } of entries.values()) {
    for (const table of TABLES) {
      for (const spec of Object.values(isRecord(fields[table]) ? fields[table] : {}))
        if (typeof spec === 'string' && spec.startsWith('http')) found.add(withoutFragment(spec));
    }
  }
  return found;
}

function withoutFragment(address: string): string {
  return address.split('#', 1)[0] ?? '';
}

function originOfEntry(
  path: string,
  name: string,
  fields: Fields,
  entries: Entries,
  addresses: ReadonlySet<string>,
): Origin {
  const carrier = isPacked(fields) ? carrierOf(path, entries) : undefined;
  if (carrier !== undefined) return { source: 'bundled', address: carrier };
  const version = typeof fields['version'] === 'string' ? fields['version'] : '';
  const resolved = typeof fields['resolved'] === 'string' ? fields['resolved'] : '';
  const asked = isPlainVersion(version) ? undefined : originOf(version);
  if (asked && asked.source !== 'registry') return asked;
  if (isRegistryTarball(resolved) && namesAnother(resolved, name)) return sentInstead(resolved);
  if (asked) return asked;
  const isRegistry = isRegistryTarball(resolved) && !addresses.has(withoutFragment(resolved));
  return isRegistry ? { source: 'registry' } : originOf(resolved);
}

function isProven(fields: Fields): boolean {
  return isFetched(fields) && !isMarkedBundled(fields);
}

/** Never fetched by itself. What the project packs into its own package was. */
function isPacked(fields: Fields): boolean {
  return isMarkedBundled(fields) && !isFetched(fields);
}

function isFetched({ integrity, resolved }: Fields): boolean {
  return typeof integrity === 'string' || (typeof resolved === 'string' && isRegistryTarball(resolved));
}

function isMarkedBundled({ inBundle, bundled }: Fields): boolean {
  return inBundle === true || bundled === true;
}

/** The nearest package around one that came packed which did not come packed itself; `undefined` for the project. */
function carrierOf(path: string, entries: Entries): string | undefined {
  for (let at = holderOf(path); at !== undefined; at = holderOf(at)) {
    const fields = entries.get(at)?.fields;
    if (fields === undefined || !isInstalledPath(at)) return undefined;
    if (!isPacked(fields)) return nameOf(at, fields);
  }
  return undefined;
}

function holderOf(path: string): string | undefined {
  const at = path.lastIndexOf('/node_modules/');
  return at < 0 ? undefined : path.slice(0, at);
}

/** The paths under which registries keep tarballs; a project's own download has none of them. */
function isRegistryTarball(address: string): boolean {
  return /^https?:/.test(address) && /\/(?:-|~|download)\//.test(address);
}

function isPlainVersion(version: string): boolean {
  return version === '' || /^\d/.test(version);
}

function versionOf(fields: Fields): string {
  const version = cleanVersion(fields['version']) ?? '';
  if (version.startsWith('npm:')) return version.slice(version.lastIndexOf('@') + 1);
  return isPlainVersion(version) ? version : '';
}

function nameOf(path: string, fields: Fields): string | undefined {
  const version = fields['version'];
  const alias = typeof version === 'string' && version.startsWith('npm:') ? originOf(version).name : undefined;
  if (alias !== undefined) return alias;
  if (isPackageName(fields['name'])) return fields['name'];
  const folder = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return isInstalledPath(path) && isPackageName(folder) ? folder : undefined;
}

function linkOf(fields: Fields): string | undefined {
  return fields['link'] === true && typeof fields['resolved'] === 'string' ? fields['resolved'] || '.' : undefined;
}

function isInstalledPath(path: string): boolean {
  return path.startsWith('node_modules/') || path.includes('/node_modules/');
}

function below(path: string, name: string): string {
  return path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`;
}

function records(value: Fields): readonly (readonly [string, Fields])[] {
  return Object.entries(value).filter((entry): entry is [string, Fields] => isRecord(entry[1]));
}
