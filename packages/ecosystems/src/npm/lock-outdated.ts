import type { LockGraph } from './lock.ts';
import type { Manager } from './locks.ts';
import type { Catalogs, Declared, Manifest } from './manifest.ts';
import { originOf, rangeOf } from './origin.ts';
import { specIn } from './spec-in.ts';

/** A dependency that a manifest asks for and the lockfile does not hold, or not as asked for. */
export interface Unlocked {
  readonly name: string;
  /** As the manifest says it, or the catalog that it names. */
  readonly spec: string;
  /** The version that the lockfile holds instead, where it holds one. */
  readonly lockedVersion?: string;
  /** What that was locked for, where the lockfile says it. */
  readonly lockedSpec?: string;
}

export interface Asked {
  readonly manager: Manager;
  readonly graph: LockGraph;
  /** By path below the root. */
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly catalogs: Catalogs;
}

/**
 * What each member asks for and the lockfile does not answer: by path of the member, those with nothing to say left out.
 * Only what is certain counts: peers, paths, members of the workspace, names whose ranges are replaced, and members that
 * the lockfile does not know are passed over.
 */
export async function unlockedIn(asked: Asked): Promise<ReadonlyMap<string, readonly Unlocked[]>> {
  const { graph, manifests } = asked;
  const found = new Map<string, readonly Unlocked[]>();
  const passedOver = new Set(graph.overridden);
  for (const { name, overridden } of manifests.values()) {
    if (name !== undefined) passedOver.add(name);
    for (const other of overridden) passedOver.add(other);
  }
  for (const [member, { runtime, development }] of manifests) {
    const recorded = graph.declared?.get(member);
    if (!recorded) continue;
    const unlocked: Unlocked[] = [];
    for (const declared of [...development, ...runtime]) {
      if (declared.peer || passedOver.has(declared.name)) continue;
      const one = await unlockedOf(declared, recorded.get(declared.name), member, asked);
      if (one) unlocked.push(one);
    }
    if (unlocked.length > 0) found.set(member, unlocked);
  }
  return found;
}

async function unlockedOf(
  { name, spec, optional }: Declared,
  recorded: string | undefined,
  member: string,
  { manager, graph, catalogs }: Asked,
): Promise<Unlocked | undefined> {
  const { source } = originOf(spec);
  if (source === 'path' || source === 'workspace') return undefined;
  const wanted = specIn(spec, name, catalogs);
  if (recorded === undefined) return optional ? undefined : { name, spec: wanted ?? spec };
  const before = specIn(recorded, name, graph.catalogs);
  if (wanted === undefined || before === undefined || plain(wanted) === plain(before)) return undefined;
  // Addresses are written in more ways than one.
  if (source !== 'registry' || (before !== '' && originOf(before).source !== 'registry')) return undefined;
  const key = graph.importers.get(member)?.get(name);
  const locked = key === undefined ? undefined : graph.packages.get(key);
  const lockedVersion = locked?.version || undefined;
  if (manager === 'npm') {
    // npm takes whatever lies in the range, as it was asked for before or not.
    if (!locked || lockedVersion === undefined || locked.name !== (originOf(wanted).name ?? name)) return undefined;
    const { isInRange } = await import('./in-range.ts');
    if (isInRange(lockedVersion, rangeOf(wanted))) return undefined;
  }
  return {
    name,
    spec: wanted,
    ...(lockedVersion === undefined ? {} : { lockedVersion }),
    ...(before === '' ? {} : { lockedSpec: plain(before) }),
  };
}

/** Without the protocol that a manager adds to a plain range, and without blanks around it. */
function plain(spec: string): string {
  const text = spec.trim();
  return text.startsWith('npm:') && !text.includes('@') ? text.slice('npm:'.length) : text;
}
