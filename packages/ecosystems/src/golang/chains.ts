import type { Requirement } from './mod-file.ts';

/** How each module is reached: the parent on the shortest way, `undefined` for one where the ways begin. */
export type Chains = ReadonlyMap<string, string | undefined>;

/**
 * The shortest ways from some modules on. Go.mod files list indirect requirements too, which would make every way look
 * like one step; so what a module imports itself is followed first, and the rest only for what is not reached then.
 */
export function chainsFrom(
  starts: readonly string[],
  requirements: (path: string) => readonly Pick<Requirement, 'path' | 'indirect'>[],
): Chains {
  const chains = new Map<string, string | undefined>(starts.map((path) => [path, undefined]));
  for (const takesIndirect of [false, true]) {
    // A map goes on to what is added while it is walked.
    for (const path of chains.keys()) {
      for (const requirement of requirements(path)) {
        if (requirement.indirect && !takesIndirect) continue;
        if (!chains.has(requirement.path)) chains.set(requirement.path, path);
      }
    }
  }
  return chains;
}

/** The modules on the way to one, from the start down to its parent; empty for a start, and for one never reached. */
export function chainTo(path: string, chains: Chains): readonly string[] {
  const names: string[] = [];
  for (let parent = chains.get(path); parent !== undefined; parent = chains.get(parent)) names.push(parent);
  return names.reverse();
}
