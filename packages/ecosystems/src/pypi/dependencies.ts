import type { Dependency } from '@skillscope/core';
import { openWays } from '../formats/ways.ts';
import type { Scope, ScopeNode } from './scope.ts';

/** Turns a scope into dependencies, nearest first. `members` are told only when a whole workspace was asked for. */
export function dependenciesOf(scope: Scope, tellMembers: boolean): readonly Dependency[] {
  const users = tellMembers ? usersOf(scope) : undefined;
  const found = new Map<string, Dependency>();
  const wayTo = openWays<ScopeNode>();
  for (const node of scope.nodes) {
    const { identity, evidence, relation, artifact, summary, lockedVersion } = node;
    const alias = relation === 'direct' ? node.importName?.() : undefined;
    const key = `${identity.purl}\0${artifact?.path ?? ''}\0${artifact?.inside ?? ''}`;
    if (found.has(key)) continue;
    found.set(key, {
      ...identity,
      ecosystem: 'pypi',
      relation,
      via: wayTo(node),
      evidence,
      ...(alias === undefined ? {} : { alias }),
      ...(lockedVersion === undefined ? {} : { lockedVersion }),
      ...(users ? { members: [...(users.get(node) ?? [])].sort() } : {}),
      ...(artifact ? { artifact } : {}),
      ...(summary === undefined ? {} : { summary }),
    });
  }
  return [...found.values()];
}

/** What an ordinary install on this machine would bring. */
export function requiredIn(scope: Scope): ReadonlySet<ScopeNode> {
  const starts = [...scope.unexplained, ...[...scope.direct.values()].flatMap((direct) => sure(direct))];
  return reachable(starts, ({ next }) => sure(next));
}

function sure(edges: ReadonlyMap<ScopeNode, boolean>): readonly ScopeNode[] {
  return [...edges].filter(([, isSure]) => isSure).map(([node]) => node);
}

/** Which members lead to each distribution, directly or on the way. */
function usersOf(scope: Scope): ReadonlyMap<ScopeNode, ReadonlySet<string>> {
  const users = new Map<ScopeNode, Set<string>>(scope.nodes.map((node) => [node, new Set()]));
  for (const [member, direct] of scope.direct) {
    for (const node of reachable([...direct.keys()], ({ next }) => [...next.keys()])) users.get(node)?.add(member);
  }
  return users;
}

function reachable(
  starts: readonly ScopeNode[],
  next: (node: ScopeNode) => readonly ScopeNode[],
): ReadonlySet<ScopeNode> {
  const seen = new Set(starts);
  for (const node of seen) for (const other of next(node)) seen.add(other);
  return seen;
}
