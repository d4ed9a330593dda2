import { LIMITS } from '@skillscope/core';
import { quantise } from '../vector-math.ts';

/** Vectors of one face (one way of describing each entry), as int8 with one scale a row. */
export interface VectorRows {
  /** Bytes from one row to the next: the dimension, rounded up to 16. */
  readonly stride: number;
  /** One an entry; 0 where the entry has no such face. */
  readonly scales: Float32Array;
  readonly rows: Int8Array;
}

/** All vectors of one library version. Row n of every face belongs to entry n. */
export interface VectorFile {
  /** The `encoderKey` of what made them. */
  readonly encoder: string;
  readonly engine: string;
  readonly dimension: number;
  /** Entries; every face has that many rows. */
  readonly count: number;
  readonly faces: ReadonlyMap<string, VectorRows>;
}

export interface VectorFileInput {
  readonly encoder: string;
  readonly engine: string;
  readonly dimension: number;
  /** By face, a vector for each entry, in the same order; undefined where the entry has no such face. */
  readonly faces: ReadonlyMap<string, readonly (Float32Array | undefined)[]>;
}

export type VectorFileReading =
  | { readonly ok: true; readonly file: VectorFile }
  | { readonly ok: false; readonly message: string };

/** `SKVECTS1`, the length of the head, the head as JSON padded with spaces, then scales and rows of each face. */
const MAGIC = 'SKVECTS1';
const FRAME = MAGIC.length + 4;
/** What the scan reads at once. */
const ALIGNMENT = 16;

/**
 * The bytes of a file of vectors; equal input gives equal bytes.
 * @throws RangeError where a face has another number of entries, or a vector another dimension
 */
export function writeVectorFile({ encoder, engine, dimension, faces }: VectorFileInput): Uint8Array {
  const [first] = faces.values();
  const count = first?.length ?? 0;
  const text = JSON.stringify({ encoder, engine, dimension, count, faces: [...faces.keys()] });
  const head = Buffer.from(text);
  const start = aligned(FRAME + head.length);
  const sizes = sizesOf(count, dimension);
  const bytes = Buffer.alloc(start + faces.size * sizes.face);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(start - FRAME, MAGIC.length);
  bytes.fill(' ', FRAME, start);
  bytes.set(head, FRAME);
  let at = start;
  for (const [face, vectors] of faces) {
    if (vectors.length !== count) throw new RangeError(`${face} has ${vectors.length} entries instead of ${count}`);
    for (const [row, vector] of vectors.entries()) {
      if (vector === undefined) continue;
      if (vector.length !== dimension) throw new RangeError(`${face} has a vector of ${vector.length} numbers`);
      const { values, scale } = quantise(vector);
      bytes.writeFloatLE(scale, at + row * 4);
      bytes.set(new Uint8Array(values.buffer), at + sizes.scales + row * sizes.stride);
    }
    at += sizes.face;
  }
  return bytes;
}

/** The vectors in a file's bytes, mostly without copying them; says what is wrong where it is no such file. */
export function readVectorFile(bytes: Uint8Array): VectorFileReading {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length > LIMITS.vectorFileBytes) return { ok: false, message: `it has ${buffer.length} bytes` };
  if (buffer.length < FRAME || buffer.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return { ok: false, message: 'it does not begin as a file of vectors' };
  }
  const start = FRAME + buffer.readUInt32LE(MAGIC.length);
  const head = parseHead(buffer.subarray(FRAME, start));
  if (head === undefined) return { ok: false, message: 'its head cannot be read' };
  const { encoder, engine, dimension, count, faces } = head;
  const sizes = sizesOf(count, dimension);
  const expected = start + faces.length * sizes.face;
  if (start % ALIGNMENT !== 0 || buffer.length !== expected) {
    return { ok: false, message: `it has ${buffer.length} bytes instead of ${expected}` };
  }
  const read = faces.map((face, place) => {
    const at = start + place * sizes.face;
    const scales = new Float32Array(count);
    for (let row = 0; row < count; row += 1) scales[row] = buffer.readFloatLE(at + row * 4);
    const rows = new Int8Array(buffer.buffer, buffer.byteOffset + at + sizes.scales, count * sizes.stride);
    return [face, { stride: sizes.stride, scales, rows }] as const;
  });
  if (read.some(([, { scales }]) => scales.some((scale) => !Number.isFinite(scale) || scale < 0))) {
    return { ok: false, message: 'a scale is no number from 0 up' };
  }
  return { ok: true, file: { encoder, engine, dimension, count, faces: new Map(read) } };
}

interface Head {
  readonly encoder: string;
  readonly engine: string;
  readonly dimension: number;
  readonly count: number;
  readonly faces: readonly string[];
}

function parseHead(bytes: Buffer): Head | undefined {
  try {
    const head = JSON.parse(bytes.toString('utf8')) as Head;
    const { encoder, engine, dimension, count, faces } = head;
    const texts = [encoder, engine, ...faces].every((text) => typeof text === 'string');
    const numbers = [dimension, count].every((value) => Number.isSafeInteger(value) && value >= 0);
    const sane = dimension > 0 && dimension <= LIMITS.vectorDimension && new Set(faces).size === faces.length;
    return texts && numbers && sane ? head : undefined;
  } catch {
    return undefined;
  }
}

function sizesOf(count: number, dimension: number) {
  const stride = aligned(dimension);
  const scales = aligned(count * 4);
  return { stride, scales, face: scales + count * stride };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
