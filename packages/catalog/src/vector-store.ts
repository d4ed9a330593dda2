import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LIMITS } from '@skillscope/core';
import { type Catalog, sessionOf } from './catalog.ts';
import { failureOf } from './failure.ts';
import { isFolder, namesIn, removeFile } from './own-folder.ts';
import { DAY, POLICY } from './policy.ts';
import {
  type ArtifactRange,
  readVectorSegment,
  type VectorBlock,
  type VectorSpace,
  writeVectorSegment,
} from './vector-segment.ts';

/** One file of vectors on this machine. */
export interface KeptVectors extends ArtifactRange {
  /** The file; means something to the functions here only. */
  readonly name: string;
}

/**
 * The files of vectors that are kept for a space, by their ranges. Empty where the catalog is kept in memory. They lie
 * beside the database and go with it.
 */
export function listVectors(catalog: Catalog, space: VectorSpace): readonly KeptVectors[] {
  const place = placeOf(catalog);
  const prefix = prefixOf(space);
  const kept = place === undefined ? [] : namesIn(place).flatMap((name) => rangeOf(name, prefix) ?? []);
  return kept.sort((a, b) => a.after - b.after || b.upTo - a.upTo);
}

/** The vectors in one file; `undefined` where it is gone, damaged, or of another database or encoder. */
export function readVectors(catalog: Catalog, space: VectorSpace, { name }: KeptVectors): VectorBlock | undefined {
  const place = placeOf(catalog);
  if (place === undefined) return undefined;
  try {
    const file = join(place, name);
    if (statSync(file).size > LIMITS.vectorFileBytes) return undefined;
    return readVectorSegment(readFileSync(file), vectorStoreId(catalog), space);
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * Keeps vectors, where the catalog lasts. The file is written whole beside its place and then moved there, so that
 * another process sees all of it or nothing. A disk that does not take it costs a later search the work, no more.
 */
export function writeVectors(catalog: Catalog, space: VectorSpace, block: VectorBlock): void {
  const place = placeOf(catalog);
  if (place === undefined) return;
  const name = `${prefixOf(space)}${block.after}-${block.upTo}${SUFFIX}`;
  const partial = join(place, `${name}.${process.pid}`);
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    if (!isFolder(place)) return;
    writeFileSync(partial, writeVectorSegment(vectorStoreId(catalog), space, block), { mode: 0o600 });
    renameSync(partial, join(place, name));
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    removeFile(partial);
  }
}

/** Drops files whose vectors are kept elsewhere, and what nobody will ever read: other encoders' and half-written ones. */
export function dropVectors(
  catalog: Catalog,
  space: VectorSpace,
  files: readonly KeptVectors[],
  now: number = Date.now(),
): void {
  const place = placeOf(catalog);
  if (place === undefined) return;
  const prefix = prefixOf(space);
  for (const { name } of files) removeFile(join(place, name));
  for (const name of namesIn(place)) {
    if (!OWN.test(name) || rangeOf(name, prefix) !== undefined) continue;
    const days = name.endsWith(SUFFIX) ? POLICY.vectorDays : 1;
    const written = statSync(join(place, name), { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (written < now - days * DAY) removeFile(join(place, name));
  }
}

/** Tells one database from another that took its place: their numbers mean different artifacts. */
export function vectorStoreId(catalog: Catalog): string {
  return sessionOf(catalog).read('', (connection) => {
    const row = connection.get<{ at: number }>('select applied_at as at from migration order by number limit 1');
    return String(row?.at ?? '');
  });
}

const SUFFIX = '.vectors';
/** Vectors of any encoder, or what a killed process left of some; see `writeVectors`. */
const OWN = /^[0-9a-f]{16}-\d+-\d+\.vectors(?:\.\d+)?$/;
const FOLDER = 'vectors';

function placeOf(catalog: Catalog): string | undefined {
  const { isLasting, location } = sessionOf(catalog);
  return isLasting && location !== undefined ? join(dirname(location), FOLDER) : undefined;
}

function prefixOf({ encoder }: VectorSpace): string {
  return `${createHash('sha256').update(encoder).digest('hex').slice(0, 16)}-`;
}

function rangeOf(name: string, prefix: string): KeptVectors | undefined {
  if (!name.startsWith(prefix) || !name.endsWith(SUFFIX)) return undefined;
  const [after = Number.NaN, upTo = Number.NaN, ...rest] = name
    .slice(prefix.length, -SUFFIX.length)
    .split('-')
    .map(Number);
  const isRange = Number.isSafeInteger(after) && Number.isSafeInteger(upTo) && after < upTo && rest.length === 0;
  return isRange ? { name, after, upTo } : undefined;
}
