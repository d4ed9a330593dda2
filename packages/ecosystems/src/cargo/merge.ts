import type { Dependency } from '@skillscope/core';

/**
 * Joins entries of the same package at the same place: direct wins over transitive, the shorter chain over the longer,
 * and the members add up. An alias stays only when nobody uses the package's own name. Sorted by purl.
 */
export function mergeDependencies(dependencies: readonly Dependency[]): readonly Dependency[] {
  const groups = new Map<string, Dependency[]>();
  for (const dependency of dependencies) {
    const key = `${dependency.purl}\u0000${dependency.artifact?.path ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(dependency);
    else groups.set(key, [dependency]);
  }
  return [...groups.values()].map(join).sort((a, b) => (a.purl < b.purl ? -1 : a.purl > b.purl ? 1 : 0));
}

function join(group: readonly Dependency[]): Dependency {
  const closest = group.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  if (group.length === 1) return closest;
  const { alias: _, ...rest } = closest;
  const aliases = new Set(group.filter(({ relation }) => relation === 'direct').map(({ alias }) => alias));
  const alias = aliases.has(undefined) ? undefined : [...aliases].sort()[0];
  const members = new Set<string>();
  for (const dependency of group) for (const member of dependency.members ?? []) members.add(member);
  return { ...rest, members: [...members].sort(), ...(alias === undefined ? {} : { alias }) };
}

function distance({ relation, via }: Dependency): number {
  return relation === 'direct' ? 0 : via.length;
}
