import { posix } from 'node:path';
import { commonFault, type LockedPackage, type LockReading } from './lock.ts';
import { type Catalogs, overriddenName } from './manifest.ts';
import { cleanVersion, isPackageName } from './names.ts';
import { type Origin, originOf } from './origin.ts';
import { flowMap, type Outline, type OutlineValue } from './outline.ts';
import { namesAnother, sentInstead } from './tarball.ts';
import { readYaml } from './yaml.ts';

/** How keys and references are spelled: `/name/1.0.0_peer`, `/name@1.0.0(peer)` or `name@1.0.0(peer)`. */
type Spelling = 'slash' | 'slash-at' | 'at';

/** Reads pnpm-lock.yaml, versions 5, 6 and 9. */
export async function readPnpmLock(text: string): Promise<LockReading> {
  const common = commonFault(text);
  if (common) return common;
  const yaml = await readYaml(text);
  if (!yaml.ok) return { ...yaml, reason: 'malformed' };
  const lock = yaml.root;
  const version = Number.parseFloat(textOf(lock.get('lockfileVersion')));
  if (Number.isNaN(version)) return { ok: false, reason: 'malformed', message: 'The lockfile has no lockfileVersion.' };
  if (version < 5 || version >= 10) {
    const message = `The lockfile has version ${version}; versions 5 to 9 can be read.`;
    return { ok: false, reason: 'unsupported', message };
  }
  const spelling = version < 6 ? 'slash' : version < 9 ? 'slash-at' : 'at';
  const described = mapOf(lock.get('packages'));
  const resolved = spelling === 'at' ? mapOf(lock.get('snapshots')) : described;
  const packages = new Map<string, LockedPackage>();

  for (const [key, value] of resolved) {
    const fields = mapOf(value);
    const about = spelling === 'at' ? mapOf(described.get(withoutPeers(key))) : fields;
    const locked = lockedPackage(key, spelling, about);
    if (locked) packages.set(key, { ...locked, edges: edgesOf(fields, '.', spelling, resolved) });
  }
  const importers = new Map<string, ReadonlyMap<string, string>>();
  const declared = new Map<string, ReadonlyMap<string, string>>();
  const members = lock.has('importers') ? mapOf(lock.get('importers')) : new Map([['.', lock]]);
  for (const [path, value] of members) {
    const edges = edgesOf(mapOf(value), path, spelling, resolved);
    importers.set(path, edges);
    declared.set(path, declaredIn(mapOf(value)));
    for (const key of edges.values()) {
      if (!packages.has(key)) packages.set(key, linked(key));
    }
  }
  return {
    ok: true,
    graph: {
      importers,
      packages,
      // A .pnpmfile.cjs may change what members ask for.
      ...(lock.has('pnpmfileChecksum') ? {} : { declared }),
      catalogs: catalogsOf(lock),
      overridden: new Set([...mapOf(lock.get('overrides')).keys()].map(overriddenName)),
    },
  };
}

/** Version 5 keeps what was asked for in a table of its own. */
function declaredIn(importer: Outline): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, spec] of mapOf(importer.get('specifiers'))) found.set(name, textOf(spec));
  for (const table of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, value] of mapOf(importer.get(table))) {
      if (typeof value !== 'string') found.set(name, textOf(mapOf(value).get('specifier')));
    }
  }
  return found;
}

function catalogsOf(lock: Outline): Catalogs {
  const catalogs = new Map<string, ReadonlyMap<string, string>>();
  for (const [catalog, entries] of mapOf(lock.get('catalogs'))) {
    const ranges = [...mapOf(entries)].map(([name, entry]) => [name, textOf(mapOf(entry).get('specifier'))] as const);
    catalogs.set(catalog === 'default' ? '' : catalog, new Map(ranges));
  }
  return catalogs;
}

const LINK = 'link:';

/** A link leads to a directory, which says itself what it is called and needs. */
function linked(key: string): LockedPackage {
  const address = key.slice(LINK.length);
  return {
    name: posix.basename(address),
    version: '',
    origin: { source: 'path', address },
    edges: new Map(),
    platform: false,
  };
}

function lockedPackage(key: string, spelling: Spelling, about: Outline): Omit<LockedPackage, 'edges'> | undefined {
  const id = splitKey(key, spelling);
  const name = textOf(about.get('name')) || id.name;
  if (!isPackageName(name)) return undefined;
  const origin = originOfPackage(name, id.reference, about);
  const plain = /^\d/.test(id.reference) ? id.reference : '';
  return {
    name,
    version: cleanVersion(textOf(about.get('version')) || plain) ?? '',
    origin,
    platform: about.has('os') || about.has('cpu') || about.has('libc'),
  };
}

/** A key like one of a registry does not make what was fetched elsewhere a package of one. */
function originOfPackage(name: string, reference: string, about: Outline): Origin {
  const isVersion = /^\d/.test(reference);
  const written = about.get('resolution');
  // Nearly every one holds a digest and no more.
  if (isVersion && (typeof written === 'string' ? DIGEST.test(written) : !written)) return { source: 'registry' };
  const resolution = flowMap(written);
  const directory = textOf(resolution.get('directory'));
  if (directory !== '') return { source: 'path', address: directory };
  const repository = textOf(resolution.get('repo'));
  if (repository !== '') {
    const url = /^[a-z+]+:\/\//.test(repository) && !repository.startsWith('git') ? `git+${repository}` : repository;
    return originOf(`${url}#${textOf(resolution.get('commit'))}`);
  }
  const tarball = textOf(resolution.get('tarball'));
  // Some registries keep tarballs at addresses that cannot be told from the version.
  if (isVersion) return namesAnother(tarball, name) ? sentInstead(tarball) : { source: 'registry' };
  return originOf(tarball === '' ? reference : tarball);
}

const DIGEST = /^\{integrity: [\w+/=-]+\}$/;

function edgesOf(fields: Outline, from: string, spelling: Spelling, keys: Outline): ReadonlyMap<string, string> {
  const edges = new Map<string, string>();
  for (const table of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, value] of mapOf(fields.get(table))) {
      const reference = typeof value === 'string' ? value : textOf(mapOf(value).get('version'));
      const key = isPackageName(name) ? keyOf(name, reference, from, spelling, keys) : undefined;
      if (key !== undefined) edges.set(name, key);
    }
  }
  return edges;
}

/** An alias is spelled with the whole key of what it stands for. */
function keyOf(name: string, reference: string, from: string, spelling: Spelling, keys: Outline): string | undefined {
  if (reference.startsWith(LINK)) return LINK + posix.join(from, reference.slice(LINK.length));
  const own = ownKey(name, reference, spelling);
  if (keys.has(own)) return own;
  return keys.has(reference) ? reference : undefined;
}

function ownKey(name: string, reference: string, spelling: Spelling): string {
  switch (spelling) {
    case 'slash':
      return `/${name}/${reference}`;
    case 'slash-at':
      return `/${name}@${reference}`;
    case 'at':
      return `${name}@${reference}`;
  }
}

function splitKey(key: string, spelling: Spelling): { readonly name: string; readonly reference: string } {
  if (spelling === 'slash') {
    const parts = key.split('/').filter((part) => part !== '');
    const scoped = parts.at(-3)?.startsWith('@') === true;
    const reference = parts.at(-1)?.split('_')[0] ?? '';
    return /^\d/.test(reference)
      ? { name: parts.slice(scoped ? -3 : -2, -1).join('/'), reference }
      : { name: '', reference: key };
  }
  const id = withoutPeers(key.startsWith('/') ? key.slice(1) : key);
  const at = id.indexOf('@', 1);
  return at < 0 ? { name: '', reference: id } : { name: id.slice(0, at), reference: id.slice(at + 1) };
}

function withoutPeers(key: string): string {
  const peers = key.indexOf('(');
  return peers < 0 ? key : key.slice(0, peers);
}

function mapOf(value: OutlineValue | undefined): Outline {
  return flowMap(value);
}

function textOf(value: OutlineValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
