import type { Note, Skill } from '@skillscope/core';
import { artifactOf } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import { inspectLibrary } from '../trust/inspect-library.ts';
import type { Remark } from '../trust/inspect-skill.ts';
import type { ApprovalState } from '../trust/lock.ts';
import type { Verdict } from '../trust/trusted-scope.ts';
import { addressOf } from './address-of.ts';
import { type ProjectAnswer, projectAnswer } from './list.ts';

export interface AuditedSkill {
  readonly id: string;
  readonly address: string;
  readonly library: string;
  readonly version: string;
  readonly purl: string;
  readonly relation: Library['relation'];
  readonly name: string;
  readonly path: string;
  /** Absolute path of the directory or archive that holds it. */
  readonly artifact: string;
  /** True for an archive: no file of the skill has a path of its own. */
  readonly isArchive: boolean;
  readonly digest: string;
  readonly trust: Skill['trust'];
  readonly state: Verdict['state'];
  /** For people: the policy that leaves it out. */
  readonly by?: string;
  readonly approval: ApprovalState;
  readonly remarks: readonly Remark[];
  /** Why a person has to decide about it. Empty where nobody has to. */
  readonly open: readonly OpenQuestion[];
}

/**
 * `withheld`: what was noticed withholds the text, and nobody has approved it. `unapproved`: the project asks for
 * approval, and there is none. `changed`: another text of it was approved.
 */
export type OpenQuestion = 'withheld' | 'unapproved' | 'changed';

export interface AuditAnswer {
  readonly project: ProjectAnswer;
  /** Every shipped skill in scope, in the order of the list; those that are left out too. */
  readonly skills: readonly AuditedSkill[];
  readonly counts: {
    readonly skills: number;
    readonly approved: number;
    readonly leftOut: number;
    /** Skills about which a person has to decide. */
    readonly open: number;
    readonly remarks: number;
  };
  /** False where a policy or the lock could not be read, and where there was nothing to look through yet. */
  readonly isSound: boolean;
  /** True where dependencies are not installed, or not known yet, so that nobody has seen what they ship. */
  readonly isUnseen: boolean;
  readonly notes: readonly Note[];
}

/** Looks through every skill that libraries in scope ship, as it is on disk now, whatever policies say of it. */
export async function audit({ scan, notes }: Lookup): Promise<AuditAnswer> {
  const skills: AuditedSkill[] = [];
  for (const library of scan.whole.shipping) {
    const inspections = await inspectLibrary(library, library.skills);
    for (const skill of library.skills) {
      const { remarks, changed } = inspections.get(skill) ?? { remarks: [], changed: true };
      skills.push(audited(library, skill, scan.verdictOf(library, skill), remarks, changed));
    }
  }
  const isUnseen = unseenIn(notes) !== undefined;
  return {
    project: projectAnswer(scan),
    skills,
    counts: {
      skills: skills.length,
      approved: skills.filter(({ approval }) => approval === 'approved').length,
      leftOut: skills.filter(({ state }) => state === 'left-out').length,
      open: skills.filter(({ open }) => open.length > 0).length,
      remarks: skills.reduce((total, { remarks }) => total + remarks.length, 0),
    },
    isSound: !isUnseen && !notes.some(({ code }) => code === 'policy-unreadable' || code === 'lock-unreadable'),
    isUnseen,
    notes,
  };
}

/** The note that says that nothing of an ecosystem's dependencies is here. */
export function unseenIn(notes: readonly Note[]): Note | undefined {
  return notes.find(({ code }) => code === 'not-installed' || code === 'never-reported');
}

function audited(
  library: Library,
  skill: Skill,
  verdict: Verdict,
  remarks: readonly Remark[],
  isOther: boolean,
): AuditedSkill {
  const approval = isOther && verdict.approval === 'approved' ? 'changed' : verdict.approval;
  const artifact = artifactOf(library, skill);
  const trust = verdict.state === 'left-out' ? skill.trust : verdict.skill.trust;
  const isWithheld = trust === 'withheld' || (approval !== 'approved' && remarks.some(({ withholds }) => withholds));
  const open: OpenQuestion[] =
    verdict.state === 'left-out'
      ? []
      : [
          ...(isWithheld ? (['withheld'] as const) : []),
          ...(trust === 'unapproved' ? (['unapproved'] as const) : []),
          ...(approval === 'changed' ? (['changed'] as const) : []),
        ];
  return {
    id: skill.id,
    address: addressOf(library, skill),
    library: library.name,
    version: library.version,
    purl: library.purl,
    relation: library.relation,
    name: skill.name,
    path: skill.path,
    artifact: artifact?.path ?? '',
    isArchive: artifact?.kind === 'archive',
    digest: skill.digest,
    trust,
    state: verdict.state,
    ...(verdict.state === 'left-out' ? { by: verdict.by } : {}),
    approval,
    remarks,
    open,
  };
}
