import type { ArtifactRange, ListingText, VectorBlock } from '@skillscope/catalog';
import { type Encoder, encoderKey, readVectorFile, type VectorRows, writeVectorFile } from '@skillscope/models';

/** The vectors of listings, ready to be kept and searched. */
export async function encodeListings(
  encoder: Encoder,
  texts: readonly ListingText[],
  range: ArtifactRange,
): Promise<VectorBlock> {
  const { scales, rows } = await encodeRows(encoder, texts.map(textOf), 'document');
  const ecosystemIds = [...new Set(texts.map(({ ecosystem }) => ecosystem))];
  return {
    ...range,
    keys: Float64Array.from(texts, ({ key }) => key),
    ecosystems: Uint8Array.from(texts, ({ ecosystem }) => ecosystemIds.indexOf(ecosystem)),
    ecosystemIds,
    scales,
    rows,
  };
}

/** Vectors as int8, in the form of a file of vectors. */
export async function encodeRows(
  encoder: Encoder,
  texts: readonly string[],
  kind: 'query' | 'document',
): Promise<VectorRows> {
  const vectors = await encoder.encode(texts, kind);
  const { engine, dimension } = encoder;
  const bytes = writeVectorFile({ encoder: encoderKey(encoder), engine, dimension, faces: new Map([[FACE, vectors]]) });
  const reading = readVectorFile(bytes);
  const rows = reading.ok ? reading.file.faces.get(FACE) : undefined;
  if (rows === undefined) throw new Error('Vectors were not written as they are read');
  return rows;
}

const FACE = 'listing';

/** What a listing says of itself: the words of its name, its description, when to use it. */
function textOf({ name, description, whenToUse = '' }: ListingText): string {
  return `${name.replace(NO_WORD, ' ').trim()}: ${description} ${whenToUse}`.trim();
}

const NO_WORD = /[^\p{L}\p{N}]+/gu;
