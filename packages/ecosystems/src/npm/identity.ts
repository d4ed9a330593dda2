import { join, resolve, sep } from 'node:path';
import { type Artifact, type Source, toPurl } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { InstalledPackage } from './installed.ts';
import { isCopy } from './installed-path.ts';
import type { LockedPackage } from './lock.ts';
import { originOfReference } from './lock-yarn-berry.ts';
import type { Declared, Manifest } from './manifest.ts';
import { cleanVersion } from './names.ts';
import { isTarball, type Origin, originOf } from './origin.ts';
import { toPath } from './workspace.ts';

/** What a package is, as far as there is proof. */
export interface Identity {
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  readonly source: Source;
  /** As in `Dependency`. */
  readonly pinned?: true;
  /** What its own package.json calls it, where a registry is said to have given it another name. */
  readonly callsItself?: string;
}

/** Where a project's own directories are. */
export interface Place {
  readonly root: string;
  /** Real directory of a member → its path below the root. */
  readonly members: ReadonlyMap<string, string>;
}

/** For a package of the project's own that has no version, as Yarn and npm assume it. */
const NO_VERSION = '0.0.0';
/** For an address that is none, or holds nothing but credentials: the qualifier still says it is no registry package. */
const NO_ADDRESS = 'unknown';

/**
 * The identity of what lies on disk. What a package.json says about its own name counts only where no registry is claimed:
 * otherwise a package could pass for another one. `declaredIn` is the directory of whoever asked for it, `carrier` the name
 * of the package that it lies packed in, where it does.
 */
export function identifyInstalled(
  found: InstalledPackage,
  declared: Declared,
  locked: LockedPackage | undefined,
  place: Place,
  declaredIn: string | undefined,
  carrier?: string,
): Identity & { readonly artifact: Artifact } {
  const { manifest, artifact } = found;
  const version = cleanVersion(manifest.version) ?? (locked?.version || NO_VERSION);
  const linked = linkedTo(found, place);
  if (linked !== undefined) {
    return { ...ownIdentity(manifest, found.folder, linked, place), artifact: { ...artifact, mutable: true } };
  }
  const origin =
    carrier === undefined
      ? originOfInstalled(found, declared, locked, version)
      : ({ source: 'bundled', address: carrier } as const);
  if (origin.source === 'path' || origin.source === 'workspace') {
    const address = origin.address ?? '';
    const fromRoot = found.reference !== undefined || origin === locked?.origin || declaredIn === undefined;
    const path = toPath(place.root, resolve(fromRoot ? place.root : declaredIn, address));
    const own = ownIdentity({ ...manifest, version }, found.folder, path, place);
    return { ...own, artifact: { ...artifact, mutable: !isTarball(address) } };
  }
  const isClaimed = origin.source !== 'registry' && origin.source !== 'bundled';
  const name = isClaimed ? (manifest.name ?? found.folder) : registryName(found, declared, locked);
  const isPinned =
    [origin, locked?.origin].every((one) => one?.source === 'registry') &&
    locked?.name === name &&
    locked.version === version &&
    !locked.unproven;
  const isMisnamed = origin.source === 'registry' && manifest.name !== undefined && manifest.name !== name;
  return {
    ...identity(name, version, origin),
    ...(isPinned ? { pinned: true } : {}),
    ...(isMisnamed ? { callsItself: manifest.name } : {}),
    artifact: { ...artifact, mutable: origin.source === 'git' },
  };
}

/** The identity a lockfile or a manifest alone can give. */
export function identity(name: string, version: string | undefined, origin: Origin): Identity {
  const { source, address } = origin;
  const qualifiers = qualifiersOf(source, address);
  const purl = toPurl({ type: 'npm', name, ...(version ? { version } : {}), ...(qualifiers ? { qualifiers } : {}) });
  return { purl, name, version: version ?? '', source };
}

/** The identity of one of the project's own directories, by its path below the root. */
export function ownIdentity(manifest: Manifest, folder: string, path: string, place: Place): Identity {
  const source = place.members.has(join(place.root, path)) ? 'workspace' : 'path';
  const version = cleanVersion(manifest.version) ?? NO_VERSION;
  return identity(manifest.name ?? folder, version, { source, address: path });
}

function qualifiersOf(source: Source, address: string | undefined): Readonly<Record<string, string>> | undefined {
  switch (source) {
    case 'registry':
      return undefined;
    case 'git':
      return { vcs_url: address ?? NO_ADDRESS };
    case 'url':
      return { download_url: address ?? NO_ADDRESS };
    case 'path':
    case 'workspace':
      return { path: address ?? NO_ADDRESS };
    case 'bundled':
      return { bundled_in: address ?? NO_ADDRESS };
  }
}

/** Path below the root of a package that is used where it lies; `undefined` for a copy that a manager made. */
function linkedTo(found: InstalledPackage, place: Place): string | undefined {
  if (found.artifact.kind === 'archive') return undefined;
  const { path } = found.artifact;
  const member = place.members.get(path);
  if (member !== undefined) return member;
  const below = path.startsWith(place.root + sep) ? path.slice(place.root.length) : path;
  return isCopy(below) ? undefined : toPath(place.root, path);
}

/**
 * The layout knows best, then the lockfile where it speaks of this very version, then what was asked for. Another version of
 * what the lockfile has from elsewhere did not come from a registry for that: which commit or archive it is of, nobody says.
 */
function originOfInstalled(
  found: InstalledPackage,
  declared: Declared,
  locked: LockedPackage | undefined,
  version: string,
): Origin {
  if (found.reference !== undefined) return originOfReference(found.reference, found.folder);
  if (locked && (locked.version === version || locked.version === '')) return locked.origin;
  const asked = originOf(declared.spec);
  if (!locked || asked.source !== 'registry' || locked.origin.source === 'registry') return asked;
  const { source } = locked.origin;
  return source === 'git' || source === 'url' ? { source } : locked.origin;
}

function registryName(found: InstalledPackage, declared: Declared, locked: LockedPackage | undefined): string {
  if (found.reference !== undefined) return found.folder;
  if (locked) return locked.name;
  const aliased = found.folder === declared.name ? originOf(declared.spec).name : undefined;
  return aliased ?? found.folder;
}

/** Where the content of a copied directory really lies: some managers fill the copy with links to the files. */
export function contentOf(artifact: Artifact, files: Files): Artifact {
  const manifest = files.real(join(artifact.path, artifact.manifest));
  const directory = manifest === undefined ? artifact.path : resolve(manifest, '..');
  return directory === artifact.path ? artifact : { ...artifact, path: directory };
}
