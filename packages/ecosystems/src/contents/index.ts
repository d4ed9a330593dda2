import { type Artifact, LIMITS, type Skill, type Skipped } from '@skillscope/core';
import type { Ecosystem, Place } from '../ecosystem.ts';
import type { Tree } from '../tree.ts';
import { byCodePoint, parentOf } from '../trees/paths.ts';
import { joinCopies } from './join-copies.ts';
import { readSkill } from './read-skill.ts';
import { unifyPlaces } from './unify-places.ts';

export { readSkillText, type SkillText } from './read-skill-text.ts';

/** What one artifact holds. */
export interface ArtifactContents {
  /** By code point of the path. */
  readonly skills: readonly Omit<Skill, 'id'>[];
  readonly skipped: readonly Omit<Skipped, 'purl'>[];
}

/**
 * Reads every skill of one artifact: what it says about itself, which files it has, their digests.
 * One skill reached by two routes is one; two skills of one name stay two. Never throws on foreign input.
 */
export async function indexArtifact(
  tree: Tree,
  ecosystem: Pick<Ecosystem, 'places'>,
  artifact?: Artifact,
): Promise<ArtifactContents> {
  const { places, skipped: notFound } = await ecosystem.places(tree, artifact);
  const unified = unifyPlaces(tree, places);
  const kept = [...unified].sort(usualFirst).slice(0, LIMITS.skillsPerArtifact);
  const skipped: Omit<Skipped, 'purl'>[] = [...tree.refused, ...notFound];
  const firstLeftOut = [...unified].sort(usualFirst)[LIMITS.skillsPerArtifact];
  if (firstLeftOut)
    skipped.push({
      path: firstLeftOut.entry,
      reason: 'too-many',
      message: `The package has ${unified.length} skills; ${LIMITS.skillsPerArtifact} are read.`,
    });

  const directories = new Set(
    unified.filter(({ extent }) => extent === 'directory').map(({ entry }) => parentOf(entry)),
  );
  const allowance = { bytes: LIMITS.skillBytesPerArtifact };
  const skills: Omit<Skill, 'id'>[] = [];
  for (const place of kept.sort((a, b) => byCodePoint(a.entry, b.entry))) {
    const read = await readSkill(tree, place, directories, allowance);
    skipped.push(...read.skipped);
    if (read.skill) skills.push(read.skill);
  }
  return {
    skills: joinCopies(skills).sort((a, b) => byCodePoint(a.path, b.path)),
    skipped: unique(skipped),
  };
}

function usualFirst(a: Place, b: Place): number {
  return a.standing === b.standing ? byCodePoint(a.entry, b.entry) : a.standing === 'usual' ? -1 : 1;
}

function unique(skipped: readonly Omit<Skipped, 'purl'>[]): readonly Omit<Skipped, 'purl'>[] {
  const byKey = new Map(skipped.map((item) => [`${item.path}\0${item.reason}\0${item.message}`, item]));
  return [...byKey.values()].sort((a, b) => byCodePoint(a.path, b.path));
}
