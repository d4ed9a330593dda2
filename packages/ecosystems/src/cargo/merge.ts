import type { Dependency } from '@skillscope/core';

/**
 * Joins entries of the same package at the same place: direct wins over transitive, the shorter chain over the longer,
 * and the members add up. An alias stays only when nobody uses the package's own name. Sorted by purl.
 */
export function mergeDependencies(dependencies: readonly Dependency[]): readonly Dependency[] {
  const merged = new Map<string, Dependency>();
  for (const dependency of dependencies) {
    const key = `${dependency.purl}\u0000${dependency.artifact?.path ?? ''}`;
    const other = merged.get(key);
    merged.set(key, other ? join(other, dependency) : dependency);
  }
  return [...merged.values()].sort((a, b) => (a.purl < b.purl ? -1 : a.purl > b.purl ? 1 : 0));
}

function join(a: Dependency, b: Dependency): Dependency {
  const closer = distance(b) < distance(a) ? b : a;
  const { alias: _, ...rest } = closer;
  const direct = [a, b].filter(({ relation }) => relation === 'direct');
  const aliases = direct.map(({ alias }) => alias);
  const alias = aliases.includes(undefined) ? undefined : aliases.sort()[0];
  return {
    ...rest,
    members: [...new Set([...(a.members ?? []), ...(b.members ?? [])])].sort(),
    ...(alias === undefined ? {} : { alias }),
  };
}

function distance({ relation, via }: Dependency): number {
  return relation === 'direct' ? 0 : via.length;
}
