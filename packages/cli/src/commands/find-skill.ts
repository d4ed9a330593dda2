import {
  type Address,
  cleanLine,
  matchLibraries,
  matchSkills,
  nearOnes,
  parseAddress,
  type Skill,
  SkillscopeError,
} from '@skillscope/core';
import { ECOSYSTEM_IDS, type Library } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import { LOCK_FILE } from '../trust/lock.ts';
import { patternOfPlace } from '../trust/pattern.ts';
import type { TrustedScope } from '../trust/trusted-scope.ts';
import { addressOf } from './address-of.ts';
import { outOfScope, SEE_LIST } from './out-of-scope.ts';

export interface FoundSkill {
  /** As it may be shown. */
  readonly library: Library;
  /** As it may be read. */
  readonly skill: Skill;
  /** True when exactly this text was approved. */
  readonly isApproved: boolean;
}

/**
 * The one skill that a caller's words name and that may be read.
 *
 * @throws SkillscopeError with what exists instead: `usage`, `out-of-scope`, `ambiguous-library`, `not-installed`,
 *   `no-skill`, `unknown-skill`, `ambiguous-skill`, `not-trusted`, `not-approved`
 */
export function findSkill(text: string, lookup: Lookup): FoundSkill {
  const { library, skill } = findAnySkill(text, lookup);
  const { scan } = lookup;
  const verdict = scan.verdictOf(library, skill);
  const shown = scan.shown(library);
  if (verdict.state === 'left-out') throw leftOut(library, [skill], verdict.by);
  if (verdict.skill.trust === 'unapproved') {
    throw notApproved(
      `"${verdict.skill.name}" of ${library.name}`,
      shownAddress(library, skill, verdict.skill),
      verdict.approval === 'changed',
    );
  }
  return { library: shown, skill: verdict.skill, isApproved: verdict.approval === 'approved' };
}

/** A text that waits for approval. `what` names it. */
export function notApproved(what: string, address: string, isChanged: boolean): SkillscopeError {
  const since = isChanged ? ' in this version of its text: it has changed since it was approved' : '';
  return new SkillscopeError('not-approved', `${what} is not approved${since}.`, {
    hint: `A person decides: \`skillscope approve ${address}\` shows what it is and what was noticed in it, and keeps the approval in ${LOCK_FILE}.`,
  });
}

function leftOut(library: Library, skills: readonly Skill[], by: string): SkillscopeError {
  const [only, second] = skills;
  const what = only && !second ? `"${only.path}" of ${library.name}` : `All ${skills.length} skills of ${library.name}`;
  return new SkillscopeError('not-trusted', `${what} ${second ? 'are' : 'is'} left out by ${by}.`, {
    hint: `This project decided so. Whoever keeps that file can change it.${byPlace(library, by)}`,
  });
}

/** What an allow list takes for a library whose name it does not believe. */
function byPlace(library: Library, by: string): string {
  const pattern = by.startsWith('"allow"') ? patternOfPlace(library) : undefined;
  return pattern === undefined
    ? ''
    : ` No registry gave it its name, so it is allowed by where it came from: "${pattern}".`;
}

/**
 * The one skill of the whole scope that a caller's words name, whatever policies say of it. Of those that are not
 * listed, only one that is named itself, or the only one of its library.
 *
 * @throws SkillscopeError as `findSkill`, but for `not-approved`; `not-trusted` where nothing is left to choose from
 */
export function findAnySkill(text: string, lookup: Lookup): Omit<FoundSkill, 'isApproved'> {
  const { scan, notes } = lookup;
  const address = parseAddress(text, ECOSYSTEM_IDS);
  if (!address) {
    throw new SkillscopeError('usage', `"${text}" names no library.`, {
      hint: 'Write a name, ecosystem:name[@version] or a purl, with #skill where the library ships several.',
    });
  }
  const library = shippingLibrary(address, scan.whole.shipping) ?? oneLibrary(address, text, lookup);
  const said = NOT_INSTALLED.map((wanted) => notes.find(({ code }) => code === wanted)?.message);
  const hint = scan.ecosystems.length === 1 ? said.find((message) => message !== undefined) : undefined;
  return { library, skill: oneSkill(address, library, scan, hint) };
}

/**
 * The one library that ships a skill and is named exactly so: `oneLibrary` would choose it too, after looking through
 * the libraries that ship nothing, which are many and costly to have.
 */
function shippingLibrary(address: Address, shipping: readonly Library[]): Library | undefined {
  const [only, second] = matchLibraries(address, shipping);
  if (!only || second) return undefined;
  const { purl, name } = address;
  const isExact = purl === undefined ? only.name === name || only.alias === name : only.purl === purl;
  return isExact ? only : undefined;
}

function oneLibrary(address: Address, text: string, lookup: Lookup): Library {
  const { libraries } = lookup.scan.whole;
  const matched = matchLibraries(address, libraries);
  if (matched.length === 0) throw outOfScope(address, text, lookup);
  const shipping = matched.filter(({ skills }) => skills.length > 0);
  const [only, second] = shipping.length > 0 ? shipping : matched;
  if (only && !second) return only;
  throw new SkillscopeError('ambiguous-library', `"${text}" is ${matched.length} libraries in this project.`, {
    candidates: matched.map(({ purl, members, skills }) => {
      const named = matchSkills(address.skill ?? '', skills).length > 0 ? `${purl}#${address.skill}` : purl;
      return members ? `${named} (${usedBy(members)})` : named;
    }),
    hint: 'Name one by its purl, or ask from the workspace member that uses it.',
  });
}

const SEE_SKILLS = {
  hint: '`skillscope list` names the skills that it ships.',
  toolHint: '`list_skills` names the skills that it ships.',
} as const;

/** Notes that name the command which installs, the plainest first; Cargo's lockfile and what it lists come by one. */
const NOT_INSTALLED: readonly string[] = ['not-installed', 'partly-installed', 'no-lockfile'];

function oneSkill({ skill: wanted }: Address, library: Library, scope: TrustedScope, hint: string | undefined): Skill {
  const { skills, name, version, artifact } = library;
  if (!artifact) {
    throw new SkillscopeError('not-installed', `${name} ${version} is not installed, so there is nothing to read.`, {
      hint: hint ?? 'Install the dependencies of this project first.',
    });
  }
  const skipped = skippedIn(library, skills.length === 0 ? undefined : wanted, scope);
  if (skills.length === 0 && skipped.length > 0) {
    throw new SkillscopeError('no-skill', `${name} ${version} ships no skill that can be read; what was skipped:`, {
      candidates: skipped,
      hint: MENDED_BY_AUTHORS,
    });
  }
  if (skills.length === 0) {
    throw new SkillscopeError('no-skill', `${name} ${version} ships no skill.`, SEE_LIST);
  }
  const choice = choiceOf(library, scope);
  const matched = wanted === undefined ? choice : skillsNamed(wanted, library, scope);
  const [only, second] = matched;
  if (only && !second) return only;
  if (only) {
    throw new SkillscopeError('ambiguous-skill', `${name} ${version} ships ${matched.length} skills; name one.`, {
      candidates: matched.map((skill) => candidate(library, skill, scope)),
    });
  }
  if (wanted !== undefined && skipped.length > 0) {
    throw new SkillscopeError(
      'unknown-skill',
      `${name} ${version} ships no skill "${wanted}" that can be read; it was skipped:`,
      {
        candidates: skipped,
        hint: MENDED_BY_AUTHORS,
      },
    );
  }
  const near = nearOnes(wanted ?? '', choice, (skill) => shownNameOf(library, skill, scope));
  throw new SkillscopeError('unknown-skill', `${name} ${version} ships no skill "${wanted}".`, {
    candidates: near.map((skill) => candidate(library, skill, scope)),
    ...(near.length > 0 ? { hint: 'Is one of these meant?' } : SEE_SKILLS),
  });
}

const MENDED_BY_AUTHORS = 'Its authors can mend that; another version of the library may have done so.';

/** What was looked at in a library and left out, with the reason; with a name only what lies in a folder, or at a path, of that name. */
function skippedIn({ purl }: Library, wanted: string | undefined, { skipped }: TrustedScope): readonly string[] {
  const isMeant = (path: string) =>
    wanted === undefined || path === wanted || path.startsWith(`${wanted}/`) || path.split('/').includes(wanted);
  const found = skipped.filter((item) => item.purl === purl);
  const meant = found.filter(({ path }) => isMeant(path));
  return meant.map(({ path, line, reason, message }) =>
    cleanLine(`${path}${line === undefined ? '' : `:${line}`}: ${reason}. ${message}`),
  );
}

/** Left-out skills say nothing of themselves but where they lie. */
function shownNameOf(library: Library, skill: Skill, scope: TrustedScope): string {
  const verdict = scope.verdictOf(library, skill);
  return verdict.state === 'left-out' ? skill.path : verdict.skill.name;
}

/** By what is shown of a skill too: an approval may have released its name. */
function skillsNamed(wanted: string, library: Library, scope: TrustedScope): readonly Skill[] {
  const matched = matchSkills(wanted, library.skills);
  if (matched.length > 0) return matched;
  const shown = matchSkills(wanted, scope.shown(library).skills);
  return library.skills.filter((skill) => shown.some(({ id }) => id === skill.id));
}

/** Listed skills, else those that are only not listed. */
function choiceOf(library: Library, scope: TrustedScope): readonly Skill[] {
  const { skills } = library;
  const states = new Map(skills.map((skill) => [skill, scope.verdictOf(library, skill)]));
  const [, verdict] = [...states][0] ?? [];
  const left = skills.filter((skill) => states.get(skill)?.state !== 'left-out');
  if (left.length === 0 && verdict?.state === 'left-out') throw leftOut(library, skills, verdict.by);
  const listed = left.filter((skill) => states.get(skill)?.state !== 'unlisted');
  return listed.length > 0 ? listed : left;
}

/** Characters of a description beside an address: enough to choose by, and many fit an answer. */
const CANDIDATE_CHARACTERS = 120;

function candidate(library: Library, skill: Skill, scope: TrustedScope): string {
  const verdict = scope.verdictOf(library, skill);
  if (verdict.state === 'left-out') return `${library.name}#${skill.path}: [left out]`;
  const { trust, description } = verdict.skill;
  const mark = trust === 'readable' ? '' : `[${trust}] `;
  return `${shownAddress(library, skill, verdict.skill)}: ${mark}${cleanLine(description, CANDIDATE_CHARACTERS)}`.trimEnd();
}

/** Members named after a library; a large workspace has hundreds. */
const MEMBERS_SHOWN = 5;

function usedBy(members: readonly string[]): string {
  const rest = members.length - MEMBERS_SHOWN;
  return `used by ${members.slice(0, MEMBERS_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Without a name that may not be shown. */
function shownAddress(library: Library, skill: Skill, shown: Skill): string {
  return shown.name === skill.name ? addressOf(library, skill) : `${library.name}#${skill.path}`;
}
