import { join } from 'node:path';
import { type Artifact, type Evidence, LIMITS, type Relation } from '@skillscope/core';
import type { Project } from '../ecosystem.ts';
import { type Candidate, candidateFor, type Known, type View } from './candidate.ts';
import type { Identity } from './identity.ts';
import type { Declared } from './manifest.ts';

/** One package in scope, linked to those it leads to. */
export interface ScopeNode {
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly relation: Relation;
  /** The package that leads to it on the shortest way; absent for a direct one. */
  readonly parent?: ScopeNode;
  readonly artifact?: Artifact;
  readonly summary?: string;
  /** Names members import it by. */
  readonly imports: Set<string>;
  lockedVersion?: string;
  /** Filled when the node is followed. */
  readonly next: ScopeNode[];
}

export interface Scope {
  /** Nearest first. */
  readonly nodes: readonly ScopeNode[];
  /** What each member that was asked for leads to directly, by its path. */
  readonly direct: ReadonlyMap<string, readonly ScopeNode[]>;
}

const BREATHE_EVERY = 50;

/** Follows the dependencies of some members breadth first, so that every package is met on a shortest way. */
export async function followScope(
  known: Known,
  asked: readonly string[],
  { breathe, announce }: Pick<Project, 'breathe' | 'announce'>,
): Promise<Scope> {
  const nodes: ScopeNode[] = [];
  const views: View[] = [];
  const byKey = new Map<string, ScopeNode>();
  const isLocked = lockedVersions(known);

  function follow(view: View, parent: ScopeNode | undefined): readonly ScopeNode[] {
    const found: ScopeNode[] = [];
    for (const declared of [...view.needs].sort(byName)) {
      const candidate = candidateFor(known, view, declared, parent === undefined);
      const node = candidate && (byKey.get(candidate.key) ?? add(candidate, parent));
      if (!candidate || !node) continue;
      compareWithLock(node, candidate, parent);
      if (!parent) node.imports.add(declared.name);
      found.push(node);
    }
    return found;
  }

  function add({ key, make }: Candidate, parent: ScopeNode | undefined): ScopeNode | undefined {
    if (nodes.length >= LIMITS.dependencies) return undefined;
    const { view, ...made } = make();
    const relation = parent ? 'transitive' : 'direct';
    const node: ScopeNode = { ...made, relation, ...(parent ? { parent } : {}), imports: new Set(), next: [] };
    byKey.set(key, node);
    nodes.push(node);
    views.push(view);
    if (node.artifact) announce(node.artifact);
    return node;
  }

  /** Further down, another locked copy of the package may answer as well, so only a version locked nowhere differs. */
  function compareWithLock(node: ScopeNode, { locked }: Candidate, parent: ScopeNode | undefined): void {
    const { name, version, source } = node.identity;
    if (!locked || node.evidence !== 'installed' || node.lockedVersion !== undefined) return;
    if (locked.version === '' || locked.version === version || locked.name !== name) return;
    if (source !== 'registry' || locked.origin.source !== 'registry') return;
    if (!parent || !isLocked(name, version)) node.lockedVersion = locked.version;
  }

  const direct = new Map<string, readonly ScopeNode[]>();
  for (const member of asked) {
    direct.set(member, follow(viewOf(known, member), undefined));
    if (direct.size % BREATHE_EVERY === 0) await breathe();
  }
  for (const [index, node] of nodes.entries()) {
    node.next.push(...follow(views[index] ?? { needs: [] }, node));
    if (index % BREATHE_EVERY === 0) await breathe();
  }
  if (nodes.length >= LIMITS.dependencies) {
    const message = `Only ${LIMITS.dependencies} dependencies are followed.`;
    known.files.skip({ path: known.place.root, reason: 'too-many', message });
  }
  return { nodes, direct };
}

/** What a member looks up: also what only its own development needs. */
export function viewOf({ place, manifests, installed, lock }: Known, member: string): View {
  const manifest = manifests.get(member);
  const edges = lock?.importers.get(member);
  return {
    from: installed.start(member),
    ...(edges ? { edges } : {}),
    directory: join(place.root, member),
    needs: manifest ? [...manifest.development, ...manifest.runtime] : [],
  };
}

/** Made at the first question, which most projects never ask. */
function lockedVersions({ lock }: Known): (name: string, version: string) => boolean {
  let ids: Set<string> | undefined;
  return (name, version) => {
    ids ??= new Set([...(lock?.packages.values() ?? [])].map((locked) => `${locked.name}@${locked.version}`));
    return ids.has(`${name}@${version}`);
  };
}

function byName(a: Declared, b: Declared): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
