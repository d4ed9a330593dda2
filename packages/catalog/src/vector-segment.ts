import { crc32 } from 'node:zlib';
import { LIMITS } from '@skillscope/core';

/** Vectors of the listings of some artifacts. */
export interface VectorBlock extends ArtifactRange {
  /** Rows of the search (`artifact << 10 | ordinal`), ascending. */
  readonly keys: Float64Array;
  /** Of each row's artifact, a place in `ecosystemIds`. */
  readonly ecosystems: Uint8Array;
  readonly ecosystemIds: readonly string[];
  /** What a row's numbers are multiplied with; 0: the row has no vector. */
  readonly scales: Float32Array;
  /** So many bytes a row as the space's stride says. */
  readonly rows: Int8Array;
}

/** Every artifact in the range that has a row was looked at, whether or not it is there any more. */
export interface ArtifactRange {
  /** The number before the first. */
  readonly after: number;
  /** The last number. */
  readonly upTo: number;
}

/** What may be compared: vectors of one encoder. */
export interface VectorSpace {
  /** Identity of the encoder as one string. */
  readonly encoder: string;
  /** Bytes of a row. */
  readonly stride: number;
}

/** `SKSEGMT1`, the length of the head, the head as JSON padded with spaces, keys, scales, rows, ecosystems. */
const MAGIC = 'SKSEGMT1';
const FRAME = MAGIC.length + 4;
const ALIGNMENT = 16;

interface Head extends VectorSpace, ArtifactRange {
  /** Which database the keys are of. */
  readonly store: string;
  readonly count: number;
  readonly ecosystemIds: readonly string[];
  /** CRC-32 of the head without it and of everything behind the head. */
  readonly sum: number;
}

/** The bytes of a file of vectors; equal input gives equal bytes. */
export function writeVectorSegment(store: string, { encoder, stride }: VectorSpace, block: VectorBlock): Uint8Array {
  const { after, upTo, keys, scales, rows, ecosystems, ecosystemIds } = block;
  const body = Buffer.concat([keys, scales, rows, ecosystems].map(bytesOf));
  const head = { store, encoder, stride, after, upTo, count: keys.length, ecosystemIds };
  const text = Buffer.from(JSON.stringify({ ...head, sum: sumOf(head, body) }));
  const frame = Buffer.alloc(Math.ceil((FRAME + text.length) / ALIGNMENT) * ALIGNMENT, ' ');
  frame.write(MAGIC, 'latin1');
  frame.writeUInt32LE(frame.length - FRAME, MAGIC.length);
  frame.set(text, FRAME);
  return Buffer.concat([frame, body]);
}

/** `undefined` where the bytes are damaged, of another database, or of another space. */
export function readVectorSegment(bytes: Uint8Array, store: string, space: VectorSpace): VectorBlock | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < FRAME || buffer.length > LIMITS.vectorFileBytes) return undefined;
  if (buffer.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const start = FRAME + buffer.readUInt32LE(MAGIC.length);
  const head = parseHead(buffer.subarray(FRAME, start));
  if (head?.store !== store || head.encoder !== space.encoder || head.stride !== space.stride) return undefined;
  const { sum, ...rest } = head;
  const { after, upTo, count, ecosystemIds } = rest;
  const body = buffer.subarray(start);
  if (body.length !== count * (8 + 4 + space.stride + 1) || sumOf(rest, body) !== sum) return undefined;
  const scales = start + count * 8;
  const rows = scales + count * 4;
  const ecosystems = rows + count * space.stride;
  return {
    after,
    upTo,
    keys: new Float64Array(copyOf(buffer, start, scales)),
    scales: new Float32Array(copyOf(buffer, scales, rows)),
    rows: new Int8Array(buffer.buffer, buffer.byteOffset + rows, count * space.stride),
    ecosystems: new Uint8Array(copyOf(buffer, ecosystems, ecosystems + count)),
    ecosystemIds,
  };
}

function parseHead(bytes: Buffer): Head | undefined {
  try {
    const head = JSON.parse(bytes.toString('utf8')) as Head;
    const numbers = [head.after, head.upTo, head.count, head.stride].every(
      (value) => Number.isSafeInteger(value) && value >= 0,
    );
    return numbers && Array.isArray(head.ecosystemIds) ? head : undefined;
  } catch {
    return undefined;
  }
}

function sumOf(head: Omit<Head, 'sum'>, body: Uint8Array): number {
  return crc32(body, crc32(JSON.stringify(head)));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Numbers of several bytes must begin at a multiple of their size. */
function copyOf(buffer: Buffer, start: number, end: number): ArrayBuffer {
  const copy = new ArrayBuffer(end - start);
  new Uint8Array(copy).set(buffer.subarray(start, end));
  return copy;
}
