import { type ArtifactRange, placeOfRow, type VectorBlock } from '@skillscope/catalog';

/** Blocks, in the order of their ranges, as one; a listing that several hold is taken once. */
export function joinBlocks(
  blocks: readonly VectorBlock[],
  range: ArtifactRange,
  stride: number,
  isPresent: (artifact: number) => boolean = () => true,
): VectorBlock {
  const places = blocks.flatMap((block) => placesIn(block, isPresent));
  const chosen = places.sort((a, b) => a.key - b.key).filter(({ key }, index) => key !== places[index - 1]?.key);
  const ecosystemIds = [...new Set(chosen.map(ecosystemOf))];
  const rows = new Int8Array(chosen.length * stride);
  chosen.forEach(({ block, row }, index) => {
    rows.set(block.rows.subarray(row * stride, (row + 1) * stride), index * stride);
  });
  return {
    after: range.after,
    upTo: range.upTo,
    keys: Float64Array.from(chosen, ({ key }) => key),
    ecosystems: Uint8Array.from(chosen, (place) => ecosystemIds.indexOf(ecosystemOf(place))),
    ecosystemIds,
    scales: Float32Array.from(chosen, ({ block, row }) => block.scales[row] ?? 0),
    rows,
  };
}

interface Place {
  readonly key: number;
  readonly block: VectorBlock;
  readonly row: number;
}

function placesIn(block: VectorBlock, isPresent: (artifact: number) => boolean): Place[] {
  const places: Place[] = [];
  for (const [row, key] of block.keys.entries())
    if (isPresent(placeOfRow(key).artifact)) places.push({ key, block, row });
  return places;
}

function ecosystemOf({ block, row }: Place): string {
  return block.ecosystemIds[block.ecosystems[row] ?? 0] ?? '';
}
