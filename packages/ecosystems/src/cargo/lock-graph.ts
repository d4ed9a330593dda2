import { LIMITS } from '@skillscope/core';
import type { LockedPackage } from './lock.ts';
import { readReference, withoutCommit } from './source.ts';

/** The packages of a Cargo.lock with their references followed. */
export interface LockGraph {
  readonly named: (name: string) => readonly LockedPackage[];
  /** What a package uses, replacements followed, in the order of the lockfile. Dangling references are left out. */
  readonly uses: (locked: LockedPackage) => readonly LockedPackage[];
}

/** Of a name with more than `LIMITS.lockedVersions` versions the first count. */
export function openLockGraph(packages: readonly LockedPackage[]): LockGraph {
  const byName = new Map<string, LockedPackage[]>();
  const seen = new Set<string>();
  for (const locked of packages) {
    const key = `${locked.name} ${locked.version} ${locked.source ?? ''}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const list = byName.get(locked.name);
    if (!list) byName.set(locked.name, [locked]);
    else if (list.length < LIMITS.lockedVersions) list.push(locked);
  }

  function find(text: string): LockedPackage | undefined {
    const reference = readReference(text);
    if (!reference) return undefined;
    const { version, source } = reference;
    const candidates = (byName.get(reference.name) ?? []).filter(
      (locked) =>
        (version === undefined || locked.version === version) &&
        (source === undefined || withoutCommit(locked.source ?? '') === withoutCommit(source)),
    );
    // Where name and version do not tell them apart, only a package without a source is written without one.
    return candidates.find((locked) => locked.source === undefined) ?? candidates[0];
  }

  const known = new Map<LockedPackage, readonly LockedPackage[]>();
  return {
    named: (name) => byName.get(name) ?? [],
    uses(locked) {
      let uses = known.get(locked);
      if (!uses) {
        const found = locked.dependencies.map(find).filter((used) => used !== undefined);
        uses = [...new Set(found.map((used) => (used.replace ? (find(used.replace) ?? used) : used)))];
        known.set(locked, uses);
      }
      return uses;
    },
  };
}
