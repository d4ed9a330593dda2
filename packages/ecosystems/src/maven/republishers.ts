import type { Coordinates } from './coordinates.ts';

/** Who publishes a library that only carries what others wrote elsewhere; `undefined` for an ordinary one. */
export function republisherOf({ group }: Pick<Coordinates, 'group'>): string | undefined {
  return REPUBLISHERS.get(group);
}

const REPUBLISHERS: ReadonlyMap<string, string> = new Map([['com.skillsjars', 'SkillsJars']]);
