import { cleanLine, type Note, type Skill } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import type { Scope } from '../scope.ts';
import { type ApprovalState, approvalsOf, LOCK_FILE, type Lock } from './lock.ts';
import { type Policy, ruleAgainstLibrary, ruleAgainstSkill } from './policy.ts';
import { isUnlisted, placeOf, type TrustedScope, type Verdict } from './trusted-scope.ts';

/** Takes out of a scope what its project's policies do not let through. Pure: nothing is read, nothing is changed. */
export function applyTrust(scope: Scope, policy: Policy, lock: Lock): TrustedScope {
  const approvalOf = approvalsOf(lock);
  const verdicts = new Map<Skill, Verdict>();
  const shownLibraries = new Map<Library, Library>();

  function verdictOf(library: Library, skill: Skill): Verdict {
    const known = verdicts.get(skill);
    if (known) return known;
    const approval = approvalOf(library.purl, skill.path, skill.digest);
    const verdict = judge(library, skill, approval, policy);
    verdicts.set(skill, verdict);
    return verdict;
  }

  function shown(library: Library): Library {
    const known = shownLibraries.get(library);
    if (known) return known;
    const { summary, ...rest } = library;
    const isRefused = policy.rules.length > 0 && ruleAgainstLibrary(policy, library) !== undefined;
    const skills = library.skills.flatMap((skill) => {
      const verdict = verdictOf(library, skill);
      return verdict.state === 'listed' || verdict.state === 'unapproved' ? [verdict.skill] : [];
    });
    const result = { ...rest, ...(isRefused || summary === undefined ? {} : { summary }), skills };
    shownLibraries.set(library, result);
    return result;
  }

  const shipping = scope.shipping.map(shown).filter(({ skills }) => skills.length > 0);
  const skills = shipping.flatMap((library) => library.skills);
  const judged = scope.shipping.flatMap((library) =>
    library.skills.map((skill) => ({ library, verdict: verdictOf(library, skill) })),
  );
  let libraries: readonly Library[] | undefined;
  return {
    ...placeOf(scope),
    shipping,
    counts: {
      ...scope.counts,
      withSkills: shipping.length,
      skills: skills.length,
      withheld: skills.filter(({ trust }) => trust === 'withheld').length,
      unapproved: skills.filter(({ trust }) => trust === 'unapproved').length,
      unlisted: judged.filter(({ verdict }) => verdict.state === 'unlisted').length,
      leftOut: judged.filter(({ verdict }) => verdict.state === 'left-out').length,
    },
    notes: [...scope.notes, ...policy.notes, ...notesOn(judged, policy)],
    get libraries() {
      libraries ??= scope.libraries.map(shown);
      return libraries;
    },
    whole: scope,
    shown,
    verdictOf,
    refuses: (library) => ruleAgainstLibrary(policy, library) !== undefined,
    refusesSkill: (library, skill) => isUnlisted(skill) || ruleAgainstSkill(policy, library, skill) !== undefined,
    ...(policy.approval === undefined ? {} : { approval: policy.approval }),
  };
}

function judge(library: Library, skill: Skill, approval: ApprovalState, policy: Policy): Verdict {
  const rule = ruleAgainstSkill(policy, library, skill);
  if (rule) return { state: 'left-out', approval, by: rule.source };
  if (policy.approval !== undefined && approval !== 'approved')
    return { state: isUnlisted(skill) ? 'unlisted' : 'unapproved', approval, skill: withoutWords(skill, approval) };
  return { state: isUnlisted(skill) ? 'unlisted' : 'listed', approval, skill: released(skill, approval) };
}

/** What was noticed in it was looked at, so it is handed out, still with the remarks. */
function released(skill: Skill, approval: ApprovalState): Skill {
  if (approval === 'changed') return { ...skill, notes: [...skill.notes, CHANGED] };
  if (approval !== 'approved' || skill.trust !== 'withheld') return skill;
  const { withheld, ...rest } = skill;
  return { ...rest, ...withheld, trust: 'readable', notes: [...skill.notes, RELEASED] };
}

/** Nothing of its authors but where it lies, and its name where that is one. */
function withoutWords({ id, path, entry, name, digest, standing, origin }: Skill, approval: ApprovalState): Skill {
  return {
    id,
    path,
    entry,
    name: PLAIN_NAME.test(name) ? name : cleanLine(path.slice(path.lastIndexOf('/') + 1), NAME_CHARACTERS),
    description: '',
    digest,
    standing,
    trust: 'unapproved',
    files: [],
    headings: [],
    frontmatter: {},
    notes: approval === 'changed' ? [CHANGED] : [],
    ...(origin === undefined ? {} : { origin }),
  };
}

/** As the standard and those who bend it write names; a sentence is none. */
const PLAIN_NAME = /^[\w./:@+-]{1,64}$/;
const NAME_CHARACTERS = 64;

const CHANGED: Note = { code: 'changed-since-approval', message: 'It has changed since it was approved.' };
const RELEASED: Note = {
  code: 'approved',
  message: `What was noticed in it was looked at, and the text was approved in ${LOCK_FILE}.`,
};

interface Judged {
  readonly library: Library;
  readonly verdict: Verdict;
}

/** How many were left out, by each policy in the order of the rules, and how many wait. */
function notesOn(judged: readonly Judged[], { approval }: Policy): readonly Note[] {
  const leftOut = new Map<string, Judged[]>();
  for (const item of judged) {
    const { verdict } = item;
    if (verdict.state === 'left-out') leftOut.set(verdict.by, [...(leftOut.get(verdict.by) ?? []), item]);
  }
  const notes = [...leftOut].map(([by, items]) =>
    note('left-out', `${skillsOf(items)} ${are(items)} left out by ${by}.`),
  );
  const waiting = judged.filter(({ verdict }) => verdict.state === 'unapproved');
  if (waiting.length > 0)
    notes.push(
      note(
        'unapproved',
        `${skillsOf(waiting)} wait${waiting.length === 1 ? 's' : ''} for approval, which ${approval} asks for; \`skillscope approve\` shows and approves them.`,
      ),
    );
  const changed = judged.filter(({ verdict }) => verdict.approval === 'changed' && verdict.state !== 'left-out');
  if (changed.length > 0)
    notes.push(
      note('changed-since-approval', `${skillsOf(changed)} changed since approval; \`skillscope audit\` names them.`),
    );
  const unlisted = judged.filter(({ verdict }) => verdict.state === 'unlisted');
  if (unlisted.length > 0)
    notes.push(
      note(
        'unlisted',
        `${skillsOf(unlisted)} ${are(unlisted)} not listed, since their authors marked them hidden or internal.`,
      ),
    );
  return notes;
}

function note(code: string, message: string): Note {
  return { code, message };
}

function are({ length }: readonly unknown[]): string {
  return length === 1 ? 'is' : 'are';
}

function skillsOf(items: readonly Judged[]): string {
  const libraries = new Set(items.map(({ library }) => library)).size;
  return `${items.length} ${items.length === 1 ? 'skill' : 'skills'} of ${libraries} ${libraries === 1 ? 'library' : 'libraries'}`;
}
