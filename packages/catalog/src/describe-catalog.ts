import type { Note } from '@skillscope/core';
import type { ArtifactKey } from './artifact.ts';
import { latestOf, openQueue } from './artifact-queue.ts';
import type { Connection } from './connection.ts';
import { loadDriver } from './driver.ts';
import { DamagedError, describeFailure, type Failure, failureOf } from './failure.ts';
import { type CatalogNoteCode, note } from './notes.ts';
import { openForReading } from './open-for-reading.ts';
import { bytesOf, databaseOf, identityOf, listDamaged, scansOf, storeOf } from './places.ts';
import { countScans } from './scan-store.ts';
import type { ArtifactRecord } from './write-artifacts.ts';

export interface CatalogDescription {
  /** The database file, there or not: the first search makes it. */
  readonly location: string;
  /** `older`: the next process that opens it brings it up to date. `newer`: a newer version of skillscope owns it. */
  readonly state: 'absent' | 'ready' | 'older' | 'newer' | 'damaged' | 'unavailable';
  /** What it takes on disk, without damaged ones put away. */
  readonly bytes: number;
  /** Number of the database's last migration; 0 when unknown, and before there is one. */
  readonly schema: number;
  /** Counted only when `ready`, else 0; with those that wait for the first search. */
  readonly artifacts: number;
  readonly skills: number;
  readonly scans: number;
  /** Damaged ones that were put away. */
  readonly damaged: readonly string[];
  readonly notes: readonly Note[];
}

/** Tells about the cache in a directory and changes nothing. Never throws for the state of the disk. */
export function describeCatalog(directory: string): CatalogDescription {
  const location = databaseOf(directory);
  const base: CatalogDescription = {
    location,
    state: 'absent',
    bytes: bytesOf(storeOf(directory)),
    schema: 0,
    artifacts: 0,
    skills: 0,
    scans: 0,
    damaged: listDamaged(directory),
    notes: [],
  };
  const waiting = latestOf(openQueue(directory).read());
  const scans = countScans(scansOf(directory));
  if (identityOf(location) === undefined) {
    const isEmpty = scans === 0 && waiting.size === 0;
    return isEmpty ? base : { ...base, state: 'ready', ...add(base, [...waiting.values()]), scans };
  }
  let connection: Connection | undefined;
  try {
    const opened = openForReading(loadDriver(), location);
    connection = opened.connection;
    const { state, number: schema } = opened.schema;
    if (state === 'foreign') throw new DamagedError('somebody else wrote it');
    if (state !== 'ready') return { ...base, schema, state: state === 'newer' ? 'newer' : 'older' };
    const isHeld = ({ path, inside, ecosystem }: ArtifactKey) => connection?.get(HELD, path, inside, ecosystem);
    const unheld = [...waiting.values()].filter(({ key }) => !isHeld(key));
    return { ...base, schema, state, ...add(count(connection), unheld), scans };
  } catch (error) {
    const failure = failureOf(error);
    return {
      ...base,
      state: failure === 'damaged' ? 'damaged' : 'unavailable',
      notes: [note(NOTES[failure ?? 'unavailable'] ?? 'cache-unavailable', directory, describeFailure(error))],
    };
  } finally {
    connection?.close();
  }
}

type Counts = Pick<CatalogDescription, 'artifacts' | 'skills'>;

function count(connection: Connection): Counts {
  const counts = connection.get<Counts>(COUNTS);
  return { artifacts: counts?.artifacts ?? 0, skills: counts?.skills ?? 0 };
}

function add({ artifacts, skills }: Counts, records: readonly ArtifactRecord[]): Counts {
  const more = records.reduce((total, { contents }) => total + contents.skills.length, 0);
  return { artifacts: artifacts + records.length, skills: skills + more };
}

const HELD = 'select 1 from artifact where path = ? and inside = ? and ecosystem = ?';

const COUNTS = `
  select (select count(*) from artifact) as artifacts,
         (select count(*) from skill) as skills`;

const NOTES: Readonly<Partial<Record<Failure, CatalogNoteCode>>> = { damaged: 'cache-damaged', busy: 'cache-busy' };
