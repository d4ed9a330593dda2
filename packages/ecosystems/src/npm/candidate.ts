import { join, resolve } from 'node:path';
import type { Artifact, Evidence } from '@skillscope/core';
import type { Files } from '../files.ts';
import { type Asker, type Carrier, carrierOf, lockedCarrier } from './carrier.ts';
import { contentOf, type Identity, identifyInstalled, identity, ownIdentity, type Place } from './identity.ts';
import type { Installed, InstalledPackage } from './installed.ts';
import { isCopy } from './installed-path.ts';
import type { LockedPackage, LockGraph } from './lock.ts';
import type { Catalogs, Declared, Manifest } from './manifest.ts';
import { cleanSummary, cleanVersion } from './names.ts';
import { originOf, rangeOf } from './origin.ts';
import type { ManifestReader } from './package-json.ts';
import { specIn } from './spec-in.ts';
import { toPath } from './workspace.ts';

/** Everything that is known about a project before its dependencies are followed. */
export interface Known {
  readonly place: Place;
  /** By path below the root. */
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly catalogs: Catalogs;
  readonly installed: Installed;
  /** True when anything is: only then is an optional package that is not there left out for good. */
  readonly anyInstalled: boolean;
  readonly lock: LockGraph | undefined;
  /** The directory asked from, which is no dependency of itself; absent when several were. */
  readonly self: string | undefined;
  readonly files: Files;
  readonly manifestOf: ManifestReader;
}

/** Where a package looks its dependencies up. */
export interface View {
  /** Start of the look-up in the installed tree; absent when the package itself is not there. */
  readonly from?: string;
  /** Its edges in the lockfile. */
  readonly edges?: ReadonlyMap<string, string>;
  /** The directory that paths in its manifest are relative to; only for the project's own packages. */
  readonly directory?: string;
  /** The package itself, where a manager put it there: what lies in its own folder may have come with it. */
  readonly asker?: Asker;
  readonly needs: readonly Declared[];
}

/** What answers a dependency. */
export interface Candidate {
  /** The same for whatever is the same package in the same place. */
  readonly key: string;
  /** What the lockfile says about this dependency. */
  readonly locked: LockedPackage | undefined;
  /** Works out the rest, once a key. */
  make(): Made;
}

export interface Made {
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly artifact?: Artifact;
  readonly summary?: string;
  /** Where it looks up its own dependencies. */
  readonly view: View;
}

/** The package that answers a dependency, by the best evidence there is; `undefined` when nothing does or has to. */
export function candidateFor(known: Known, view: View, declared: Declared, direct: boolean): Candidate | undefined {
  const lockKey = view.edges?.get(declared.name);
  const locked = lockKey === undefined ? undefined : known.lock?.packages.get(lockKey);
  const found =
    view.from === undefined ? hoisted(known, declared, locked) : known.installed.resolve(view.from, declared.name);
  if (found) {
    const carrier = carrierOf(found, declared.name, view.asker, {
      locked,
      graph: known.lock,
      root: known.place.root,
      installed: known.installed,
    });
    return fromInstalled(known, view, declared, found, { locked, carrier });
  }
  if (known.anyInstalled && (declared.optional || (declared.peer && !(direct && locked)))) return undefined;
  if (lockKey !== undefined && locked) return fromLock(known, declared, lockKey, locked);
  return direct && !(declared.peer && declared.optional) ? fromManifest(known, view, declared) : undefined;
}

/** A package whose dependent is missing may be there all the same. */
function hoisted(known: Known, declared: Declared, locked: LockedPackage | undefined): InstalledPackage | undefined {
  if (!known.anyInstalled || !locked) return undefined;
  const found = known.installed.resolve(known.installed.start('.'), declared.name);
  return found?.manifest.version === locked.version ? found : undefined;
}

function fromInstalled(
  known: Known,
  view: View,
  declared: Declared,
  found: InstalledPackage,
  { locked, carrier }: { readonly locked: LockedPackage | undefined; readonly carrier: Carrier | undefined },
): Candidate | undefined {
  if (found.artifact.path === known.self || isStandIn(found, declared)) return undefined;
  return {
    key: found.key,
    locked,
    make() {
      const { artifact, ...id } = identifyInstalled(
        found,
        declared,
        locked,
        known.place,
        view.directory,
        carrier?.name,
      );
      const within = carrier ?? lockedCarrier(found, locked);
      const own = id.source === 'path' || id.source === 'workspace';
      const member = known.place.members.get(artifact.path);
      const manifest = (member === undefined ? undefined : known.manifests.get(member)) ?? found.manifest;
      return {
        identity: id,
        evidence: 'installed',
        artifact: own && artifact.kind === 'directory' ? contentOf(artifact, known.files) : artifact,
        ...summaryOf(manifest),
        view: {
          from: found.key,
          ...edgesOf(known, member, locked?.edges),
          ...(own ? { directory: artifact.path } : {}),
          ...(isCopy(found.artifact.path) ? { asker: { found, name: id.name, locked, carrier: within } } : {}),
          needs: manifest.runtime,
        },
      };
    },
  };
}

/** Yarn puts a folder without a version where an optional package is for another platform. */
function isStandIn({ manifest }: InstalledPackage, { optional }: Declared): boolean {
  return optional && manifest.version === undefined;
}

function fromLock(known: Known, declared: Declared, key: string, locked: LockedPackage): Candidate | undefined {
  if (locked.origin.source === 'path') {
    const path = resolve(known.place.root, locked.origin.address ?? '');
    const own = fromDirectory(known, path, declared, locked);
    if (own !== 'none') return own;
  }
  if (locked.platform) return undefined;
  return {
    key: `locked:${key}`,
    locked,
    make: () => ({
      identity: identity(locked.name, locked.version, locked.origin),
      evidence: 'locked',
      view: {
        edges: locked.edges,
        needs: [...locked.edges.keys()].map((name) => ({ name, spec: '', optional: false, peer: false })),
      },
    }),
  };
}

function fromManifest(known: Known, view: View, declared: Declared): Candidate | undefined {
  const spec = specIn(declared.spec, declared.name, known.catalogs) ?? declared.spec;
  const origin = originOf(spec);
  const path = ownDirectory(known, view, declared.name, spec);
  const own = path === undefined ? 'none' : fromDirectory(known, path, declared, undefined);
  if (own !== 'none') return own;
  const wanted = cleanVersion(origin.source === 'registry' ? rangeOf(spec) : origin.address) ?? '*';
  const id = identity(origin.name ?? declared.name, isExact(wanted) ? wanted : undefined, origin);
  const make = (): Made => ({ identity: { ...id, version: wanted }, evidence: 'declared', view: { needs: [] } });
  return { key: `declared:${id.purl}`, locked: undefined, make };
}

/** A range names no version, so the identity of what it may become has none. */
function isExact(range: string): boolean {
  return /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(range);
}

/** The directory a path names, or the member a `workspace:` range or a plain name stands for. */
function ownDirectory(known: Known, view: View, name: string, spec: string): string | undefined {
  const origin = originOf(spec);
  if (origin.source === 'path') return view.directory && resolve(view.directory, origin.address ?? '');
  if (origin.source !== 'workspace' && origin.source !== 'registry') return undefined;
  const wanted = origin.name ?? name;
  const member = [...known.manifests].find(([, manifest]) => manifest.name === wanted)?.[0];
  return member === undefined ? undefined : join(known.place.root, member);
}

/** A directory of the project's own is there whether or not anything is installed. */
function fromDirectory(
  known: Known,
  path: string,
  declared: Declared,
  locked: LockedPackage | undefined,
): Candidate | undefined | 'none' {
  const directory = known.files.real(path);
  const manifest = directory === undefined ? undefined : known.manifestOf(directory);
  if (directory === undefined || !manifest) return 'none';
  if (directory === known.self) return undefined;
  const make = (): Made => {
    const member = known.place.members.get(directory);
    const below = toPath(known.place.root, directory);
    return {
      identity: ownIdentity(manifest, declared.name, below, known.place),
      evidence: 'installed',
      artifact: {
        kind: 'directory',
        path: directory,
        manifest: 'package.json',
        mutable: true,
        ...(manifest.namesSkills === false ? { namesSkills: false } : {}),
      },
      ...summaryOf(manifest),
      view: {
        from: member === undefined ? directory : known.installed.start(member),
        ...edgesOf(known, member, locked?.edges),
        directory,
        needs: manifest.runtime,
      },
    };
  };
  return { key: directory, locked, make };
}

function edgesOf(known: Known, member: string | undefined, edges: ReadonlyMap<string, string> | undefined) {
  const found = (member === undefined ? undefined : known.lock?.importers.get(member)) ?? edges;
  return found ? { edges: found } : {};
}

function summaryOf(manifest: Manifest): { readonly summary?: string } {
  const summary = cleanSummary(manifest.description);
  return summary === undefined ? {} : { summary };
}
