import { SkillscopeError } from '@skillscope/core';
import { requireSameEncoder } from '../encoder.ts';
import { quantise } from '../vector-math.ts';
import { type Kernel, type KernelName, openKernel } from './kernel.ts';
import type { VectorFile } from './vector-file.ts';

/** One found row. */
export interface VectorHit {
  /** The segment's number, as `add` gave it. */
  readonly segment: number;
  /** The row within the segment. */
  readonly row: number;
  /** The product of both vectors: their cosine where the encoder normalises. */
  readonly score: number;
}

export interface VectorQuery {
  /** The `encoderKey` of what made the vector. */
  readonly encoder: string;
  readonly vector: Float32Array;
  readonly limit: number;
  /** Only these segments; all by default. */
  readonly segments?: readonly number[];
  /** Rows below this score are no hits; none by default. */
  readonly minimum?: number;
}

/** Vectors of many libraries in memory, searched exactly. */
export interface VectorScan {
  readonly kernel: KernelName;
  /** Rows held. */
  readonly size: number;
  /**
   * Takes one face of a file and answers its segment's number; undefined where the file has no such face.
   * @throws SkillscopeError `model-mismatch` where another encoder made it
   */
  add(file: VectorFile, face: string): number | undefined;
  /**
   * The best rows, best first, earlier segments and rows first among equals. Rows without a vector are never found.
   * @throws SkillscopeError `model-mismatch` where another encoder made the query
   */
  search(query: VectorQuery): VectorHit[];
}

interface Segment {
  readonly first: number;
  readonly scales: Float32Array;
}

/** Opens a scan over vectors of one encoder. */
export function openVectorScan(
  encoder: string,
  dimension: number,
  kernelOf: (stride: number) => Kernel = openKernel,
): VectorScan {
  const kernel = kernelOf(Math.ceil(dimension / 16) * 16);
  const segments: Segment[] = [];
  let size = 0;
  return {
    kernel: kernel.name,
    get size() {
      return size;
    },
    add: (file, face) => {
      requireSameEncoder(encoder, file.encoder);
      const rows = file.faces.get(face);
      if (rows === undefined) return undefined;
      kernel.append(rows.rows);
      segments.push({ first: size, scales: rows.scales });
      size += rows.scales.length;
      return segments.length - 1;
    },
    search: (query) => {
      requireSameEncoder(encoder, query.encoder);
      if (query.vector.length !== dimension) {
        throw new SkillscopeError(
          'model-mismatch',
          `The query has ${query.vector.length} numbers instead of ${dimension}`,
        );
      }
      return best(kernel, segments, query);
    },
  };
}

function best(kernel: Kernel, segments: readonly Segment[], query: VectorQuery): VectorHit[] {
  const { values, scale: queryScale } = quantise(query.vector);
  const hits: VectorHit[] = [];
  const chosen = query.segments ?? segments.keys();
  let bar = query.minimum ?? Number.NEGATIVE_INFINITY;
  for (const segment of [...new Set(chosen)].sort((a, b) => a - b)) {
    const { first, scales } = segments[segment] ?? { first: 0, scales: new Float32Array(0) };
    const products = kernel.products(values, first, scales.length);
    for (let row = 0; row < scales.length; row += 1) {
      const scale = scales[row] ?? 0;
      const score = (products[row] ?? 0) * scale * queryScale;
      if (scale === 0 || score < bar || (hits.length === query.limit && score === bar)) continue;
      insert(hits, { segment, row, score }, query.limit);
      if (hits.length === query.limit) bar = Math.max(bar, hits.at(-1)?.score ?? bar);
    }
  }
  return hits;
}

/** Keeps the hits in order and at most as many as the limit. */
function insert(hits: VectorHit[], hit: VectorHit, limit: number): void {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.score ?? 0) >= hit.score) low = middle + 1;
    else high = middle;
  }
  hits.splice(low, 0, hit);
  if (hits.length > limit) hits.pop();
}
