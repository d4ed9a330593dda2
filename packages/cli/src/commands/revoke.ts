import { join } from 'node:path';
import { matchLibraries, matchSkills, parseAddress, parsePurl, SkillscopeError } from '@skillscope/core';
import { ECOSYSTEM_IDS } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import { changeLock } from '../trust/change-lock.ts';
import { type Approval, LOCK_FILE } from '../trust/lock.ts';
import { soundLock } from './approve.ts';

export interface RevokeRequest {
  /** Libraries, each with `#skill` for one of its skills. They need not be in use any more. */
  readonly libraries: readonly string[];
  /** Every approval. */
  readonly all: boolean;
  /** Only say what would be taken back. */
  readonly dryRun: boolean;
}

export interface RevokeAnswer {
  /** Absolute path of the lock. */
  readonly lock: string;
  /** What is taken back. */
  readonly approvals: readonly Approval[];
  /** What was named, is there and has no approval: nothing is to be done about it. */
  readonly absent: readonly string[];
  /** True when the lock was written. */
  readonly applied: boolean;
}

/**
 * Takes approvals back, in whatever version they were given, and writes the lock.
 *
 * @throws SkillscopeError `usage` without libraries; `out-of-scope`, `unknown-skill` for what neither the lock nor the
 *   project has; `unreadable` for a lock that is damaged
 */
export async function revoke({ scan }: Lookup, request: RevokeRequest): Promise<RevokeAnswer> {
  const { libraries, all, dryRun } = request;
  const lock = join(scan.root, LOCK_FILE);
  const { approvals } = soundLock(lock);
  if (!all && libraries.length === 0)
    throw new SkillscopeError('usage', 'Name what to revoke: libraries, library#skill, or --all.', {
      candidates: [...new Set(approvals.map(({ purl }) => purl))],
    });
  const found = all ? [] : libraries.map((text) => ({ text, approvals: named(text, approvals, scan.whole) }));
  const revoked = new Set(all ? approvals : found.flatMap((one) => one.approvals));
  const absent = found.filter((one) => one.approvals.length === 0).map(({ text }) => text);
  const texts = new Set([...revoked].map(textOf));
  if (revoked.size > 0 && !dryRun)
    await changeLock(lock, soundLock, (now) => now.filter((approval) => !texts.has(textOf(approval))));
  return { lock, approvals: [...revoked], absent, applied: revoked.size > 0 && !dryRun };
}

function textOf({ purl, path, digest }: Approval): string {
  return JSON.stringify([purl, path, digest]);
}

/** None where the project has what is named and it was never approved. */
function named(text: string, approvals: readonly Approval[], scope: Lookup['scan']['whole']): readonly Approval[] {
  const address = parseAddress(text, ECOSYSTEM_IDS);
  const matched = address ? matchLibraries(address, approvals.map(asLibrary)) : [];
  const wanted = address?.skill;
  const skills = wanted === undefined ? matched : matchSkills(wanted, matched.map(asSkill));
  if (skills.length > 0) return skills.map(({ approval }) => approval);
  const used = address ? matchLibraries(address, scope.libraries) : [];
  const shipped = used.flatMap((library) => library.skills);
  if (used.length > 0 && (wanted === undefined || matchSkills(wanted, shipped).length > 0)) return [];
  const [library] = [...matched, ...used];
  if (library)
    throw new SkillscopeError('unknown-skill', `"${library.name}" has no skill "${wanted}", and none is approved.`, {
      candidates: [...new Set([...matched.map(({ approval }) => approval.path), ...shipped.map(({ path }) => path)])],
    });
  throw new SkillscopeError(
    'out-of-scope',
    `"${text}" is not a dependency of this project, and nothing of it is approved.`,
    {
      candidates: [...new Set(approvals.map(({ purl }) => purl))],
    },
  );
}

function asSkill({ approval }: { readonly approval: Approval }) {
  const { path } = approval;
  return { approval, path, name: path.slice(path.lastIndexOf('/') + 1) };
}

/** As much of a library as an address can name. */
function asLibrary(approval: Approval) {
  const { type = '', name = '', version = '' } = parsePurl(approval.purl) ?? {};
  return {
    approval,
    purl: approval.purl,
    ecosystem: type,
    name: type === 'maven' ? name.replace('/', ':') : name,
    version,
  };
}
