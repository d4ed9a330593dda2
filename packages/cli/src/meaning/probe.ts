import { createHash } from 'node:crypto';
import {
  type Catalog,
  dropVectors,
  listVectors,
  readVectors,
  type VectorBlock,
  type VectorSpace,
  writeVectors,
} from '@skillscope/catalog';
import type { VectorRows } from '@skillscope/models';

/** Encoded beside every need, where nothing else tells that another model answers under a known name. */
export const PROBE = 'Parse a date, retry a request, draw a table: a text that stays the same.';

/**
 * How near two vectors of one text have to be to be of one model: in another precision or on another machine it gives
 * nearly the same, and another model something that has nothing to do with it.
 */
const SAME_MODEL = 0.95;

/** Which of the models that answered under one name answers now. */
export interface Generation {
  readonly space: VectorSpace;
  /** True where another one answered before. What that one encoded is dropped. */
  readonly isAnother: boolean;
}

/** @param named the space by the encoder's name alone; @param probe the vector of `PROBE`, as it is now */
export function generationOf(catalog: Catalog, named: VectorSpace, probe: VectorRows): Generation {
  const place: VectorSpace = { ...named, encoder: `${named.encoder} probe` };
  const [file] = listVectors(catalog, place);
  const kept = file && readVectors(catalog, place, file);
  if (kept && cosine(kept.rows, probe.rows) >= SAME_MODEL) {
    // Written again, it stays as long as somebody searches.
    writeVectors(catalog, place, kept);
    return { space: spaceOf(named, kept.rows), isAnother: false };
  }
  if (kept) {
    const old = spaceOf(named, kept.rows);
    dropVectors(catalog, old, listVectors(catalog, old));
  }
  writeVectors(catalog, place, blockOf(probe));
  return { space: spaceOf(named, probe.rows), isAnother: kept !== undefined };
}

/** True where the models are one. */
export function isSameModel(one: VectorRows, other: VectorRows): boolean {
  return one.stride === other.stride && cosine(one.rows, other.rows) >= SAME_MODEL;
}

/** A space of its own for each model, so that a process that still asks the one before mixes nothing. */
function spaceOf({ encoder, stride }: VectorSpace, rows: Int8Array): VectorSpace {
  const generation = createHash('sha256').update(rows).digest('hex').slice(0, 12);
  return { encoder: `${encoder} ${generation}`, stride };
}

function blockOf({ rows, scales }: VectorRows): VectorBlock {
  const keys = Float64Array.of(0);
  return { after: 0, upTo: 1, keys, ecosystems: Uint8Array.of(0), ecosystemIds: [''], scales, rows };
}

function cosine(one: Int8Array, other: Int8Array): number {
  let [product, first, second] = [0, 0, 0];
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0;
    product += value * against;
    first += value * value;
    second += against * against;
  }
  return first === 0 || second === 0 ? Number(first === second) : product / Math.sqrt(first * second);
}
