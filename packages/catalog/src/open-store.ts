import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Note } from '@skillscope/core';
import { type Connection, connect } from './connection.ts';
import type { DatabaseConstructor } from './driver.ts';
import { DamagedError, describeFailure, failureOf } from './failure.ts';
import { migrate, readSchema } from './migrate.ts';
import { note } from './notes.ts';
import { openFrozen } from './open-for-reading.ts';
import { databaseOf, identityOf, prepareDatabase, setAside, stampOf, storeOf } from './places.ts';
import { sleep } from './sleep.ts';

/**
 * `file`: the database on disk. `frozen`: the same, in a place where nothing can be written, not even a lock.
 * `memory`: this process only.
 */
export type StoreKind = 'file' | 'frozen' | 'memory';

export interface Store {
  readonly kind: StoreKind;
  readonly connection: Connection;
  /** Which file it was when it was opened; absent in memory. */
  readonly identity?: string | undefined;
  /** Its stamp before it was read; only when frozen. */
  readonly stamp?: string | undefined;
}

export interface StoreOptions {
  readonly driver: DatabaseConstructor;
  readonly directory: string | undefined;
  readonly busyMilliseconds: number;
  /** Told about everything that is not as it should be. */
  readonly onNote: (note: Note) => void;
}

/** Opens the database in the directory, else an empty one in memory. Throws only for faults of our own. */
export function openStore(options: StoreOptions): Store {
  const { directory } = options;
  return (directory === undefined ? undefined : openIn(directory, options)) ?? openMemory(options);
}

/** An empty database in memory. */
export function openMemory({ driver, busyMilliseconds }: Pick<StoreOptions, 'driver' | 'busyMilliseconds'>): Store {
  const connection = connect(driver, ':memory:', { busyMilliseconds });
  migrate(connection);
  return { kind: 'memory', connection };
}

/** Puts a damaged database away. False, with a note, when that is impossible. */
export function putAway(
  directory: string,
  identity: string | undefined,
  cause: unknown,
  onNote: (note: Note) => void,
): boolean {
  try {
    setAside(directory, identity);
    onNote(note('cache-rebuilt', directory, describeFailure(cause)));
    return true;
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    onNote(note('cache-unavailable', directory, `${describeFailure(cause)}, ${describeFailure(error)}`));
    return false;
  }
}

function openIn(directory: string, options: StoreOptions): Store | undefined {
  if (isAbsolute(directory)) return openOnDisk(directory, options, ATTEMPTS);
  // It would be another cache in every directory, and in a foreign project one that came with it.
  options.onNote(note('cache-unavailable', directory, 'its path is not absolute'));
  return undefined;
}

/** The second attempt is for a file that was put away, the third for one that somebody else put away meanwhile. */
const ATTEMPTS = 3;

function openOnDisk(directory: string, options: StoreOptions, attempts: number): Store | undefined {
  const file = databaseOf(directory);
  let identity = identityOf(file);
  try {
    if (identity === undefined) {
      prepareDatabase(directory);
      identity = identityOf(file);
    }
    const connection = openCurrent(file, directory, options);
    if (!connection) return undefined;
    // Log and shared memory are opened by name after the database: all three must be of one store.
    if (identityOf(file) === identity) return { kind: 'file', connection, identity };
    connection.close();
    if (attempts > 1) return openOnDisk(directory, options, attempts - 1);
    options.onNote(note('cache-unavailable', directory, 'others keep replacing it'));
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    if ((failure === 'damaged' || isObstructed(directory)) && attempts > 1) {
      return putAway(directory, identity, error, options.onNote)
        ? openOnDisk(directory, options, attempts - 1)
        : undefined;
    }
    const frozen = failure === 'busy' ? undefined : openStill(file, options);
    if (frozen) return frozen;
    options.onNote(note(failure === 'busy' ? 'cache-busy' : 'cache-unavailable', directory, describeFailure(error)));
    return undefined;
  }
}

/** `undefined`, with a note, when the file belongs to a newer version. */
function openCurrent(file: string, directory: string, options: StoreOptions): Connection | undefined {
  const connection = connect(options.driver, pathToFileURL(file).href, options);
  try {
    const { state } = readSchema(connection);
    if (state === 'ready') return connection;
    if (state === 'foreign') throw new DamagedError('somebody else wrote it');
    if (state === 'newer') {
      options.onNote(note('cache-newer', directory, ''));
      connection.close();
      return undefined;
    }
    prepareFile(connection, options.busyMilliseconds);
    migrate(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/*
 * auto_vacuum   before the first table: lets `prune` give pages back a few at a time
 * journal_mode  WAL: readers never wait for the writer, nor it for them. It stays in the file. While others do the same,
 *               SQLite answers "busy" without waiting, hence the loop. A file system without shared memory keeps
 *               its rollback journal, which works too.
 */
function prepareFile(connection: Connection, patience: number): void {
  const deadline = Date.now() + patience;
  connection.exec('pragma busy_timeout = 0');
  for (;;) {
    try {
      connection.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal');
      connection.exec(`pragma busy_timeout = ${patience}`);
      return;
    } catch (error) {
      if (failureOf(error) !== 'busy' || Date.now() > deadline) throw error;
      sleep(5);
    }
  }
}

function openStill(file: string, options: StoreOptions): Store | undefined {
  const stamp = stampOf(file);
  const opened = openFrozen(options.driver, file);
  if (opened?.schema.state === 'ready') return { kind: 'frozen', connection: opened.connection, stamp };
  opened?.connection.close();
  return undefined;
}

/** True when a file stands where the folder belongs, or a folder where the file belongs. */
function isObstructed(directory: string): boolean {
  try {
    const store = statSync(storeOf(directory), { throwIfNoEntry: false });
    if (!store) return false;
    return !store.isDirectory() || statSync(databaseOf(directory), { throwIfNoEntry: false })?.isFile() === false;
  } catch {
    return false;
  }
}
