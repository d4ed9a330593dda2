import {
  type Address,
  cleanLine,
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
export function findSkill(text: string, { scan, notes }: Lookup): FoundSkill {
  const address = parseAddress(text, ECOSYSTEM_IDS);
  if (!address) {
    throw new SkillscopeError('usage', `"${text}" names no library.`, {
      hint: 'Write a name, ecosystem:name[@version] or a purl, with #skill where the library ships several.',
    });
  }
  const library = oneLibrary(address, text, scan.libraries);
  const hint = scan.ecosystems.length === 1 ? notes.find(({ code }) => NOT_INSTALLED.has(code))?.message : undefined;
  return { library, skill: oneSkill(address, library, hint) };
}

function oneLibrary(address: Address, text: string, libraries: readonly Library[]): Library {
  const matched = matchLibraries(address, libraries);
  if (matched.length === 0) throw outOfScope(address, text, libraries);
  const shipping = matched.filter(({ skills }) => skills.length > 0);
  const [only, second] = shipping.length > 0 ? shipping : matched;
  if (only && !second) return only;
  throw new SkillscopeError('ambiguous-library', `"${text}" is ${matched.length} libraries in this project.`, {
    candidates: matched.map(({ purl, members }) => (members ? `${purl} (${usedBy(members)})` : purl)),
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

/** Notes that name the command which installs. */
const NOT_INSTALLED: ReadonlySet<string> = new Set(['not-installed', 'partly-installed']);

function oneSkill({ skill: wanted }: Address, library: Library, hint: string | undefined): Skill {
  const { skills, name, version, artifact } = library;
  if (!artifact) {
    throw new SkillscopeError('not-installed', `${name} ${version} is not installed, so there is nothing to read.`, {
      hint: hint ?? 'Install the dependencies of this project first.',
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
      candidates: matched.map((skill) => candidate(library, skill)),
    });
  }
  throw new SkillscopeError('unknown-skill', `${name} ${version} ships no skill "${wanted}".`, {
    candidates: skills.map((skill) => candidate(library, skill)),
  });
}

/** Characters of a description beside an address: enough to choose by, and many fit an answer. */
const CANDIDATE_CHARACTERS = 120;

function candidate(library: Library, skill: Skill): string {
  const mark = skill.trust === 'withheld' ? '[withheld] ' : '';
  return `${addressOf(library, skill)}: ${mark}${cleanLine(skill.description, CANDIDATE_CHARACTERS)}`;
}

/** Members named after a library; a large workspace has hundreds. */
const MEMBERS_SHOWN = 5;

function usedBy(members: readonly string[]): string {
  const rest = members.length - MEMBERS_SHOWN;
  return `used by ${members.slice(0, MEMBERS_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The shortest address that finds this skill in its library again: by name, or by path where names repeat. */
export function addressOf({ name, skills }: Library, skill: Skill): string {
  if (skills.length === 1) return name;
  const unique = skills.filter((other) => other.name === skill.name).length === 1;
  return `${name}#${unique ? skill.name : skill.path}`;
}
