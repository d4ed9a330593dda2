/**
 * What a failure of the driver means for the catalog. `damaged`: the file is of no use any more. `busy`, `full`,
 * `read-only`, `unavailable`: the file may be fine, but not for this process now.
 */
export type Failure = 'damaged' | 'busy' | 'full' | 'read-only' | 'unavailable';

/** By SQLite's primary result code. Codes that only a fault of our own can bring about are missing. */
const FAILURES: Readonly<Record<number, Failure>> = {
  3: 'read-only',
  5: 'busy',
  6: 'busy',
  7: 'unavailable',
  8: 'read-only',
  10: 'unavailable',
  11: 'damaged',
  13: 'full',
  14: 'unavailable',
  15: 'busy',
  22: 'unavailable',
  24: 'damaged',
  26: 'damaged',
};

/** The meaning of an error that a driver or the file system threw; `undefined` for a fault of our own. */
export function failureOf(error: unknown): Failure | undefined {
  const { errcode, code, message } = (error ?? {}) as Thrown;
  if (typeof errcode === 'number') {
    if (errcode === 1 && MISSING_TABLE.test(message ?? '')) return 'damaged';
    return FAILURES[errcode & 0xff];
  }
  if (error instanceof DamagedError) return 'damaged';
  if (typeof code !== 'string' || !SYSTEM_CODE.test(code)) return undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'read-only';
  return 'unavailable';
}

/** A few words for people: the system's own code or SQLite's own sentence. */
export function describeFailure(error: unknown): string {
  const { errcode, code, message } = (error ?? {}) as Thrown;
  if (typeof errcode !== 'number' && typeof code === 'string') return code;
  return message ?? 'unknown fault';
}

/** The file holds what this program never writes. */
export class DamagedError extends Error {}

interface Thrown {
  readonly errcode?: unknown;
  readonly code?: unknown;
  readonly message?: string;
}

/** The recorded migrations say that the table is there. */
const MISSING_TABLE = /^no such (?:table|column)/;

const SYSTEM_CODE = /^E[A-Z0-9]+$/;
