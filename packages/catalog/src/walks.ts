import { type Catalog, sessionOf } from './catalog.ts';
import type { Connection } from './connection.ts';

/** How far the stores of one ecosystem have been looked through. */
export interface StoredWalk {
  /** When a process last set out, ms since 1970; 0: never. */
  readonly walkedAt: number;
  /** When one last came to the end, ms since 1970; 0: never. */
  readonly finishedAt: number;
  /** Where it was cut; absent when it came to the end, or never began. */
  readonly position?: { readonly shelf: string; readonly after: string };
  /** Libraries come across since its beginning. */
  readonly libraries: number;
}

const NEVER: StoredWalk = { walkedAt: 0, finishedAt: 0, libraries: 0 };

/** What is held about the walks of an ecosystem. */
export function readWalk(catalog: Catalog, ecosystem: string): StoredWalk {
  return sessionOf(catalog).read(NEVER, (connection) => {
    const row = connection.get<WalkRow>(WALK, ecosystem);
    if (!row) return NEVER;
    const { walkedAt, finishedAt, shelf, after, libraries } = row;
    return { walkedAt, finishedAt, libraries, ...(shelf === null ? {} : { position: { shelf, after } }) };
  });
}

/**
 * Sets out on a walk, unless some process did so after `before`, in ms since 1970: of several that ask at once one is
 * let go. Gives where to take it up; `undefined` when this one is not to go, and where the file cannot be written now.
 */
export function beginWalk(catalog: Catalog, ecosystem: string, before: number): StoredWalk | undefined {
  const { walkedAt } = readWalk(catalog, ecosystem);
  // No lock is taken where the answer is known; a time that is still to come was written by a clock that was wrong.
  if (walkedAt > before && walkedAt <= Date.now()) return undefined;
  const session = sessionOf(catalog);
  const begin = (connection: Connection): StoredWalk | undefined => {
    const now = Date.now();
    const claimed = connection.get<{ ecosystem: string }>(CLAIM, ecosystem, now, before, now);
    if (!claimed) return undefined;
    const row = connection.get<WalkRow>(WALK, ecosystem);
    if (!row) return undefined;
    const { finishedAt, shelf, after, libraries } = row;
    return { walkedAt: now, finishedAt, libraries, ...(shelf === null ? {} : { position: { shelf, after } }) };
  };
  // A walk is no reason to wait for others, nor to leave a file that cannot be written for a copy of it.
  return session.location === undefined ? session.write(undefined, begin) : session.tend(begin);
}

/** Keeps how far a walk has come; without a position it is at its end. */
export function writeWalk(
  catalog: Catalog,
  ecosystem: string,
  { position, libraries }: Pick<StoredWalk, 'position' | 'libraries'>,
): void {
  const now = Date.now();
  const shelf = position?.shelf ?? null;
  sessionOf(catalog).write(undefined, (connection) => {
    connection.run(PROGRESS, ecosystem, now, position ? 0 : now, shelf, position?.after ?? '', libraries);
  });
}

export interface HeldPlace {
  readonly path: string;
  readonly inside: string;
  readonly fingerprint: string;
  /** True when it may answer for its name outside the project it was found in. */
  readonly vouched: boolean;
}

/** Where all artifacts of an ecosystem lie that its present indexer has read. */
export function readPlaces(catalog: Catalog, ecosystem: string): readonly HeldPlace[] {
  const session = sessionOf(catalog);
  const indexer = session.indexers[ecosystem];
  if (indexer === undefined) return [];
  return session.read<readonly HeldPlace[]>([], (connection) =>
    connection
      .all<Omit<HeldPlace, 'vouched'> & { vouched: number }>(PLACES, ecosystem, indexer)
      .map(({ vouched, ...place }) => ({ ...place, vouched: vouched === 1 })),
  );
}

interface WalkRow {
  readonly walkedAt: number;
  readonly finishedAt: number;
  readonly shelf: string | null;
  readonly after: string;
  readonly libraries: number;
}

const WALK = `
  select walked_at as walkedAt, finished_at as finishedAt, shelf, after, libraries from walk where ecosystem = ?`;

const CLAIM = `
  insert into walk (ecosystem, walked_at, finished_at, shelf, after, libraries) values (?, ?, 0, null, '', 0)
  on conflict (ecosystem) do update set walked_at = excluded.walked_at
    where walked_at <= ? or walked_at > ?
  returning ecosystem`;

const PROGRESS = `
  insert into walk (ecosystem, walked_at, finished_at, shelf, after, libraries) values (?, ?, ?, ?, ?, ?)
  on conflict (ecosystem) do update set walked_at = excluded.walked_at, shelf = excluded.shelf, after = excluded.after,
    libraries = excluded.libraries, finished_at = max(finished_at, excluded.finished_at)`;

const PLACES = 'select path, inside, fingerprint, vouched from artifact where ecosystem = ? and indexer = ?';
