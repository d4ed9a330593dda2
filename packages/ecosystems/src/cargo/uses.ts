import { LIMITS } from '@skillscope/core';
import type { Unlocked } from './declared.ts';
import type { Locals } from './locals.ts';
import type { LockedPackage } from './lock.ts';
import type { LockGraph } from './lock-graph.ts';
import type { Declared } from './manifest.ts';
import { compareVersions, misses, satisfies } from './requirement.ts';
import { spreadUsers } from './spread.ts';

/** One locked package as the asked members use it. */
export interface Use {
  readonly locked: LockedPackage;
  readonly isDirect: boolean;
  readonly via: readonly string[];
  readonly alias?: string;
  /** Paths of the members that use it, in the order asked. */
  readonly members: readonly string[];
}

/** What one member declares, beside its own entry in the lockfile. */
export interface Asked {
  readonly path: string;
  readonly locked: LockedPackage | undefined;
  readonly declared: readonly Declared[];
}

export interface Uses {
  readonly uses: readonly Use[];
  /** Declared by a member, with no matching entry in the lockfile. */
  readonly missing: readonly Unlocked[];
  /** Declared by a member, at another version than the lockfile holds. */
  readonly outdated: readonly Outdated[];
}

/** What a manifest asks for while the lockfile holds another version. */
export interface Outdated {
  readonly declared: Declared;
  readonly locked: LockedPackage;
}

/** How often a package is declared directly: by which members, and by which names. */
interface Direct {
  readonly members: number[];
  readonly aliases: Set<string | undefined>;
}

/**
 * What the asked members use, by the lockfile: direct dependencies are those a manifest declares, all others are
 * reached from them, with the shortest chain. Where two chains are as short, the one first in code-point order counts.
 */
export async function findUses(
  asked: readonly Asked[],
  graph: LockGraph,
  locals: Locals,
  breathe: () => Promise<void>,
): Promise<Uses> {
  const { direct, missing, outdated } = findDirect(asked, graph);
  const carried = openCarried(graph, locals);
  const members = new Map([...direct].map(([locked, entry]) => [locked, entry.members]));
  const spread = await spreadUsers(members, asked.length, carried, breathe);
  const chains = findChains(direct, carried);

  const uses = [...spread].map(([locked, numbers]): Use => {
    const aliases = direct.get(locked)?.aliases;
    const alias = aliases?.has(undefined) ? undefined : [...(aliases ?? [])].sort()[0];
    const users: string[] = [];
    for (const number of numbers) {
      const member = asked[number];
      // A member that is used by its own dependencies does not use itself.
      if (member && member.locked !== locked) users.push(member.path);
    }
    return {
      locked,
      isDirect: direct.has(locked),
      via: chains.get(locked) ?? [],
      members: users,
      ...(alias === undefined ? {} : { alias }),
    };
  });
  return { uses: uses.filter((use) => use.members.length > 0), missing, outdated };
}

function findDirect(asked: readonly Asked[], graph: LockGraph) {
  const direct = new Map<LockedPackage, Direct>();
  const missing: Unlocked[] = [];
  const outdated: Outdated[] = [];
  for (const [number, member] of asked.entries()) {
    const candidates = byName(member.locked ? graph.uses(member.locked) : []);
    for (const declared of member.declared) {
      const locked = choose(declared, candidates.get(declared.name) ?? []);
      if (!locked) {
        missing.push({ member: member.path, declared });
        continue;
      }
      if (locked === member.locked) continue;
      if (declared.origin.kind === kindOf(locked.source) && misses(declared.requirement, locked.version))
        outdated.push({ declared, locked });
      const entry = direct.get(locked) ?? { members: [], aliases: new Set() };
      direct.set(locked, entry);
      entry.members.push(number);
      entry.aliases.add(declared.alias);
    }
  }
  return { direct, missing, outdated };
}

/** The shortest chain to everything reached, level by level from the direct dependencies. */
function findChains(
  direct: ReadonlyMap<LockedPackage, Direct>,
  carried: (locked: LockedPackage) => readonly LockedPackage[],
): ReadonlyMap<LockedPackage, readonly string[]> {
  let level = [...direct.keys()].sort(byIdentity);
  const chains = new Map<LockedPackage, readonly string[]>(level.map((locked) => [locked, []]));
  while (level.length > 0) {
    const next: LockedPackage[] = [];
    for (const parent of level) {
      const above = chains.get(parent) ?? [];
      const via = above.length < LIMITS.viaNames ? [...above, parent.name] : above;
      for (const locked of carried(parent)) {
        if (chains.has(locked)) continue;
        chains.set(locked, via);
        next.push(locked);
      }
    }
    level = next;
  }
  return chains;
}

/**
 * What using a package brings along, sorted. A local package's own development dependencies stay out, though the
 * lockfile lists them.
 */
function openCarried(graph: LockGraph, locals: Locals): (locked: LockedPackage) => readonly LockedPackage[] {
  const known = new Map<LockedPackage, readonly LockedPackage[]>();
  return (locked) => {
    let carried = known.get(locked);
    if (!carried) {
      const local = locked.source === undefined ? locals.find(locked.name, locked.version) : undefined;
      const names = local && new Set(local.carries.map(({ name }) => name));
      carried = graph
        .uses(locked)
        .filter(({ name }) => names?.has(name) ?? true)
        .sort(byIdentity);
      known.set(locked, carried);
    }
    return carried;
  };
}

function byName(packages: readonly LockedPackage[]): ReadonlyMap<string, readonly LockedPackage[]> {
  const found = new Map<string, LockedPackage[]>();
  for (const locked of packages) {
    const same = found.get(locked.name);
    if (!same) found.set(locked.name, [locked]);
    else if (same.length < LIMITS.lockedVersions) same.push(locked);
  }
  return found;
}

function choose(declared: Declared, named: readonly LockedPackage[]): LockedPackage | undefined {
  if (named.length <= 1) return named[0];
  const ofKind = named.filter(({ source }) => kindOf(source) === declared.origin.kind);
  const pool = ofKind.length > 0 ? ofKind : named;
  const meeting = pool.filter(({ version }) => satisfies(declared.requirement, version));
  return [...(meeting.length > 0 ? meeting : pool)].sort((a, b) => compareVersions(b.version, a.version))[0];
}

function kindOf(source: string | undefined): Declared['origin']['kind'] {
  if (source === undefined) return 'path';
  return source.startsWith('git+') ? 'git' : 'registry';
}

function byIdentity(a: LockedPackage, b: LockedPackage): number {
  return compare(a.name, b.name) || compare(a.version, b.version) || compare(a.source ?? '', b.source ?? '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
