import { LIMITS, type Skipped } from '@skillscope/core';
import { readToml, type Table } from '../formats/toml.ts';
import { type Marker, parseMarker } from './marker.ts';
import type { Origin } from './origin.ts';

/** One distribution as a lockfile fixes it. */
export interface LockedPackage {
  /** As the lockfile spells it. */
  readonly name: string;
  /** In normal form. */
  readonly key: string;
  /** Empty where the lockfile does not say it, as for directories. */
  readonly version: string;
  readonly origin: Origin;
  readonly needs: readonly LockedNeed[];
  /** Under which condition it is used at all. */
  readonly marker?: Marker;
}

/** What one locked distribution needs. */
export interface LockedNeed {
  readonly key: string;
  readonly extras: readonly string[];
  readonly marker?: Marker;
  /** The extras of the needing distribution that ask for it, each by itself. Absent for what it needs in any case. */
  readonly under?: readonly string[];
  /** The very version, where a lockfile holds several. */
  readonly version?: string;
}

/** What a lockfile says, whatever its format. */
export interface LockGraph {
  /** By normal name; several versions where the lockfile holds them. */
  readonly packages: ReadonlyMap<string, readonly LockedPackage[]>;
  /** False where the format does not say who needs what. */
  readonly hasNeeds: boolean;
  /** Normal names of what was asked for; absent where the format does not say it. */
  readonly roots?: ReadonlySet<string>;
}

export type LockReading =
  | { readonly ok: true; readonly graph: LockGraph; readonly faults: readonly string[] }
  | { readonly ok: false; readonly reason: Skipped['reason']; readonly message: string; readonly line?: number };

/** Reads one format. `directory` holds the lockfile. Pure: text in, graph or fault out. */
export type LockFormat = (text: string, directory: string) => LockReading;

/**
 * Gathers packages by name, each version once; what several entries of one version need adds up. Of a name with more than
 * `LIMITS.lockedVersions` versions the first count.
 */
export function graphOf(packages: Iterable<LockedPackage>, hasNeeds: boolean, roots?: ReadonlySet<string>): LockGraph {
  const byName = new Map<string, Map<string, LockedPackage & { readonly needs: LockedNeed[] }>>();
  for (const locked of packages) {
    const same = byName.get(locked.key) ?? new Map<string, LockedPackage & { readonly needs: LockedNeed[] }>();
    byName.set(locked.key, same);
    const id = `${locked.origin.source} ${locked.version}`;
    const known = same.get(id);
    if (!known && same.size < LIMITS.lockedVersions) same.set(id, { ...locked, needs: [...locked.needs] });
    else for (const need of locked.needs) known?.needs.push(need);
  }
  const found = new Map([...byName].map(([key, versions]) => [key, [...versions.values()]]));
  return { packages: found, hasNeeds, ...(roots ? { roots } : {}) };
}

/** Parses a lockfile in TOML whose top level must hold `mark`, as its tool always writes it. */
export function readLockTable(
  text: string,
  mark: string,
): { readonly ok: true; readonly table: Table } | Extract<LockReading, { readonly ok: false }> {
  const toml = readToml(text);
  if (!toml.ok) return { ...toml, reason: 'malformed' };
  if (toml.table[mark] !== undefined) return toml;
  return { ok: false, reason: 'malformed', message: `The file has no "${mark}", as every lockfile of its kind does.` };
}

/** The packages that could be read, with a word about the others. */
export function readingOf(
  packages: readonly (LockedPackage | undefined)[],
  { hasNeeds, roots }: { readonly hasNeeds: boolean; readonly roots?: ReadonlySet<string> },
): LockReading {
  const read = packages.filter((item) => item !== undefined);
  const refused = packages.length - read.length;
  const what = refused === 1 ? '1 entry has' : `${refused} entries have`;
  const graph = graphOf(read, hasNeeds, roots);
  const isFull = [...graph.packages.values()].some(({ length }) => length >= LIMITS.lockedVersions);
  const faults = [
    ...(refused > 0 ? [`${what} a name that no distribution can have.`] : []),
    ...(isFull ? [`Of each distribution, ${LIMITS.lockedVersions} versions are read.`] : []),
  ];
  return { ok: true, graph, faults };
}

/** A condition in words; a malformed one counts as none. */
export function markerOf(text: unknown): { readonly marker?: Marker } {
  const marker = typeof text === 'string' && text !== '' ? parseMarker(text) : undefined;
  return marker ? { marker } : {};
}
