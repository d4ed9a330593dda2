import { type ArtifactRange, placeOfRow, rowOf, type VectorBlock } from '@skillscope/catalog';
import type { NearnessSpread } from '@skillscope/core';
import { openKernel, type VectorRows } from '@skillscope/models';
import { gapsIn } from './ranges.ts';

interface NearRow {
  readonly key: number;
  readonly score: number;
}

/** A query compared with everything in an index. */
export interface Compared {
  /** By row of the search, the cosine of every listing of these artifacts that is held. */
  inside(artifacts: readonly number[]): ReadonlyMap<number, number>;
  /** Rows of the nearest listings of all other artifacts of these ecosystems, best first. */
  outside(artifacts: ReadonlySet<number>, ecosystems: readonly string[], limit: number): readonly number[];
  /** The cosine of each of these rows that is held. */
  of(rows: readonly number[]): ReadonlyMap<number, number>;
  /** Of the cosines of all listings. */
  spread(): NearnessSpread;
}

/** Vectors of listings in memory, compared exactly. */
export interface VectorIndex {
  readonly covered: readonly ArtifactRange[];
  readonly size: number;
  /** Takes what of a block is not held yet. */
  add(block: VectorBlock): void;
  compare(query: VectorRows): Compared;
}

interface Held {
  /** Row of the kernel at which it begins. */
  readonly first: number;
  readonly keys: Float64Array;
  readonly scales: Float32Array;
  readonly ecosystems: Uint8Array;
  readonly ecosystemIds: readonly string[];
}

export function openVectorIndex(stride: number): VectorIndex {
  const kernel = openKernel(stride);
  const blocks: Held[] = [];
  let covered: ArtifactRange[] = [];
  let size = 0;

  function hold(block: VectorBlock, { after, upTo }: ArtifactRange): void {
    const start = placeIn(block.keys, rowAfter(after));
    const end = placeIn(block.keys, rowAfter(upTo));
    if (start === end) return;
    kernel.append(block.rows.subarray(start * stride, end * stride));
    blocks.push({
      first: size,
      keys: block.keys.slice(start, end),
      scales: block.scales.slice(start, end),
      ecosystems: block.ecosystems.slice(start, end),
      ecosystemIds: block.ecosystemIds,
    });
    size += end - start;
  }

  return {
    get covered() {
      return covered;
    },
    get size() {
      return size;
    },
    add(block) {
      for (const gap of gapsIn(block, covered)) hold(block, gap);
      covered = joined([...covered, block]);
    },
    compare({ rows, scales }) {
      const products = size === 0 ? new Int32Array(0) : kernel.products(rows.subarray(0, stride), 0, size).slice();
      return comparedWith(blocks, products, scales[0] ?? 0);
    },
  };
}

function comparedWith(blocks: readonly Held[], products: Int32Array, queryScale: number): Compared {
  const scoreAt = ({ first, scales }: Held, row: number) =>
    (products[first + row] ?? 0) * (scales[row] ?? 0) * queryScale;
  return {
    inside(artifacts) {
      const found = new Map<number, number>();
      for (const artifact of artifacts) {
        const end = rowAfter(artifact);
        for (const block of blocks) {
          let row = placeIn(block.keys, rowAfter(artifact - 1));
          for (; (block.keys[row] ?? end) < end; row += 1) found.set(block.keys[row] ?? 0, scoreAt(block, row));
        }
      }
      return found;
    },
    outside(artifacts, ecosystems, limit) {
      const best = openBest(limit);
      for (const block of blocks) {
        const isWanted = block.ecosystemIds.map((id) => ecosystems.includes(id));
        for (let row = 0; row < block.keys.length; row += 1) {
          const score = scoreAt(block, row);
          if (score <= best.bar || !isWanted[block.ecosystems[row] ?? 0]) continue;
          const key = block.keys[row] ?? 0;
          if (!artifacts.has(placeOfRow(key).artifact)) best.add({ key, score });
        }
      }
      return best.rows().map(({ key }) => key);
    },
    of(rows) {
      const found = new Map<number, number>();
      for (const key of rows) {
        for (const block of blocks) {
          const row = placeIn(block.keys, key);
          if (block.keys[row] === key) found.set(key, scoreAt(block, row));
        }
      }
      return found;
    },
    spread() {
      let count = 0;
      let sum = 0;
      let squares = 0;
      for (const block of blocks) {
        for (const [row, scale] of block.scales.entries()) {
          if (scale === 0) continue;
          const score = scoreAt(block, row);
          count += 1;
          sum += score;
          squares += score * score;
        }
      }
      const mean = sum / Math.max(1, count);
      return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) };
    },
  };
}

/** The best rows of many, with few of them moved: what is kept is cut to size now and then. */
function openBest(limit: number) {
  let kept: NearRow[] = [];
  const cut = () => {
    kept = kept.sort((a, b) => b.score - a.score || a.key - b.key).slice(0, limit);
  };
  return {
    /** What does not reach it is not among the best, nor is what has no vector. */
    bar: 0,
    add(row: NearRow): void {
      kept.push(row);
      if (kept.length < limit * 2) return;
      cut();
      this.bar = Math.max(this.bar, (kept.at(-1)?.score ?? 0) - Number.EPSILON);
    },
    rows(): readonly NearRow[] {
      cut();
      return kept;
    },
  };
}

/** The first row behind those of an artifact. */
function rowAfter(artifact: number): number {
  return rowOf({ artifact: artifact + 1, ordinal: 0 });
}

/** The place of the first number that is not smaller. */
function placeIn(sorted: Float64Array, number: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same ranges, those that touch as one. */
function joined(ranges: readonly ArtifactRange[]): ArtifactRange[] {
  const result: ArtifactRange[] = [];
  for (const { after, upTo } of [...ranges].sort((a, b) => a.after - b.after)) {
    const last = result.at(-1);
    if (last && after <= last.upTo) result[result.length - 1] = { after: last.after, upTo: Math.max(last.upTo, upTo) };
    else result.push({ after, upTo });
  }
  return result;
}
