import type { Skipped } from '@skillscope/core';
import type { Marker } from './marker.ts';
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
  /** The extra of the needing distribution that asks for it. */
  readonly under?: string;
  /** The very version, where a lockfile holds several. */
  readonly version?: string;
}

/** What a lockfile says, whatever its format. */
export interface LockGraph {
  /** By normal name; several versions where the lockfile holds them. */
  readonly packages: ReadonlyMap<string, readonly LockedPackage[]>;
  /** False where the format does not say who needs what. */
  readonly hasNeeds: boolean;
}

export type LockReading =
  | { readonly ok: true; readonly graph: LockGraph; readonly faults: readonly string[] }
  | { readonly ok: false; readonly reason: Skipped['reason']; readonly message: string; readonly line?: number };

/** Reads one format. `directory` holds the lockfile. Pure: text in, graph or fault out. */
export type LockFormat = (text: string, directory: string) => LockReading;

/** Gathers packages by name, each version once. */
export function graphOf(packages: Iterable<LockedPackage>, hasNeeds: boolean): LockGraph {
  const byName = new Map<string, LockedPackage[]>();
  for (const locked of packages) {
    const same = byName.get(locked.key);
    if (!same) byName.set(locked.key, [locked]);
    else if (!same.some(({ version, origin }) => version === locked.version && origin.source === locked.origin.source))
      same.push(locked);
  }
  return { packages: byName, hasNeeds };
}
