import type { Skill } from '@skillscope/core';

type Unnamed = Omit<Skill, 'id'>;

/**
 * Authors ship one skill at two places because tools look in different folders. Copies that are the same byte for byte
 * become one, the usual place before the unusual and then the shortest path, with a note that names the others.
 */
export function joinCopies(skills: readonly Unnamed[]): Unnamed[] {
  const byContent = new Map<string, Unnamed[]>();
  for (const skill of skills) {
    const key = `${skill.digest} ${skill.name}`;
    byContent.set(key, [...(byContent.get(key) ?? []), skill]);
  }
  return [...byContent.values()].flatMap((copies) => {
    const [kept, ...others] = copies.sort(preferred);
    if (!kept || others.length === 0) return kept ? [kept] : [];
    const paths = others.map(({ path }) => path).join(', ');
    const note = { code: 'also-at', message: `The same skill also lies at ${paths}.` };
    return [{ ...kept, notes: [...kept.notes, note] }];
  });
}

function preferred(a: Unnamed, b: Unnamed): number {
  if (a.standing !== b.standing) return a.standing === 'usual' ? -1 : 1;
  if (a.path.length !== b.path.length) return a.path.length - b.path.length;
  return a.path < b.path ? -1 : 1;
}
