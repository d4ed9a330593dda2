import type { Dependency } from '@skillscope/core';
import { openWays } from '../formats/ways.ts';
import type { Scope, ScopeNode } from './scope.ts';

/** Turns a scope into one dependency a purl, nearest first. `members` are told only when a whole workspace was asked for. */
export function dependenciesOf(scope: Scope, tellMembers: boolean): readonly Dependency[] {
  const users = tellMembers ? usersOf(scope) : undefined;
  const found = new Map<string, ScopeNode[]>();
  for (const node of scope.nodes) {
    const same = found.get(node.identity.purl);
    if (same) same.push(node);
    else found.set(node.identity.purl, [node]);
  }
  const wayTo = openWays<ScopeNode>();
  return [...found.values()].map((same) => join(same, users, wayTo));
}

/** Several copies of one version are one dependency: the nearest one that lies on disk stands for all. */
function join(
  same: readonly ScopeNode[],
  users: ReadonlyMap<ScopeNode, ReadonlySet<string>> | undefined,
  wayTo: (node: ScopeNode) => readonly string[],
): Dependency {
  const first = same[0] as ScopeNode;
  const shown = same.find(({ artifact }) => artifact) ?? first;
  const lockedVersion = same.find((node) => node.lockedVersion !== undefined)?.lockedVersion;
  const imports = new Set(same.flatMap((node) => [...node.imports]));
  const members = users && [...new Set(same.flatMap((node) => [...(users.get(node) ?? [])]))].sort();
  const { purl, name, version, source, pinned } = shown.identity;
  const alias = imports.has(name) ? undefined : [...imports][0];
  return {
    purl,
    ecosystem: 'npm',
    name,
    version,
    relation: first.relation,
    via: wayTo(first),
    evidence: shown.evidence,
    source,
    ...(pinned ? { pinned } : {}),
    ...(lockedVersion === undefined ? {} : { lockedVersion }),
    ...(alias === undefined ? {} : { alias }),
    ...(members ? { members } : {}),
    ...(shown.artifact ? { artifact: shown.artifact } : {}),
    ...(shown.summary === undefined ? {} : { summary: shown.summary }),
  };
}

/** Which members lead to each package, directly or on the way. */
function usersOf(scope: Scope): ReadonlyMap<ScopeNode, ReadonlySet<string>> {
  const users = new Map<ScopeNode, Set<string>>(scope.nodes.map((node) => [node, new Set()]));
  for (const [member, direct] of scope.direct) {
    const open = [...direct];
    for (let node = open.pop(); node; node = open.pop()) {
      const known = users.get(node);
      if (!known || known.has(member)) continue;
      known.add(member);
      for (const next of node.next) open.push(next);
    }
  }
  return users;
}
