import { LIMITS, type Relation } from '@skillscope/core';
import { candidatesFor, holds, type Known, type Made, type Need, needOf } from './candidate.ts';
import type { Manifest } from './manifest.ts';

/** One distribution in scope, linked to those it leads to. */
export interface ScopeNode extends Omit<Made, 'needs'> {
  readonly relation: Relation;
  /** The distribution that leads to it on the shortest way; absent for a direct one, and where nothing says it. */
  readonly parent?: ScopeNode;
  /** What it leads to; true for what an ordinary install on this machine would bring. */
  readonly next: Map<ScopeNode, boolean>;
}

export interface Scope {
  /** Nearest first. */
  readonly nodes: readonly ScopeNode[];
  /** What each member that was asked for leads to directly, by its path; true for what an ordinary install would bring. */
  readonly direct: ReadonlyMap<string, ReadonlyMap<ScopeNode, boolean>>;
  /** What only the lockfile lists, without saying what needs it. */
  readonly unexplained: readonly ScopeNode[];
}

interface Open {
  readonly node: ScopeNode;
  readonly made: Made;
  readonly extras: Set<string>;
  /** Extras that came since its needs were last followed; absent before that. */
  added?: Set<string>;
  isQueued: boolean;
}

const BREATHE_EVERY = 50;

/** Follows the dependencies of some members breadth first, so that every distribution is met on a shortest way. */
export async function followScope(
  known: Known,
  asked: ReadonlyMap<string, Manifest>,
  breathe: () => Promise<void>,
): Promise<Scope> {
  const nodes: ScopeNode[] = [];
  const byKey = new Map<string, Open>();
  const queue: Open[] = [];
  let isFull = false;
  let at = 0;

  function follow(needs: readonly Need[], parent: ScopeNode | undefined, found: Map<ScopeNode, boolean>): void {
    for (const need of [...needs].sort(byKeyOf)) {
      const here = holds(known, need);
      for (const { key, make } of candidatesFor(known, need)) {
        const open = byKey.get(key) ?? add(key, make(), parent ? 'transitive' : 'direct', parent);
        if (!open) continue;
        const isSure = here !== undefined && need.optional !== true;
        found.set(open.node, isSure || found.get(open.node) === true);
        const before = open.extras.size;
        for (const extra of need.extras) {
          if (!open.extras.has(extra)) open.added?.add(extra);
          open.extras.add(extra);
        }
        // Extras that come later bring more needs.
        if (open.extras.size > before && !open.isQueued) enqueue(open);
      }
    }
  }

  function add(key: string, made: Made, relation: Relation, parent?: ScopeNode): Open | undefined {
    if (nodes.length >= LIMITS.dependencies) {
      isFull = true;
      return undefined;
    }
    const { needs: _, ...rest } = made;
    const node: ScopeNode = {
      ...rest,
      relation,
      ...(parent ? { parent } : {}),
      next: new Map(),
    };
    const open: Open = { node, made, extras: new Set(), isQueued: false };
    byKey.set(key, open);
    nodes.push(node);
    enqueue(open);
    return open;
  }

  /** A list that grows while it is read. */
  async function drain(): Promise<void> {
    for (; at < queue.length; at += 1) {
      const open = queue[at];
      if (!open) break;
      open.isQueued = false;
      const { added } = open;
      open.added = new Set();
      follow(open.made.needs(open.extras, added), open.node, open.node.next);
      if (at % BREATHE_EVERY === 0) await breathe();
    }
  }

  function enqueue(open: Open): void {
    open.isQueued = true;
    queue.push(open);
  }

  const direct = new Map<string, ReadonlyMap<ScopeNode, boolean>>();
  for (const [path, manifest] of asked) {
    const found = new Map<ScopeNode, boolean>();
    // An extra may be made of others, by the project's own name.
    const others = manifest.declared.filter(({ key }) => key !== manifest.key);
    const needs = others.map((item) => ({ ...needOf(item), optional: item.optional }));
    follow(
      needs.filter((need) => holds(known, need) !== false),
      undefined,
      found,
    );
    direct.set(path, found);
    if (direct.size % BREATHE_EVERY === 0) await breathe();
  }
  await drain();
  const unexplained: ScopeNode[] = [];
  if (known.lock && !known.lock.hasNeeds) {
    for (const key of known.lock.packages.keys()) {
      for (const candidate of candidatesFor(known, { key, extras: [] })) {
        if (byKey.has(candidate.key)) continue;
        const open = add(candidate.key, candidate.make(), 'transitive');
        if (open) unexplained.push(open.node);
      }
    }
    await drain();
  }
  if (isFull) {
    const message = `Only ${LIMITS.dependencies} dependencies are followed.`;
    known.files.skip({ path: known.place.root, reason: 'too-many', message });
  }
  return { nodes, direct, unexplained };
}

function byKeyOf(a: Need, b: Need): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
