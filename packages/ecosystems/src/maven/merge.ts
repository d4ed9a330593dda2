import type { Resolved } from './dependencies.ts';

/**
 * Joins the uses of one library by several modules: direct wins over transitive, the shorter chain over the longer,
 * and the modules add up. Sorted by purl.
 */
export function mergeResolved(resolved: readonly Resolved[]): readonly Resolved[] {
  const merged = new Map<string, Resolved>();
  for (const item of resolved) {
    const { purl, artifact } = item.dependency;
    const key = `${purl}\0${artifact?.path ?? ''}`;
    const other = merged.get(key);
    merged.set(key, other ? join(other, item) : item);
  }
  return [...merged.values()].sort((a, b) => (a.dependency.purl < b.dependency.purl ? -1 : 1));
}

function join(a: Resolved, b: Resolved): Resolved {
  const closer = b.dependency.via.length < a.dependency.via.length ? b : a;
  const members = [...new Set([...(a.dependency.members ?? []), ...(b.dependency.members ?? [])])].sort();
  return { ...closer, dependency: { ...closer.dependency, members } };
}
