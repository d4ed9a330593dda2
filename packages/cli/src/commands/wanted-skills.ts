import { matchLibraries, parseAddress, type Skill, SkillscopeError } from '@skillscope/core';
import { ECOSYSTEM_IDS, type Library } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import { findAnySkill } from './find-skill.ts';

/**
 * The skills that a developer's words name: one for `library#skill`, all of a library for its name alone, all in scope
 * with `all`. What a policy leaves out is not among them.
 *
 * @throws SkillscopeError what `findAnySkill` throws; `usage` where nothing is named
 */
export function wantedSkills(
  lookup: Lookup,
  { libraries, all }: { readonly libraries: readonly string[]; readonly all: boolean },
): ReadonlyMap<Library, readonly Skill[]> {
  const { whole } = lookup.scan;
  if (!all && libraries.length === 0) {
    throw new SkillscopeError('usage', 'Name what to approve: libraries, library#skill, or --all.', {
      candidates: whole.shipping.map(({ name }) => name),
    });
  }
  const wanted = new Map<Library, Set<Skill>>();
  const add = (library: Library, skills: readonly Skill[]) => {
    const open = skills.filter((skill) => lookup.scan.verdictOf(library, skill).state !== 'left-out');
    if (open.length > 0) wanted.set(library, new Set([...(wanted.get(library) ?? []), ...open]));
    return open;
  };
  if (all) for (const library of whole.shipping) add(library, library.skills);
  for (const text of libraries) {
    const address = parseAddress(text, ECOSYSTEM_IDS);
    const matched = address?.skill === undefined && address ? matchLibraries(address, whole.libraries) : [];
    const shipping = matched.filter(({ skills }) => skills.length > 0);
    const [only, second] = shipping;
    if (only && !second && add(only, only.skills).length > 0) continue;
    const { library, skill } = findAnySkill(text, lookup);
    const verdict = lookup.scan.verdictOf(library, skill);
    if (add(library, [skill]).length === 0 && verdict.state === 'left-out') {
      throw new SkillscopeError('not-trusted', `"${skill.path}" of ${library.name} is left out by ${verdict.by}.`, {
        hint: 'An approval changes nothing about that.',
      });
    }
  }
  return new Map([...wanted].map(([library, skills]) => [library, [...skills]]));
}
