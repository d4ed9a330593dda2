import { LIMITS } from '@skillscope/core';
import type { Locals } from './locals.ts';
import type { LockedPackage } from './lock.ts';
import type { LockGraph } from './lock-graph.ts';
import type { Declared } from './manifest.ts';
import { compareVersions, satisfies } from './requirement.ts';

/** One locked package as the asked members use it. */
export interface Use {
  readonly locked: LockedPackage;
  readonly isDirect: boolean;
  readonly via: readonly string[];
  readonly alias?: string;
  /** Paths of the members that use it, sorted. */
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
  readonly missing: readonly { readonly member: string; readonly declared: Declared }[];
}

interface Reached {
  isDirect: boolean;
  via: readonly string[];
  aliases: Set<string | undefined>;
  members: Set<string>;
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
  const reached = new Map<LockedPackage, Reached>();
  const missing: { member: string; declared: Declared }[] = [];

  function reach(locked: LockedPackage): Reached {
    let entry = reached.get(locked);
    if (!entry) {
      entry = { isDirect: false, via: [], aliases: new Set(), members: new Set() };
      reached.set(locked, entry);
    }
    return entry;
  }

  for (const member of asked) {
    await breathe();
    const candidates = member.locked ? graph.uses(member.locked) : [];
    const direct = new Set<LockedPackage>();
    for (const declared of member.declared) {
      const locked = choose(declared, candidates);
      if (locked === member.locked && locked !== undefined) continue;
      if (!locked) {
        missing.push({ member: member.path, declared });
        continue;
      }
      direct.add(locked);
      const entry = reach(locked);
      entry.isDirect = true;
      entry.aliases.add(declared.alias);
    }
    for (const locked of closure(direct, graph, locals)) {
      if (locked !== member.locked) reach(locked).members.add(member.path);
    }
  }
  chain(reached, graph, locals);

  const uses = [...reached].map(([locked, { isDirect, via, aliases, members }]): Use => {
    const alias = aliases.has(undefined) ? undefined : [...aliases].sort()[0];
    return { locked, isDirect, via, members: [...members].sort(), ...(alias === undefined ? {} : { alias }) };
  });
  return { uses: uses.filter(({ members }) => members.length > 0), missing };
}

/** Finds the shortest chain to everything reached, level by level from the direct dependencies. */
function chain(reached: ReadonlyMap<LockedPackage, Reached>, graph: LockGraph, locals: Locals): void {
  let level = [...reached.keys()].filter((locked) => reached.get(locked)?.isDirect).sort(byIdentity);
  const seen = new Set(level);
  while (level.length > 0) {
    const next: LockedPackage[] = [];
    for (const parent of level) {
      const above = reached.get(parent)?.via ?? [];
      const via = above.length < LIMITS.viaNames ? [...above, parent.name] : above;
      for (const locked of [...carried(parent, graph, locals)].sort(byIdentity)) {
        const entry = reached.get(locked);
        if (!entry || seen.has(locked)) continue;
        seen.add(locked);
        entry.via = via;
        next.push(locked);
      }
    }
    level = next;
  }
}

function closure(start: ReadonlySet<LockedPackage>, graph: LockGraph, locals: Locals): ReadonlySet<LockedPackage> {
  const seen = new Set(start);
  for (const locked of seen) for (const used of carried(locked, graph, locals)) seen.add(used);
  return seen;
}

/** What using a package brings along. A local package's own development dependencies stay out, though the lockfile lists them. */
function carried(locked: LockedPackage, graph: LockGraph, locals: Locals): readonly LockedPackage[] {
  const uses = graph.uses(locked);
  const local = locked.source === undefined ? locals.find(locked.name, locked.version) : undefined;
  if (!local) return uses;
  const names = new Set(local.carries.map(({ name }) => name));
  return uses.filter(({ name }) => names.has(name));
}

function choose(declared: Declared, candidates: readonly LockedPackage[]): LockedPackage | undefined {
  const named = candidates.filter(({ name }) => name === declared.name);
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
