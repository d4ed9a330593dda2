import type { Note, Skill } from '@skillscope/core';
import { byCodePoint } from '../trees/paths.ts';
import type { ArtifactContents } from './index.ts';

type Unnamed = Omit<Skill, 'id'>;

/**
 * What several artifacts of one library hold together, each skill with its origin. A skill that an earlier artifact
 * holds too is left out: byte for byte the same, or another text at the same path, which a note then names.
 */
export function joinArtifacts(artifacts: readonly ArtifactContents[]): ArtifactContents {
  const [only, second] = artifacts;
  if (!second) return only ?? { skills: [], skipped: [] };
  const byPath = new Map<string, Unnamed>();
  const contents = new Set<string>();
  for (const [artifact, { skills }] of artifacts.entries()) {
    for (const [index, skill] of skills.entries()) {
      const known = byPath.get(skill.path);
      const key = `${skill.digest} ${skill.name}`;
      if (known && known.digest !== skill.digest)
        byPath.set(skill.path, {
          ...known,
          notes: [...known.notes.filter(({ code }) => code !== DIFFERS.code), DIFFERS],
        });
      if (known || contents.has(key)) continue;
      contents.add(key);
      byPath.set(skill.path, { ...skill, origin: { artifact, ordinal: index + 1 } });
    }
  }
  return {
    skills: [...byPath.values()].sort((a, b) => byCodePoint(a.path, b.path)),
    skipped: artifacts.flatMap(({ skipped }) => skipped),
  };
}

const DIFFERS: Note = {
  code: 'differs-elsewhere',
  message: 'Another artifact of the library, such as its sources, holds a different text at the same path.',
};
