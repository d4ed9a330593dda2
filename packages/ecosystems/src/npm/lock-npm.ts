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
      origin: installed ? originOfEntry(fields) : { source: 'path', address: key },
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
  return { ok: true, graph: { importers, packages, declared } };
}

function declaredIn(fields: Fields): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const table of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, spec] of Object.entries(isRecord(fields[table]) ? fields[table] : {}))
      if (typeof spec === 'string') found.set(name, spec);
  }
  return found;
}

/** Versions 2 and 3: the keys are paths below the root. */
function entriesOfPaths(packages: Fields): Entries {
  const tables = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  return new Map(
    records(packages).map(([path, fields]) => {
      const needs = tables.flatMap((table) => (isRecord(fields[table]) ? Object.keys(fields[table]) : []));
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

function originOfEntry(fields: Fields): Origin {
  const version = typeof fields['version'] === 'string' ? fields['version'] : '';
  if (!isPlainVersion(version)) return originOf(version);
  const resolved = typeof fields['resolved'] === 'string' ? fields['resolved'] : '';
  return isRegistryTarball(resolved) ? { source: 'registry' } : originOf(resolved);
}

function isProven({ integrity, resolved, inBundle, bundled }: Fields): boolean {
  const isFetched = typeof integrity === 'string' || (typeof resolved === 'string' && isRegistryTarball(resolved));
  return isFetched && inBundle !== true && bundled !== true;
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
