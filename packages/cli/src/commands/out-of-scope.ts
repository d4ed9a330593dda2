import { type Address, matchSkills, type Note, SkillscopeError, similarNames } from '@skillscope/core';
import type { Lookup } from '../lookup.ts';
import type { TrustedScope } from '../trust/trusted-scope.ts';
import { addressOf } from './address-of.ts';
import { liesOutside } from './lies-outside.ts';

/** The refusal of what names no dependency of the project, with what is meant or what to do. */
export function outOfScope(address: Address, text: string, lookup: Lookup): SkillscopeError {
  const { scan } = lookup;
  const { name, version, skill: wanted } = address;
  const { libraries } = scan.whole;
  const others = libraries.filter((library) => library.name === name);
  if (version !== undefined && others.length > 0) {
    return new SkillscopeError('out-of-scope', `This project does not use version ${version} of "${name}".`, {
      candidates: others.map(({ purl }) => purl),
      hint: 'Only the versions in use are answered for.',
    });
  }
  const named = wanted === undefined ? skillsCalled(name, scan) : [];
  const names =
    named.length > 0
      ? []
      : similarNames(
          name,
          libraries.map((library) => library.name),
        );
  const similar = names.map((other) => withSkill(other, wanted, scan));
  const candidates = [...named, ...similar];
  const hash = text.indexOf('#');
  const library = (hash < 0 ? text : text.slice(0, hash)).trim();
  const unreported = candidates.length > 0 ? undefined : mayBeUnreported(address, lookup);
  const state = unreported ? 'not known to be a dependency of this project yet' : 'not a dependency of this project';
  return new SkillscopeError('out-of-scope', `"${library}" is ${state}.`, {
    candidates,
    ...(named.length > 0 ? { hint: behindLibrary(named) } : wayOut()),
  });

  function wayOut() {
    if (unreported) return { hint: unreported.message };
    if (liesOutside(address, lookup)) return { hint: ELSEWHERE };
    return similar.length > 0 ? { hint: 'Is one of these meant?' } : SEE_LIST;
  }
}

function behindLibrary([first = '', second]: readonly string[]): string {
  if (second !== undefined) return 'Several libraries ship a skill of this name; name one.';
  return `A skill is named behind its library: ${first}.`;
}

/** What a build that has not told all it uses has to do first, where the library may be one of its. */
function mayBeUnreported({ ecosystem }: Address, { scan, notes }: Lookup): Note | undefined {
  const isJvm = ecosystem === undefined ? scan.ecosystems.length === 1 : ecosystem === 'maven';
  return isJvm ? notes.find(({ code }) => code === 'never-reported' || code === 'partly-reported') : undefined;
}

/** Addresses of the skills that may be shown and have this name, of whatever library. */
function skillsCalled(name: string, { shipping }: TrustedScope): readonly string[] {
  return shipping
    .flatMap((library) =>
      library.skills.filter((skill) => skill.name === name).map((skill) => addressOf(library, skill)),
    )
    .slice(0, SKILLS_CALLED);
}

const SKILLS_CALLED = 5;

/** The wanted skill too, where the library ships it. */
function withSkill(name: string, wanted: string | undefined, { shipping }: TrustedScope): string {
  const ships = shipping.some(
    (library) => library.name === name && matchSkills(wanted ?? '', library.skills).length > 0,
  );
  return ships ? `${name}#${wanted}` : name;
}

const ELSEWHERE = 'It lies on this machine, but not in this project: only what the project depends on is read.';

export const SEE_LIST = {
  hint: '`skillscope list` names the libraries that ship a skill.',
  toolHint: '`list_skills` names the libraries that ship a skill.',
} as const;
