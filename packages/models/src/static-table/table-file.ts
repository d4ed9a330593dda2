import { SkillscopeError } from '@skillscope/core';

/** One vector a token, as int8 with one scale a row. */
export interface TokenTable {
  readonly id: string;
  /** Begins the SHA-256 over the vocabulary, the scales and the rows. */
  readonly revision: string;
  readonly dimension: number;
  readonly scales: Float32Array;
  /** Row after row, in the order of the vocabulary. */
  readonly rows: Int8Array;
}

/** `SKTABLE1`, the length of the head, the head as JSON padded with spaces, the scales, the rows; little-endian. */
const MAGIC = 'SKTABLE1';
const FRAME = MAGIC.length + 4;
const ALIGNMENT = 16;

export function writeTable({ id, revision, dimension, scales, rows }: TokenTable): Uint8Array {
  const text = JSON.stringify({ id, revision, dimension, rows: scales.length });
  const padded = text.padEnd(Math.ceil((FRAME + text.length) / ALIGNMENT) * ALIGNMENT - FRAME);
  const bytes = Buffer.alloc(FRAME + padded.length + scales.byteLength + rows.byteLength);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(padded.length, MAGIC.length);
  bytes.write(padded, FRAME, 'latin1');
  bytes.set(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength), FRAME + padded.length);
  bytes.set(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength), FRAME + padded.length + scales.byteLength);
  return bytes;
}

/**
 * The table in a file, without a copy of its rows.
 * @throws SkillscopeError `model-damaged`
 */
export function readTable(bytes: Uint8Array, path: string): TokenTable {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headLength = buffer.length >= FRAME ? buffer.readUInt32LE(MAGIC.length) : 0;
  const start = FRAME + headLength;
  const head = buffer.toString('latin1', 0, MAGIC.length) === MAGIC ? parseHead(buffer, start) : undefined;
  if (head === undefined) throw damaged(path, 'it does not begin as one');
  const expected = start + head.rows * 4 + head.rows * head.dimension;
  if (expected !== buffer.length) throw damaged(path, `it has ${buffer.length} bytes instead of ${expected}`);
  const scaleBytes = bytes.slice(start, start + head.rows * 4);
  return {
    id: head.id,
    revision: head.revision,
    dimension: head.dimension,
    scales: new Float32Array(scaleBytes.buffer, scaleBytes.byteOffset, head.rows),
    rows: new Int8Array(bytes.buffer, bytes.byteOffset + start + head.rows * 4, head.rows * head.dimension),
  };
}

interface Head {
  readonly id: string;
  readonly revision: string;
  readonly dimension: number;
  readonly rows: number;
}

function parseHead(buffer: Buffer, end: number): Head | undefined {
  try {
    const head = JSON.parse(buffer.toString('latin1', FRAME, end)) as Head;
    return [head.rows, head.dimension].every((value) => Number.isSafeInteger(value) && value > 0) ? head : undefined;
  } catch {
    return undefined;
  }
}

function damaged(path: string, why: string): SkillscopeError {
  return new SkillscopeError('model-damaged', `${path} is no table of tokens: ${why}`, {
    hint: 'Install skillscope again: this file is part of it.',
  });
}
