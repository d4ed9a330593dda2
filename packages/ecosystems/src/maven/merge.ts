import type { Resolved } from './dependencies.ts';

/**
 * Joins the uses of one library by several modules: direct wins over transitive, the shorter chain over the longer,
 * and the modules add up. Sorted by purl.
 */
export function mergeResolved(resolved: readonly Resolved[]): readonly Resolved[] {
  const groups = new Map<string, Resolved[]>();
  for (const item of resolved) {
    const { purl, artifact } = item.dependency;
    const key = `${purl}\0${artifact?.path ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()].map(join).sort((a, b) => (a.dependency.purl < b.dependency.purl ? -1 : 1));
}

function join(group: readonly Resolved[]): Resolved {
  const closest = group.reduce((a, b) => (b.dependency.via.length < a.dependency.via.length ? b : a));
  if (group.length === 1) return closest;
  const members = new Set<string>();
  for (const { dependency } of group) for (const member of dependency.members ?? []) members.add(member);
  return { ...closest, dependency: { ...closest.dependency, members: [...members].sort() } };
}
