import { closeSync, constants, lstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { RegistryError } from './registry-error.ts';

/** How long to wait for the process that has a directory open. */
export interface Patience {
  /** Milliseconds; default 0. */
  readonly ownerTimeout?: number;
  /** Told once, after a second of waiting, which process it is; `undefined` where that cannot be known. */
  readonly onWait?: (owner: number | undefined) => void;
}

/** The part of `node:sqlite` that is used here. */
interface Sqlite {
  readonly DatabaseSync: new (location: string) => { exec(sql: string): void; close(): void };
}

const LOCK = 'owner.lock';
const OWNER = 'owner';
/** Every file that taking a directory leaves in it. SQLite keeps the last while the directory is taken. */
export const LOCK_FILES = [OWNER, LOCK, `${LOCK}-journal`] as const;

/** Milliseconds between two attempts: a command that waits begins soon after the other has ended. */
const INTERVAL = 50;
/** Milliseconds until whoever waits is told of it: most commands are over by then. */
const TOLD_AFTER = 1000;
/** What SQLite says of a lock that another connection has. */
const BUSY = 5;

/**
 * Makes this process the owner of a directory until the function it gives is called or the process ends, however it
 * ends: the lock is the kernel's, on a file that SQLite holds exclusively. Throws `registry-in-use` where there is
 * another owner, in this process or in any other, when patience ends, and `registry-damaged` for a lock that is none.
 */
export async function takeDirectory(
  directory: string,
  { ownerTimeout = 0, onWait }: Patience = {},
): Promise<() => void> {
  refuseLinks(directory);
  const start = performance.now();
  let tell = onWait;
  for (;;) {
    const { release, cause } = attempt(directory);
    if (release) {
      writeOwner(join(directory, OWNER));
      return release;
    }
    const waited = performance.now() - start;
    if (waited >= ownerTimeout) throw inUse(directory, cause);
    if (tell && waited >= TOLD_AFTER) {
      tell(ownerOf(directory));
      tell = undefined;
    }
    await setTimeout(Math.min(INTERVAL, ownerTimeout - waited));
  }
}

/** The directory may have been handed over by somebody else, and what is opened through a link is not its own. */
function refuseLinks(directory: string): void {
  const link = LOCK_FILES.find((name) => lstatSync(join(directory, name), { throwIfNoEntry: false })?.isSymbolicLink());
  if (link === undefined) return;
  throw new RegistryError('registry-damaged', `In ${directory}, ${link} is a link; it is not followed.`, {
    ways: [`Remove the link, unless somebody made it on purpose: the directory is for a registry alone.`],
  });
}

function attempt(directory: string): { readonly release?: () => void; readonly cause?: unknown } {
  const { DatabaseSync } = loadSqlite();
  let database: InstanceType<typeof DatabaseSync> | undefined;
  try {
    const opened = new DatabaseSync(join(directory, LOCK));
    database = opened;
    opened.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive');
    return { release: () => opened.close() };
  } catch (cause) {
    database?.close();
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === BUSY) return { cause };
    const why = cause instanceof Error ? cause.message : 'unknown fault';
    throw new RegistryError('registry-damaged', `The lock of the registry in ${directory} cannot be taken: ${why}.`, {
      ways: [`See that no program has the registry open and that you may write there, then remove its file ${LOCK}.`],
      cause,
    });
  }
}

function inUse(directory: string, cause: unknown): RegistryError {
  const owner = ownerOf(directory);
  const where = owner === undefined ? 'elsewhere' : `in process ${owner}`;
  return new RegistryError('registry-in-use', `The registry in ${directory} is open ${where}.`, {
    ways: ['Close it there first.', 'Use a server where several programs write.'],
    cause,
  });
}

/** Never through a link: the directory may have been handed over by somebody else. */
function writeOwner(path: string): void {
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | (O_NOFOLLOW ?? 0));
  try {
    writeSync(file, String(process.pid));
  } finally {
    closeSync(file);
  }
}

function ownerOf(directory: string): number | undefined {
  try {
    const id = readFileSync(join(directory, OWNER), 'utf8');
    return /^\d{1,10}$/.test(id) ? Number(id) : undefined;
  } catch {
    return undefined;
  }
}

function loadSqlite(): Sqlite {
  const own: unknown = process.getBuiltinModule('node:sqlite');
  return (own ?? createRequire(import.meta.url)('@photostructure/sqlite')) as Sqlite;
}
