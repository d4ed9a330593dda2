import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVectorSegment, type VectorBlock, writeVectorSegment } from './vector-segment.ts';

const SPACE = { encoder: 'an encoder', stride: 16 };
const BLOCK: VectorBlock = {
  after: 7,
  upTo: 9,
  keys: Float64Array.of(8 * 1_024, 8 * 1_024 + 1, 2 ** 46),
  ecosystems: Uint8Array.of(0, 0, 1),
  ecosystemIds: ['npm', 'cargo'],
  scales: Float32Array.of(0.5, 0, 0.25),
  rows: Int8Array.from({ length: 48 }, (_, place) => place - 24),
};

describe('writeVectorSegment', () => {
  it('keeps everything', () => {
    expect(readVectorSegment(writeVectorSegment('1', SPACE, BLOCK), '1', SPACE)).toEqual(BLOCK);
  });

  it('gives equal bytes for equal input', () => {
    expect(writeVectorSegment('1', SPACE, BLOCK)).toEqual(writeVectorSegment('1', SPACE, BLOCK));
  });
});

describe('readVectorSegment', () => {
  const bytes = writeVectorSegment('1', SPACE, BLOCK);

  it.each([
    ['of another encoder', '1', { ...SPACE, encoder: 'another' }],
    ['of another database', '2', SPACE],
    ['with rows of another length', '1', { ...SPACE, stride: 32 }],
  ])('does not take vectors %s', (_, store, space) => {
    expect(readVectorSegment(bytes, store, space)).toBeUndefined();
  });

  it('takes no file of which one bit is another, or the end is missing', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (place, bit) => {
        const changed = Uint8Array.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ (1 << bit);
        // Only in the blanks behind the head it makes no difference.
        expect([undefined, BLOCK]).toContainEqual(readVectorSegment(changed, '1', SPACE));
        expect(readVectorSegment(bytes.subarray(0, place), '1', SPACE)).toBeUndefined();
      }),
    );
  });
});
