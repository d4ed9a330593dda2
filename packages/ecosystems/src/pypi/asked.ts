import type { Files } from '../files.ts';
import type { FoundEnvironment } from './environments.ts';
import { headsOf } from './heads.ts';
import { type Installed, readOwnMetadata, requirementsOf } from './installed.ts';
import type { LockGraph } from './lock.ts';
import type { Manifest } from './manifest.ts';
import { withoutExtras } from './marker.ts';
import { isInside } from './paths.ts';
import type { Declared, Requirement } from './requirement.ts';

/** What the asked members need, once everything that may say it has been asked. */
export interface Asked {
  readonly manifests: ReadonlyMap<string, Manifest>;
  /** True where nothing says it, so that all that an environment of the project's own holds counts. */
  readonly isGuessed: boolean;
}

interface Sources {
  readonly lock: LockGraph | undefined;
  readonly installed: Installed;
  readonly files: Files;
  readonly environment: FoundEnvironment | undefined;
  /** False for a requirement that does not hold here without an extra. */
  readonly isNeeded: (requirement: Requirement) => boolean;
}

/**
 * Completes manifests that leave it to something else to say what they need: to metadata made when the project itself
 * was installed, to a lockfile that stands alone, or, where nothing does, to the project's own environment.
 */
export function completeManifests(manifests: ReadonlyMap<string, Manifest>, sources: Sources): Asked {
  const completed = new Map(
    [...manifests].map(([path, manifest]) => [path, withMetadata(withInstalled(manifest, sources), sources)]),
  );
  if ([...completed.values()].some(({ declared }) => declared.length > 0))
    return { manifests: completed, isGuessed: false };
  const roots = sources.lock === undefined ? [] : rootsOf(sources.lock);
  const found = roots.length > 0 ? roots : headsIn(completed.values(), sources);
  return {
    manifests: new Map([...completed].map(([path, manifest]) => [path, { ...manifest, declared: found }])),
    isGuessed: roots.length === 0 && found.length > 0,
  };
}

/** Without what may be no distribution of Python and is not installed as one. */
function withInstalled(manifest: Manifest, { installed }: Sources): Manifest {
  if (manifest.conda === undefined) return manifest;
  const declared = manifest.declared.filter(
    ({ onlyInstalled, key }) => !onlyInstalled || (!TOOLS.has(key) && installed.get(key) !== undefined),
  );
  return { ...manifest, declared };
}

function withMetadata(manifest: Manifest, { installed, files }: Sources): Manifest {
  const { directory, key, dynamic, declared } = manifest;
  if (!dynamic || declared.some(({ list }) => list === 'main')) return manifest;
  const own = key === undefined ? undefined : installed.get(key);
  const isOwn = own?.origin?.source === 'path' && own.origin.path === directory;
  const requires = readOwnMetadata(directory, files) ?? (isOwn ? requirementsOf(own.requires) : []);
  return { ...manifest, declared: [...declared, ...requires.map((item) => asDeclared(item))] };
}

/** Metadata names an extra in the condition. */
function asDeclared({ marker, ...requirement }: Requirement): Declared {
  const rest = marker && withoutExtras(marker);
  const isExtra = rest !== marker;
  return {
    ...requirement,
    list: isExtra ? 'extra' : 'main',
    optional: isExtra,
    statedIn: 'installed-metadata',
    ...(rest ? { marker: rest } : {}),
  };
}

/** What a lockfile says was asked for, or what nothing else in it needs. */
function rootsOf(lock: LockGraph): readonly Declared[] {
  const packages = [...lock.packages.values()].flat();
  // What an extra needs is not led to by who has it.
  const needsOf = (key: string) =>
    (lock.packages.get(key) ?? []).flatMap(({ needs }) => needs.filter(({ under }) => under === undefined));
  const roots =
    lock.roots ??
    headsOf(new Map([...lock.packages.keys()].map((key) => [key, needsOf(key).map((need) => need.key)] as const)));
  return packages
    .filter(({ key }) => roots.has(key))
    .map(({ name, key, origin, marker }) => declaredOf({ name, key, origin, ...(marker ? { marker } : {}) }));
}

/** Installers of installers, which come with every environment. */
export const TOOLS: ReadonlySet<string> = new Set(['distribute', 'pip', 'pkg-resources', 'setuptools', 'wheel']);

const NO_EXTRAS: ReadonlySet<string> = new Set();

/** Distributions that lead to all in an environment of the project's own, as `headsOf` chooses them. */
function headsIn(manifests: Iterable<Manifest>, { installed, environment, isNeeded }: Sources): readonly Declared[] {
  const directories = [...manifests].map(({ directory }) => directory);
  if (!environment || !isOwnEnvironment(environment, directories)) return [];
  const all = installed
    .own()
    .map((key) => installed.get(key))
    .filter((item) => item !== undefined);
  const others = all.filter(
    ({ key, origin }) => !TOOLS.has(key) && !(origin?.source === 'path' && directories.includes(origin.path)),
  );
  const needs = others.map(({ key, requires }) => {
    const needed = requirementsOf(requires, NO_EXTRAS).filter(isNeeded);
    return [key, needed.map((item) => item.key)] as const;
  });
  const heads = headsOf(new Map(needs), installed.wasRequested);
  return others
    .filter(({ key }) => heads.has(key))
    .map(({ name, key, origin }) => declaredOf({ name, key, origin: origin ?? { source: 'registry' } }));
}

/** An environment that lies in the project, or that was activated for it. */
export function isOwnEnvironment({ prefix, reason }: FoundEnvironment, directories: readonly string[]): boolean {
  return reason === 'VIRTUAL_ENV' || directories.some((directory) => isInside(directory, prefix));
}

function declaredOf(item: Pick<Declared, 'name' | 'key' | 'origin' | 'marker'>): Declared {
  return { ...item, extras: [], specifier: '', list: 'main', optional: false };
}
