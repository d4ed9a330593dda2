import {
  type Address,
  matchLibraries,
  matchSkills,
  parseAddress,
  type Skill,
  SkillscopeError,
  similarNames,
} from '@skillscope/core';
import { ECOSYSTEM_IDS, type Library } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';

export interface FoundSkill {
  readonly library: Library;
  readonly skill: Skill;
}

/**
 * The one skill that a caller's words name.
 *
 * @throws SkillscopeError with what exists instead: `usage`, `out-of-scope`, `ambiguous-library`, `not-installed`,
 *   `no-skill`, `unknown-skill`, `ambiguous-skill`
 */
export function findSkill(text: string, { scan }: Lookup): FoundSkill {
  const address = parseAddress(text, ECOSYSTEM_IDS);
  if (!address) {
    throw new SkillscopeError('usage', `"${text}" names no library.`, {
      hint: 'Write a name, ecosystem:name[@version] or a purl, with #skill where the library ships several.',
    });
  }
  const library = oneLibrary(address, text, scan.libraries);
  return { library, skill: oneSkill(address, library) };
}

function oneLibrary(address: Address, text: string, libraries: readonly Library[]): Library {
  const matched = matchLibraries(address, libraries);
  if (matched.length === 0) throw outOfScope(address, text, libraries);
  const shipping = matched.filter(({ skills }) => skills.length > 0);
  const [only, second] = shipping.length > 0 ? shipping : matched;
  if (only && !second) return only;
  throw new SkillscopeError('ambiguous-library', `"${text}" is ${matched.length} libraries in this project.`, {
    candidates: matched.map(({ purl, members }) => (members ? `${purl} (used by ${members.join(', ')})` : purl)),
    hint: 'Name one by its purl, or ask from the workspace member that uses it.',
  });
}

function outOfScope({ name, version }: Address, text: string, libraries: readonly Library[]): SkillscopeError {
  const others = libraries.filter((library) => library.name === name);
  if (version !== undefined && others.length > 0) {
    return new SkillscopeError('out-of-scope', `This project does not use version ${version} of "${name}".`, {
      candidates: others.map(({ purl }) => purl),
      hint: 'Only the versions in use are answered for.',
    });
  }
  const similar = similarNames(
    name,
    libraries.map((library) => library.name),
  );
  return new SkillscopeError('out-of-scope', `"${text}" is not a dependency of this project.`, {
    candidates: similar,
    hint: similar.length > 0 ? 'Is one of these meant?' : 'The list of skills names the libraries that ship one.',
  });
}

function oneSkill({ skill: wanted }: Address, library: Library): Skill {
  const { skills, name, version, artifact } = library;
  if (!artifact) {
    throw new SkillscopeError('not-installed', `${name} ${version} is not installed, so there is nothing to read.`, {
      hint: 'Install the dependencies of this project first.',
    });
  }
  if (skills.length === 0) {
    throw new SkillscopeError('no-skill', `${name} ${version} ships no skill.`, {
      hint: 'The list of skills names the libraries that do.',
    });
  }
  const matched = wanted === undefined ? skills : matchSkills(wanted, skills);
  const [only, second] = matched;
  if (only && !second) return only;
  if (only) {
    throw new SkillscopeError('ambiguous-skill', `${name} ${version} ships ${matched.length} skills; name one.`, {
      candidates: matched.map((skill) => `${addressOf(library, skill)}: ${skill.description}`),
    });
  }
  throw new SkillscopeError('unknown-skill', `${name} ${version} ships no skill "${wanted}".`, {
    candidates: skills.map((skill) => `${addressOf(library, skill)}: ${skill.description}`),
  });
}

/** The shortest address that finds this skill in its library again: by name, or by path where names repeat. */
export function addressOf({ name, skills }: Library, skill: Skill): string {
  if (skills.length === 1) return name;
  const unique = skills.filter((other) => other.name === skill.name).length === 1;
  return `${name}#${unique ? skill.name : skill.path}`;
}
