import { LIMITS } from '@skillscope/core';
import type { Requirement } from './mod-file.ts';

/**
 * The shortest ways from some modules on: for each one reached, the modules from the start down to its parent, none for
 * a start. A way of more than `LIMITS.viaNames` ends there. Go.mod files list indirect requirements too, which would
 * make every way look like one step; so what a module imports itself is followed first, and the rest only for what is
 * not reached then.
 */
export function chainsFrom(
  starts: readonly string[],
  requirements: (path: string) => readonly Pick<Requirement, 'path' | 'indirect'>[],
): ReadonlyMap<string, readonly string[]> {
  const chains = new Map<string, readonly string[]>(starts.map((path) => [path, []]));
  for (const takesIndirect of [false, true]) {
    // A map goes on to what is added while it is walked.
    for (const [path, chain] of chains) {
      const longer = chain.length < LIMITS.viaNames ? [...chain, path] : chain;
      for (const requirement of requirements(path)) {
        if (requirement.indirect && !takesIndirect) continue;
        if (!chains.has(requirement.path)) chains.set(requirement.path, longer);
      }
    }
  }
  return chains;
}
