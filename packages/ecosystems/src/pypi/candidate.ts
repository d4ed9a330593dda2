import type { Artifact, Evidence } from '@skillscope/core';
import type { Files } from '../files.ts';
import { openByExtra } from './by-extra.ts';
import { type Identity, identify, type Place } from './identity.ts';
import { importNameOf } from './import-name.ts';
import { type Distribution, type Installed, requirementsOf } from './installed.ts';
import type { LockedNeed, LockedPackage, LockGraph } from './lock.ts';
import type { Manifest, Manifests } from './manifest.ts';
import { evaluateMarker, extrasIn, type Marker, type MarkerVariables } from './marker.ts';
import { cleanVersion } from './names.ts';
import type { Origin } from './origin.ts';
import { isInside } from './paths.ts';
import type { Requirement } from './requirement.ts';

/** Everything that is known about a project before its dependencies are followed. */
export interface Known {
  readonly place: Place;
  readonly manifests: Manifests;
  /** Directories of workspace members by the normal name of what they hold. */
  readonly own: ReadonlyMap<string, string>;
  readonly installed: Installed;
  /** Absolute real path of the environment; absent where there is none. */
  readonly prefix: string | undefined;
  readonly variables: MarkerVariables;
  readonly lock: LockGraph | undefined;
  /** The project asked from, which is no dependency of itself; absent when several were. */
  readonly self: Pick<Manifest, 'key' | 'directory'> | undefined;
  readonly files: Files;
}

/** What somebody needs, whoever says so. */
export interface Need {
  readonly key: string;
  readonly extras: readonly string[];
  readonly marker?: Marker;
  /** As a manifest or metadata writes it. */
  readonly requirement?: Requirement;
  /** The very version, where a lockfile says which of several. */
  readonly version?: string;
  /** True where an ordinary install leaves it out. */
  readonly optional?: boolean;
}

/** One distribution that answers a need. */
export interface Candidate {
  /** The same for whatever is the same distribution in the same place. */
  readonly key: string;
  /** Works out the rest, once a key. */
  make(): Made;
}

export interface Made {
  /** In normal form. */
  readonly key: string;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly artifact?: Artifact;
  readonly summary?: string;
  readonly lockedVersion?: string;
  /** The name that code imports it by, where that is another than its own and can be told. */
  importName?(): string | undefined;
  /**
   * What it needs when it is asked for with some extras. `added` are those that were not asked for the last time: then
   * it gives only what they bring, and perhaps some more. Absent the first time.
   */
  needs(extras: ReadonlySet<string>, added?: ReadonlySet<string>): readonly Need[];
}

/** What answers a need, by the best evidence there is: one distribution, save where a lockfile holds several versions. */
export function candidatesFor(known: Known, need: Need): readonly Candidate[] {
  const { key, requirement } = need;
  if (known.self && (key === known.self.key || pathOf(requirement?.origin) === known.self.directory)) return [];
  const distribution = known.installed.get(key);
  const locked = lockedFor(known, need);
  if (distribution) return [fromInstalled(known, distribution, requirement ?? locked[0])];
  const directory = known.own.get(key) ?? pathOf(requirement?.origin) ?? pathOf(locked[0]?.origin);
  const own = directory === undefined ? undefined : fromDirectory(known, directory, key);
  if (own) return [own];
  if (locked.length > 0) return locked.map((item) => fromLock(known, item));
  return requirement ? [fromManifest(known, requirement)] : [];
}

/** Whether a need holds here; `undefined` where that cannot be told. */
export function holds(known: Known, { marker }: Need, extras?: ReadonlySet<string>): boolean | undefined {
  return marker === undefined ? true : evaluateMarker(marker, known.variables, extras);
}

/** `asked` is what a manifest or a lockfile says it should be. */
function fromInstalled(
  known: Known,
  distribution: Distribution,
  asked: Pick<Requirement, 'origin'> | undefined,
): Candidate {
  const { key, origin } = distribution;
  if (origin?.source === 'path' && origin.editable) {
    const own = fromDirectory(known, origin.path, key, distribution, asked);
    if (own) return own;
  }
  return {
    key: `installed:${key}`,
    make() {
      const { name, version, summary, artifact, requires } = distribution;
      const locked = known.lock?.packages.get(key) ?? [];
      const same = locked.find((item) => item.version === version);
      const from = origin ?? (same?.origin.source === 'registry' ? same.origin : { source: 'registry' });
      const differs =
        from.source === 'registry' && !same ? locked.find((item) => item.origin.source === 'registry') : undefined;
      return {
        key,
        identity: {
          ...identify({ name, key, version }, from, known.place),
          ...(from.source === 'registry' && same?.origin.source === 'registry' ? { pinned: true } : {}),
        },
        evidence: 'installed',
        artifact,
        ...(summary === undefined ? {} : { summary }),
        ...(differs?.version ? { lockedVersion: differs.version } : {}),
        importName: () => importNameOf(key, artifact, known.files),
        needs: installedNeeds(known, requires),
      };
    },
  };
}

/** A directory that is used where it lies, whether or not anything is installed. */
function fromDirectory(
  known: Known,
  path: string,
  key: string,
  distribution?: Distribution,
  asked?: Pick<Requirement, 'origin'>,
): Candidate | undefined {
  const directory = known.files.real(path);
  const manifest = directory === undefined ? undefined : known.manifests.at(directory);
  if (directory === undefined || !manifest || !DESCRIBES.has(manifest.main)) return undefined;
  // Whoever says another name is another project, whatever points at it.
  if (manifest.key !== undefined && manifest.key !== key) return undefined;
  return {
    key: `directory:${directory}`,
    make() {
      const name = distribution?.name ?? manifest.name ?? key;
      const version = distribution?.version ?? manifest.version ?? '';
      const summary = manifest.summary ?? distribution?.summary;
      return {
        key,
        identity: identify({ name, key, version }, originOfDirectory(known, directory, key, asked), known.place),
        evidence: 'installed',
        artifact: { kind: 'directory', path: directory, manifest: manifest.main, mutable: true },
        ...(summary === undefined ? {} : { summary }),
        needs: manifestNeeds(known, manifest, distribution),
      };
    },
  };
}

/** Files that make a directory a distribution; a list of requirements does not. */
const DESCRIBES: ReadonlySet<string> = new Set(['pyproject.toml', 'setup.cfg', 'setup.py']);

/** Some tools use a repository in place, from a copy that they keep in the environment. */
function originOfDirectory(
  { prefix, lock }: Known,
  directory: string,
  key: string,
  asked: Pick<Requirement, 'origin'> | undefined,
): Origin {
  if (prefix !== undefined && isInside(prefix, directory)) {
    const origins = [...(lock?.packages.get(key) ?? []), ...(asked ? [asked] : [])].map(({ origin }) => origin);
    const repository = origins.find(({ source }) => source === 'git');
    if (repository) return repository;
  }
  return { source: 'path', path: directory };
}

function fromLock(known: Known, locked: LockedPackage): Candidate {
  const { key, version, origin } = locked;
  return {
    key: `locked:${key}@${version}`,
    make: () => ({
      key,
      identity: identify({ name: locked.name, key, version }, origin, known.place),
      evidence: 'locked',
      needs: lockedNeeds(known, locked.needs),
    }),
  };
}

function fromManifest(known: Known, { name, key, specifier, origin }: Requirement): Candidate {
  const pinned = /^={2,3}\s*([^\s,*]+)$/.exec(specifier)?.[1];
  const version = cleanVersion(pinned ?? specifier) ?? (origin.source === 'registry' ? '*' : '');
  const identity = identify({ name, key, version }, origin, known.place, pinned !== undefined);
  return { key: `declared:${identity.purl}`, make: () => ({ key, identity, evidence: 'declared', needs: () => [] }) };
}

/** What a directory needs of itself: nothing of what only its own development needs. */
function manifestNeeds(known: Known, manifest: Manifest, distribution: Distribution | undefined): Made['needs'] {
  if (distribution && manifest.dynamic) return installedNeeds(known, distribution.requires);
  const published = manifest.declared.filter(({ list, extra }) => list === 'main' || (list === 'extra' && extra));
  const select = openByExtra(published, ({ extra }) => (extra === undefined ? [] : [extra]));
  return (extras, added) =>
    select(added)
      .filter(({ extra }) => extra === undefined || extras.has(extra))
      .filter((item) => holds(known, item) !== false)
      .map(needOf);
}

function installedNeeds(known: Known, requires: readonly string[]): Made['needs'] {
  let select: ((added: ReadonlySet<string>) => readonly Requirement[]) | undefined;
  return (extras, added) => {
    if (added) select ??= openByExtra(requirementsOf(requires), ({ marker }) => (marker ? extrasIn(marker) : []));
    const asked = added && select ? select(added) : requirementsOf(requires, extras);
    return asked.filter((item) => holds(known, item, extras) !== false).map(needOf);
  };
}

function lockedNeeds(known: Known, needs: readonly LockedNeed[]): Made['needs'] {
  const select = openByExtra(needs, ({ under }) => under ?? []);
  return (extras, added) => select(added).filter((need) => applies(known, need, extras));
}

export function needOf(requirement: Requirement): Need {
  const { key, extras, marker } = requirement;
  return { key, extras, requirement, ...(marker === undefined ? {} : { marker }) };
}

function applies(known: Known, need: LockedNeed, extras: ReadonlySet<string>): boolean {
  return (
    (need.under === undefined || need.under.some((extra) => extras.has(extra))) && holds(known, need, extras) !== false
  );
}

function lockedFor(known: Known, { key, version }: Need): readonly LockedPackage[] {
  const all = known.lock?.packages.get(key) ?? [];
  const named = version === undefined ? all : all.filter((locked) => locked.version === version);
  return named.filter(({ marker }) => marker === undefined || evaluateMarker(marker, known.variables) !== false);
}

function pathOf(origin: Origin | undefined): string | undefined {
  return origin?.source === 'path' ? origin.path : undefined;
}
