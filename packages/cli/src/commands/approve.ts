import { join } from 'node:path';
import { type Skill, SkillscopeError } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import { changeLock } from '../trust/change-lock.ts';
import { inspectLibrary } from '../trust/inspect-library.ts';
import type { Remark } from '../trust/inspect-skill.ts';
import { type Approval, type ApprovalState, keyOf, LOCK_FILE, type Lock } from '../trust/lock.ts';
import { readLock } from '../trust/read-lock.ts';
import { addressOf } from './address-of.ts';
import { unseenIn } from './audit.ts';
import { wantedSkills } from './wanted-skills.ts';

export interface ApproveRequest {
  /** Libraries, each with `#skill` for one of its skills. */
  readonly libraries: readonly string[];
  /** Every skill in scope that no policy leaves out, but for texts that are withheld: those are approved by name. */
  readonly all: boolean;
}

/** One skill that an approval is about. */
export interface ApprovalItem {
  readonly id: string;
  readonly address: string;
  readonly library: string;
  readonly version: string;
  readonly purl: string;
  readonly name: string;
  /** Where it lies: a directory, or an archive. */
  readonly artifact: string;
  readonly path: string;
  readonly description: string;
  readonly whenToUse?: string;
  readonly digest: string;
  /** What the lock says of it before. */
  readonly before: ApprovalState;
  readonly files: readonly string[];
  /** What was noticed in it. */
  readonly remarks: readonly Remark[];
}

export interface ApproveAnswer {
  /** Absolute path of the lock. */
  readonly lock: string;
  readonly skills: readonly ApprovalItem[];
  /** Addresses of those of `skills` that were withheld until now. */
  readonly releases: readonly string[];
  /** Addresses of withheld texts that `all` does not take. */
  readonly stillWithheld: readonly string[];
  /** False until the lock was written, or where it says so already. */
  readonly applied: boolean;
  /** Lines of the lock that are added and taken away. */
  readonly added: number;
  readonly removed: number;
}

/** What is to be written, and how. */
export interface ApprovePlan {
  readonly answer: ApproveAnswer;
  /** Writes the lock. The one thing that this command writes. */
  readonly apply: () => Promise<ApproveAnswer>;
}

/**
 * Works out what an approval would be given to: what the skills say of themselves and what was noticed in them, as they
 * are on disk now.
 *
 * @throws SkillscopeError `usage` without libraries; `not-installed` where nothing is installed yet; what `findAnySkill` throws; `unreadable` for a lock that is damaged
 *   and for a skill that changes meanwhile
 */
export async function planApprove(lookup: Lookup, request: ApproveRequest): Promise<ApprovePlan> {
  const wanted = wantedSkills(lookup, request);
  const unseen = wanted.size === 0 ? unseenIn(lookup.notes) : undefined;
  if (unseen) {
    throw new SkillscopeError(
      'not-installed',
      'Nothing is installed that ships a skill, so there is nothing to approve.',
      {
        hint: unseen.message,
      },
    );
  }
  const file = join(lookup.scan.root, LOCK_FILE);
  const { approvals } = soundLock(file);
  const named = request.all && request.libraries.length > 0 ? wantedSkills(lookup, { ...request, all: false }) : NONE;
  const items: ApprovalItem[] = [];
  const stillWithheld: string[] = [];
  for (const [library, skills] of wanted) {
    const inspections = await inspectLibrary(library, skills);
    for (const skill of skills) {
      const inspection = inspections.get(skill);
      if (!inspection || inspection.changed) throw changing(library, skill);
      const item = itemOf(lookup, library, skill, inspection.remarks);
      if (request.all && isWithheld(item) && !named.get(library)?.includes(skill)) stillWithheld.push(item.address);
      else items.push(item);
    }
  }
  const remaining = kept(approvals, items, lookup);
  const next = joined(remaining, items);
  const texts = new Set(approvals.map(textOf));
  const added = next.filter((approval) => !texts.has(textOf(approval))).length;
  const removed = approvals.length + added - next.length;
  const answer: ApproveAnswer = {
    lock: file,
    skills: items,
    releases: items.filter(isWithheld).map(({ address }) => address),
    stillWithheld,
    applied: false,
    added,
    removed,
  };
  return {
    answer,
    apply: async () => {
      if (added + removed === 0) return answer;
      const gone = new Set(approvals.filter((approval) => !remaining.includes(approval)).map(textOf));
      await changeLock(file, soundLock, (now) =>
        joined(
          now.filter((approval) => !gone.has(textOf(approval))),
          items,
        ),
      );
      return { ...answer, applied: true };
    },
  };
}

const NONE: ReadonlyMap<Library, readonly Skill[]> = new Map();

function isWithheld({ before, remarks }: ApprovalItem): boolean {
  return before !== 'approved' && remarks.some(({ withholds }) => withholds);
}

/**
 * Earlier approvals of the same skills go where the whole workspace was asked about, since nothing uses those texts any
 * more; a member cannot tell what its neighbours use.
 */
function kept(approvals: readonly Approval[], items: readonly ApprovalItem[], { scan }: Lookup): readonly Approval[] {
  if (scan.member !== undefined) return approvals;
  const approved = new Set(items.map(({ purl, path }) => keyOf(purl, path)));
  const used = new Set(
    scan.whole.shipping.flatMap(({ purl, skills }) => skills.map(({ path, digest }) => textOf({ purl, path, digest }))),
  );
  return approvals.filter(
    (approval) => !approved.has(keyOf(approval.purl, approval.path)) || used.has(textOf(approval)),
  );
}

/** A text that is approved already keeps its line, with the version it was first approved in. */
function joined(kept: readonly Approval[], items: readonly ApprovalItem[]): readonly Approval[] {
  const known = new Set(kept.map(textOf));
  return [...kept, ...items.filter((item) => !known.has(textOf(item)))];
}

function textOf({ purl, path, digest }: Approval): string {
  return `${keyOf(purl, path)}\0${digest}`;
}

export function soundLock(file: string): Lock {
  const lock = readLock(file);
  if (lock.fault === undefined) return lock;
  throw new SkillscopeError('unreadable', `"${file}" cannot be read: ${lock.fault}.`, {
    hint: 'Mend it, bring it back from version control, or remove it and approve anew.',
  });
}

function changing(library: Library, { path }: Skill): SkillscopeError {
  return new SkillscopeError('unreadable', `"${path}" of ${library.name} is not what it was a moment ago.`, {
    hint: 'Ask again, to be shown what is there now.',
  });
}

function itemOf({ scan }: Lookup, library: Library, skill: Skill, remarks: readonly Remark[]): ApprovalItem {
  const { id, path, digest, files, origin } = skill;
  const { name, description, whenToUse } = skill.withheld ?? skill;
  const artifact = [library.artifact, ...(library.companions ?? [])][origin?.artifact ?? 0];
  return {
    id,
    address: addressOf(library, skill),
    library: library.name,
    version: library.version,
    purl: library.purl,
    name,
    artifact: artifact?.path ?? '',
    path,
    description,
    ...(whenToUse === undefined ? {} : { whenToUse }),
    digest,
    before: scan.verdictOf(library, skill).approval,
    files: files.map((file) => file.path),
    remarks,
  };
}
