import { artifactsOf, type Skill } from '@skillscope/core';
import { type Library, openTree } from '@skillscope/ecosystems';
import { type Inspection, inspectSkill } from './inspect-skill.ts';

/** Looks through skills of one library; each artifact is opened once. Never throws on foreign input. */
export async function inspectLibrary(
  library: Library,
  skills: readonly Skill[],
): Promise<ReadonlyMap<Skill, Inspection>> {
  const inspections = new Map<Skill, Inspection>();
  for (const [number, artifact] of artifactsOf(library).entries()) {
    const own = skills.filter(({ origin }) => (origin?.artifact ?? 0) === number);
    if (own.length === 0) continue;
    const tree = await openTree(artifact);
    if ('reason' in tree) {
      for (const skill of own) inspections.set(skill, gone(skill, tree.message));
      continue;
    }
    try {
      for (const skill of own) inspections.set(skill, await inspectSkill(tree, skill));
    } finally {
      tree.close();
    }
  }
  return inspections;
}

/** What cannot be looked at cannot be said to be as it was. */
function gone({ path }: Skill, message: string): Inspection {
  return { remarks: [{ code: 'unreadable', withholds: false, file: path, message }], changed: true };
}
