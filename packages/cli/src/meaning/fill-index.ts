import {
  type ArtifactRange,
  type Catalog,
  dropVectors,
  type KeptVectors,
  listVectors,
  newestArtifact,
  presentArtifacts,
  readListingTexts,
  readVectors,
  type VectorBlock,
  type VectorSpace,
  writeVectors,
} from '@skillscope/catalog';
import type { Encoder } from '@skillscope/models';
import { encodeListings } from './encode-listings.ts';
import { joinBlocks } from './join-blocks.ts';
import { gapsIn, isIn, rangesOf } from './ranges.ts';
import type { VectorIndex } from './vector-index.ts';

export interface FillOptions {
  readonly catalog: Catalog;
  readonly space: VectorSpace;
  readonly encoder: Encoder;
  readonly index: VectorIndex;
  /** Artifacts encoded at once. */
  readonly batch: number;
  /** Asked after every batch. */
  readonly goOn: () => boolean | Promise<boolean>;
  readonly onProgress?: (progress: EncodingProgress) => void;
}

/** How many of the artifacts that nobody encoded yet are done. */
export interface EncodingProgress {
  readonly done: number;
  readonly total: number;
}

/** Files of one encoder before those that touch are joined. */
const FILES = 8;

/** Files are joined while they hold no more than this many rows together: some tens of milliseconds of work. */
const JOINED_ROWS = 200_000;

/**
 * Brings the index up to date: takes what is kept on disk, encodes what is not and keeps it, as long as it may go on.
 * @returns whether nothing is missing any more
 */
export async function fillIndex(options: FillOptions): Promise<boolean> {
  const { catalog, space, index } = options;
  const whole = { after: 0, upTo: newestArtifact(catalog) };
  if (gapsIn(whole, index.covered).length === 0) return true;
  for (const file of listVectors(catalog, space)) {
    if (gapsIn(file, index.covered).length === 0) continue;
    const block = readVectors(catalog, space, file);
    if (block) index.add(block);
    else dropVectors(catalog, space, [file]);
  }
  await encodeGaps(options, gapsIn(whole, index.covered));
  return gapsIn(whole, index.covered).length === 0;
}

/** Encodes of these artifacts what is missing and keeps it, as long as it may go on. @returns whether that is all */
export async function fillArtifacts(options: FillOptions, artifacts: readonly number[]): Promise<boolean> {
  const missing = () => artifacts.filter((artifact) => !isIn(artifact, options.index.covered));
  if (missing().length === 0) return true;
  await encodeGaps(
    options,
    rangesOf(missing()).flatMap((range) => gapsIn(range, options.index.covered)),
  );
  return missing().length === 0;
}

async function encodeGaps(options: FillOptions, gaps: readonly ArtifactRange[]): Promise<void> {
  const onEncoded = progressIn(options, gaps);
  for (const gap of gaps) {
    const isWhole = await encodeGap(options, gap, onEncoded);
    if (!isWhole || !(await options.goOn())) break;
  }
  tidy(options);
}

/** Gaps are encoded in their order; of the numbers in them few are artifacts. */
function progressIn({ catalog, onProgress }: FillOptions, gaps: readonly ArtifactRange[]): (upTo: number) => void {
  if (onProgress === undefined) return () => {};
  const artifacts = gaps.flatMap((gap) => [...presentArtifacts(catalog, gap)].sort((a, b) => a - b));
  let done = 0;
  return (upTo) => {
    while ((artifacts[done] ?? Number.POSITIVE_INFINITY) <= upTo) done += 1;
    onProgress({ done, total: artifacts.length });
  };
}

/** What is done is kept, also where the encoder fails in the middle. @returns whether it came to the end */
async function encodeGap(
  options: FillOptions,
  gap: ArtifactRange,
  onEncoded: (upTo: number) => void,
): Promise<boolean> {
  const { catalog, space, encoder, index, batch, goOn } = options;
  const blocks: VectorBlock[] = [];
  let at = gap.after;
  try {
    do {
      const { texts, upTo } = readListingTexts(catalog, { after: at, upTo: gap.upTo }, batch);
      if (texts.length > 0) blocks.push(await encodeListings(encoder, texts, { after: at, upTo }));
      at = upTo;
      onEncoded(at);
    } while (at < gap.upTo && (await goOn()));
  } finally {
    if (at > gap.after) {
      const block = joinBlocks(blocks, { after: gap.after, upTo: at }, space.stride);
      index.add(block);
      if (block.keys.length > 0) writeVectors(catalog, space, block);
    }
  }
  return at >= gap.upTo;
}

/** Joins files that touch where there are many, without the artifacts that are gone. */
function tidy({ catalog, space }: FillOptions): void {
  const files = listVectors(catalog, space);
  if (files.length <= FILES) return;
  const read = files.flatMap((file): Read[] => {
    const block = readVectors(catalog, space, file);
    return block ? [{ file, block }] : [];
  });
  for (const run of runsOf(read)) joinRun(catalog, space, run);
}

interface Read {
  readonly file: KeptVectors;
  readonly block: VectorBlock;
}

function joinRun(catalog: Catalog, space: VectorSpace, run: readonly Read[]): void {
  const [first] = run;
  const last = Math.max(...run.map(({ file }) => file.upTo));
  if (first === undefined || run.length < 2) return;
  const range = { after: first.file.after, upTo: last };
  const present = presentArtifacts(catalog, range);
  const block = joinBlocks(
    run.map((one) => one.block),
    range,
    space.stride,
    (artifact) => present.has(artifact),
  );
  writeVectors(catalog, space, block);
  const isKept = listVectors(catalog, space).some(({ after, upTo }) => after === range.after && upTo === range.upTo);
  const old = run.filter(({ file }) => file.after !== range.after || file.upTo !== range.upTo);
  if (isKept)
    dropVectors(
      catalog,
      space,
      old.map(({ file }) => file),
    );
}

/** Neighbours that touch or overlap, as many together as may be joined. */
function runsOf(read: readonly Read[]): readonly (readonly Read[])[] {
  const runs: Read[][] = [];
  let rows = 0;
  let end = Number.NaN;
  for (const one of read) {
    const { file, block } = one;
    rows += block.keys.length;
    const current = runs.at(-1);
    if (current && file.after <= end && rows <= JOINED_ROWS) current.push(one);
    else {
      runs.push([one]);
      rows = block.keys.length;
      end = file.upTo;
    }
    end = Math.max(end, file.upTo);
  }
  return runs;
}
