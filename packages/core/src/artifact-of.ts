import type { Artifact, Dependency } from './dependency.ts';
import type { Skill } from './skill.ts';

/** All artifacts of a dependency, the one that goes first at 0. */
export function artifactsOf({ artifact, companions = [] }: Dependency): readonly Artifact[] {
  return artifact ? [artifact, ...companions] : [];
}

/** The artifact that holds a skill of a dependency; `undefined` when nothing of it lies on this machine. */
export function artifactOf(dependency: Dependency, { origin }: Pick<Skill, 'origin'>): Artifact | undefined {
  return artifactsOf(dependency)[origin?.artifact ?? 0];
}
