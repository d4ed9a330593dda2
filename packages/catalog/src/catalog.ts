import type { Note } from '@skillscope/core';
import { Session } from './session.ts';

export interface CatalogOptions {
  /** Where the cache lies; made when absent. `undefined`: this process keeps its own in memory. */
  readonly directory: string | undefined;
  /** Ecosystem id → version of its indexer. Artifacts that another version indexed are not known. */
  readonly indexers: Readonly<Record<string, number>>;
  /** How long a lock of another process is waited for. Default 800. */
  readonly busyMilliseconds?: number;
}

/** The machine's cache: what was found in artifacts and projects. Handed to the functions of this package. */
export interface Catalog {
  /** The database file; `undefined` while this process works in memory. */
  readonly location: string | undefined;
  /**
   * What was found not to be as it should, each once, in order. Nothing of it makes an answer wrong. The database is
   * opened by the first function that needs it, and looked at no sooner.
   */
  readonly notes: readonly Note[];
  /** Calling it twice is harmless. A closed catalog knows nothing and keeps nothing. */
  close(): void;
}

/**
 * Opens the machine's cache. Never throws for the state of the disk: a damaged file is put aside and built anew,
 * a newer one is left alone, and where there is no usable place this process works in memory; `notes` says which.
 */
export function openCatalog(options: CatalogOptions): Catalog {
  return new Session(options);
}

/** The session behind a catalog. */
export function sessionOf(catalog: Catalog): Session {
  if (catalog instanceof Session) return catalog;
  throw new TypeError('The catalog was not opened by openCatalog.');
}
