/**
 * What a failure of the driver or the file system means for the catalog. `damaged`: the file is of no use any more.
 * `busy`, `full`, `read-only`, `unavailable`: the file may be fine, but not for this process now.
 */
export type Failure = 'damaged' | 'busy' | 'full' | 'read-only' | 'unavailable';

/** The meaning of an error that was thrown; `undefined` for a fault of our own. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof DamagedError) return 'damaged';
  const { errcode, code, message = '' } = (error ?? {}) as Thrown;
  if (typeof errcode === 'number' && errcode !== SQLITE_ERROR) return BY_RESULT[errcode & 0xff];
  if (code === 'ERR_SQLITE_ERROR') return BY_MESSAGE.find(([part]) => message.includes(part))?.[1];
  if (typeof code !== 'string' || !SYSTEM_CODE.test(code)) return undefined;
  return BY_SYSTEM_CODE[code] ?? 'unavailable';
}

/** A few words for people: the system's own code or SQLite's own sentence. */
export function describeFailure(error: unknown): string {
  const { code, message } = (error ?? {}) as Thrown;
  if (typeof code === 'string' && SYSTEM_CODE.test(code)) return code;
  return message ?? 'unknown fault';
}

/** The file holds what this program never writes. */
export class DamagedError extends Error {}

interface Thrown {
  readonly errcode?: unknown;
  readonly code?: unknown;
  readonly message?: string;
}

const SQLITE_ERROR = 1;

/** By SQLite's primary result code. Codes that only a fault of our own can bring about are missing. */
const BY_RESULT: Readonly<Record<number, Failure>> = {
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

/**
 * The package's driver gives no result code when a query for many rows fails. Its sentences are SQLite's and have not
 * changed in years. A missing table is damage: the recorded migrations say that it is there.
 */
const BY_MESSAGE: readonly (readonly [part: string, failure: Failure])[] = [
  ['malformed', 'damaged'],
  ['corrupt', 'damaged'],
  ['not a database', 'damaged'],
  ['no such table', 'damaged'],
  ['no such column', 'damaged'],
  ['locked', 'busy'],
  ['locking protocol', 'busy'],
  ['is full', 'full'],
  ['readonly', 'read-only'],
  ['disk I/O error', 'unavailable'],
  ['unable to open', 'unavailable'],
  ['out of memory', 'unavailable'],
];

const BY_SYSTEM_CODE: Readonly<Record<string, Failure>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
};

const SYSTEM_CODE = /^E(?!RR_)[A-Z0-9]+$/;
