import { cleanLine, LIMITS, type Note } from '@skillscope/core';

/** The name of the file that holds a project's approvals. It lies at the project's root. */
export const LOCK_FILE = 'skillscope.lock';

/** One text that somebody looked at and approved. It holds for exactly these bytes. */
export interface Approval {
  /** Package URL of the version it was approved in. */
  readonly purl: string;
  /** As in `Skill`. */
  readonly path: string;
  /** As in `Skill`. */
  readonly digest: string;
}

export interface Lock {
  readonly approvals: readonly Approval[];
  /** Why the file could not be read; nothing is approved then. */
  readonly fault?: string;
  readonly notes: readonly Note[];
}

export const NO_LOCK: Lock = { approvals: [], notes: [] };

const VERSION = 1;

/** Reads the text of a lock. One line that is damaged makes the whole of it count for nothing. Never throws. */
export function parseLock(text: string): Lock {
  const value = parse(text);
  if (!isTable(value)) return damaged('it is no JSON object');
  if (value['version'] !== VERSION) return damaged(`its version is not ${VERSION}`);
  const { approved } = value;
  if (!Array.isArray(approved)) return damaged('it holds no list of approvals');
  const approvals: Approval[] = [];
  for (const item of approved as readonly unknown[]) {
    if (!isTable(item)) return damaged('one of its lines is no approval');
    const { purl, path, digest } = item;
    if (typeof purl !== 'string' || typeof path !== 'string' || typeof digest !== 'string')
      return damaged('one of its lines is no approval');
    approvals.push({ purl, path, digest });
  }
  return { approvals, notes: [] };
}

/** The same approvals always give the same bytes: sorted, one a line, without a date. */
export function renderLock(approvals: readonly Approval[]): string {
  const lines = [...new Set(approvals.map(({ purl, path, digest }) => JSON.stringify({ purl, path, digest })))];
  lines.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const list = lines.length === 0 ? '[]' : `[\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ]`;
  return `{\n  "version": ${VERSION},\n  "approved": ${list}\n}\n`;
}

/** Tells whether the lock knows a skill: by exactly this text, by another one, or not at all. */
export function approvalsOf({ approvals }: Lock): (purl: string, path: string, digest: string) => ApprovalState {
  const known = new Map<string, Set<string>>();
  for (const { purl, path, digest } of approvals) {
    const key = keyOf(purl, path);
    known.set(key, (known.get(key) ?? new Set()).add(digest));
  }
  return (purl, path, digest) => {
    const digests = known.get(keyOf(purl, path));
    if (digests === undefined) return 'none';
    return digests.has(digest) ? 'approved' : 'changed';
  };
}

/** `changed`: another text of this skill was approved, so that approval does not hold for this one. */
export type ApprovalState = 'approved' | 'changed' | 'none';

/** A text that did not change with the version needs no second look. What tells sources apart still counts. */
export function keyOf(purl: string, path: string): string {
  return `${purl.replace(/@[^@/?#]*(?=$|[?#])/, '')}\0${path}`;
}

export function damaged(fault: string): Lock {
  const message = `${LOCK_FILE} cannot be read: ${fault}. Until that is mended, nothing counts as approved.`;
  return { approvals: [], fault, notes: [{ code: 'lock-unreadable', message: cleanLine(message) }] };
}

function parse(text: string): unknown {
  if (text.length > LIMITS.manifestBytes) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
