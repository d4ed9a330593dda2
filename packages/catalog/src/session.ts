import { isAbsolute } from 'node:path';
import type { Note } from '@skillscope/core';
import { type ArtifactQueue, openQueue } from './artifact-queue.ts';
import type { Catalog, CatalogOptions } from './catalog.ts';
import type { Connection } from './connection.ts';
import { copyToMemory } from './copy-to-memory.ts';
import { type DatabaseConstructor, loadDriver } from './driver.ts';
import { describeFailure, failureOf } from './failure.ts';
import { type CatalogNoteCode, note } from './notes.ts';
import { openMemory, openStore, putAway, type Store } from './open-store.ts';
import { bytesOf, databaseOf, identityOf, prepareFolder, scansOf, stampOf } from './places.ts';
import { POLICY } from './policy.ts';
import { openScans, type Scans } from './scan-store.ts';

/** An open catalog, and the one place that decides what a failing database means. */
export class Session implements Catalog {
  readonly indexers: Readonly<Record<string, number>>;
  readonly #directory: string | undefined;
  readonly #busyMilliseconds: number;
  readonly #notes = new Map<string, Note>();
  /** Finished scans; reading them opens nothing else. */
  readonly scans: Scans;
  /** Artifacts that wait for a search. */
  readonly queue: ArtifactQueue;
  #driver: DatabaseConstructor | undefined;
  #isBegun = false;
  /** Absent once closed, and on a platform without SQLite. */
  #store: Store | undefined;
  #hasWritten = false;
  /** When the file is to be tried again, where it was left because others used it. */
  #retryAt: number | undefined;

  constructor(options: CatalogOptions) {
    this.indexers = options.indexers;
    this.#directory = options.directory;
    this.#busyMilliseconds = options.busyMilliseconds ?? POLICY.busyMilliseconds;
    this.queue = openQueue(options.directory, options.indexers);
    this.scans = openScans(options.directory, (cause) => this.#note('cache-not-written', describeFailure(cause)));
  }

  get location(): string | undefined {
    this.#needStore();
    if (this.#directory === undefined || !this.#store || this.#store.kind === 'memory') return undefined;
    return databaseOf(this.#directory);
  }

  get notes(): readonly Note[] {
    return [...this.#notes.values()];
  }

  /** True when the database was opened. */
  get isOpen(): boolean {
    return this.#isBegun;
  }

  /** True when there is a database, opened or not. */
  get isThere(): boolean {
    if (this.#isBegun) return this.#store !== undefined;
    return this.#directory !== undefined && identityOf(databaseOf(this.#directory)) !== undefined;
  }

  /** True while files beside the database last longer than this process. Opens it only to learn why they cannot. */
  get canKeepFiles(): boolean {
    if (!this.#isBegun && this.#directory !== undefined && isAbsolute(this.#directory))
      if (prepareFolder(scansOf(this.#directory))) return true;
    return this.isLasting;
  }

  /** True while what is written lasts longer than this process. */
  get isLasting(): boolean {
    this.#needStore();
    return this.#store?.kind === 'file';
  }

  /** What `action` reads, or `otherwise` when the database cannot be read. */
  read<T>(otherwise: T, action: (connection: Connection) => T): T {
    this.#needStore();
    const store = this.#store;
    if (!store) return otherwise;
    try {
      const result = action(store.connection);
      if (store.kind !== 'frozen' || this.#isUntouched(store)) return result;
      this.#close();
      this.#store = this.#open();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      if (failure === 'damaged') this.#rebuild(store, error);
      else if (failure === 'busy') this.#leave(error);
      else this.#note('cache-unavailable', describeFailure(error));
    }
    return otherwise;
  }

  /**
   * To be called where an answer begins. A process that does without the cache because others used it tries again,
   * when some time has passed.
   */
  begin(): void {
    if (this.#retryAt === undefined || Date.now() < this.#retryAt) return;
    this.#retryAt = undefined;
    this.#notes.delete('cache-busy');
    this.#notes.delete('cache-not-written');
    this.#close();
    this.#store = this.#open();
  }

  /**
   * What `action` returns after its writes are committed together. Where the file cannot be written they are made in
   * a copy in memory, so that this process still finds them.
   */
  write<T>(otherwise: T, action: (connection: Connection) => T): T {
    this.#needStore();
    if (this.#store?.kind === 'frozen') this.#moveToMemory('cache-read-only', 'read-only');
    if (this.#store?.kind === 'file' && !this.#isInPlace(this.#store)) {
      this.#close();
      this.#store = this.#open();
    }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const store = this.#store;
      if (!store) return otherwise;
      try {
        const result = store.connection.transaction(() => action(store.connection));
        this.#hasWritten = true;
        return result;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === undefined) throw error;
        if (failure === 'damaged') this.#rebuild(store, error);
        else if (store.kind === 'memory') this.#note('cache-not-written', describeFailure(error));
        else {
          this.#moveToMemory(failure === 'read-only' ? 'cache-read-only' : 'cache-not-written', describeFailure(error));
          if (failure === 'busy') this.#retryLater();
        }
      }
    }
    return otherwise;
  }

  /**
   * Upkeep of the file: done when no other process is writing, else left for the next time.
   * `undefined` when it was left, and where there is no file that can be written.
   */
  tend<T>(action: (connection: Connection) => T): T | undefined {
    this.#needStore();
    const store = this.#store;
    if (store?.kind !== 'file' || !this.#isInPlace(store)) return undefined;
    const { connection } = store;
    try {
      connection.exec('pragma busy_timeout = 0');
      const result = connection.transaction(() => action(connection));
      connection.exec(`pragma busy_timeout = ${this.#busyMilliseconds}`);
      this.#hasWritten = true;
      return result;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      if (failure === 'damaged') this.#rebuild(store, error);
      else connection.exec(`pragma busy_timeout = ${this.#busyMilliseconds}`);
      return undefined;
    }
  }

  close(): void {
    this.#isBegun = true;
    this.#retryAt = undefined;
    const store = this.#store;
    if (store?.kind === 'file' && this.#hasWritten && this.#isInPlace(store)) settle(store.connection);
    this.#close();
  }

  /** Opens the database when it is first needed: most answers come from a scan alone. */
  #needStore(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#driver = this.#load();
    this.#store = this.#open();
  }

  #load(): DatabaseConstructor | undefined {
    try {
      return loadDriver();
    } catch (error) {
      this.#note('cache-unavailable', `no SQLite for ${process.platform}-${process.arch}: ${describeFailure(error)}`);
      return undefined;
    }
  }

  #open(): Store | undefined {
    if (!this.#driver) return undefined;
    return openStore({
      driver: this.#driver,
      directory: this.#directory,
      busyMilliseconds: this.#busyMilliseconds,
      onNote: (added) => {
        this.#notes.set(added.code, added);
        if (added.code === 'cache-busy') this.#retryLater();
      },
    });
  }

  /** Goes on without the file, so that one that is locked is waited for once and not at every turn. */
  #leave(cause: unknown): void {
    if (!this.#driver) return;
    this.#note('cache-busy', describeFailure(cause));
    this.#close();
    this.#store = openMemory({ driver: this.#driver, busyMilliseconds: this.#busyMilliseconds });
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retryAt = Date.now() + POLICY.retryMilliseconds;
  }

  #close(): void {
    this.queue.reopen();
    const store = this.#store;
    this.#store = undefined;
    store?.connection.close();
  }

  /** After damage: the file is put away and a new one begun, in memory where that is impossible. */
  #rebuild(store: Store, cause: unknown): void {
    if (!this.#driver) return;
    this.#close();
    const isAway =
      store.kind === 'file' &&
      this.#directory !== undefined &&
      putAway(this.#directory, store.identity, cause, (added) => this.#notes.set(added.code, added));
    if (store.kind !== 'file') this.#note('cache-unavailable', describeFailure(cause));
    this.#store = isAway
      ? this.#open()
      : openMemory({ driver: this.#driver, busyMilliseconds: this.#busyMilliseconds });
  }

  #moveToMemory(code: CatalogNoteCode, cause: string): void {
    if (!this.#driver || !this.#store) return;
    const options = { driver: this.#driver, busyMilliseconds: this.#busyMilliseconds };
    this.#note(code, cause);
    const copy = copyToMemory(this.#store.connection, options) ?? openMemory(options);
    this.#close();
    this.#store = copy;
  }

  #isInPlace(store: Store): boolean {
    return this.#directory !== undefined && identityOf(databaseOf(this.#directory)) === store.identity;
  }

  /** True while nobody has written a file that is read without locks. */
  #isUntouched(store: Store): boolean {
    if (this.#directory === undefined) return true;
    const file = databaseOf(this.#directory);
    return stampOf(file) === store.stamp && bytesOf(`${file}-wal`) === 0;
  }

  #note(code: CatalogNoteCode, cause: string): void {
    this.#notes.set(code, note(code, this.#directory ?? '', cause));
  }
}

/** Empties the log, so that the next process need not read it. Others that use the file are not waited for. */
function settle(connection: Connection): void {
  try {
    connection.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
  }
}
