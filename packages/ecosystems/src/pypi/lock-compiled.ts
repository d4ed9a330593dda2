import { graphOf, type LockedNeed, type LockedPackage, type LockGraph } from './lock.ts';
import { cleanVersion, isName, normalName } from './names.ts';
import type { CompiledFile } from './requirement-lists.ts';

/** What requirements files lock that a tool wrote: versions, and in comments what needs them. */
export function graphOfCompiled(compiled: readonly CompiledFile[]): LockGraph {
  const entries = compiled.flatMap((file) => file.entries);
  const needs = new Map<string, LockedNeed[]>();
  const roots = new Set<string>();
  for (const { requirement, via } of entries) {
    for (const name of via) {
      // `-r requirements.in` and `project (pyproject.toml)` stand for the project itself.
      if (!isName(name)) roots.add(requirement.key);
      else needs.set(normalName(name), [...(needs.get(normalName(name)) ?? []), { key: requirement.key, extras: [] }]);
    }
  }
  const packages = entries.map(({ requirement }): LockedPackage => {
    const { name, key, specifier, origin, marker } = requirement;
    const version = cleanVersion(/^={2,3}\s*([^\s,*]+)$/.exec(specifier)?.[1]) ?? '';
    return { name, key, version, origin, needs: needs.get(key) ?? [], ...(marker ? { marker } : {}) };
  });
  return graphOf(packages, needs.size > 0, roots.size > 0 ? roots : undefined);
}
