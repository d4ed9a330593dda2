import { graphOf, type LockedNeed, type LockedPackage, type LockGraph } from './lock.ts';
import { cleanVersion, isName, normalName } from './names.ts';
import type { CompiledFile } from './requirement-lists.ts';

/** What requirements files lock that a tool wrote: versions, and in comments what needs them. */
export function graphOfCompiled(compiled: readonly CompiledFile[]): LockGraph {
  const entries = compiled.flatMap((file) => file.entries);
  const needs = new Map<string, LockedNeed[]>();
  const roots = new Set<string>();

  function add(key: string, need: LockedNeed): void {
    const list = needs.get(key);
    if (list) list.push(need);
    else needs.set(key, [need]);
  }

  for (const { requirement, via } of entries) {
    for (const name of via) {
      // `-r requirements.in` and `project (pyproject.toml)` stand for the project itself.
      if (!isName(name)) roots.add(requirement.key);
      else add(normalName(name), { key: requirement.key, extras: [] });
    }
  }
  const known = new Set<string>();
  const packages = entries.map(({ requirement }): LockedPackage => {
    const { name, key, specifier, origin, marker } = requirement;
    const version = cleanVersion(/^={2,3}\s*([^\s,*]+)$/.exec(specifier)?.[1]) ?? '';
    const id = `${key} ${origin.source} ${version}`;
    // What repeats an entry adds nothing to what it needs.
    const own = known.has(id) ? undefined : needs.get(key);
    known.add(id);
    return { name, key, version, origin, needs: own ?? [], ...(marker ? { marker } : {}) };
  });
  return graphOf(packages, needs.size > 0, roots.size > 0 ? roots : undefined);
}
