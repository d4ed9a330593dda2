import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPlainKernel, openSimdKernel } from './kernel.ts';
import { openVectorScan } from './scan-vectors.ts';
import { readVectorFile, type VectorFile, writeVectorFile } from './vector-file.ts';

const ENCODER = '["toy","1",3,"raw","",""]';

function fileOf(vectors: readonly (readonly number[] | undefined)[], encoder = ENCODER): VectorFile {
  const dimension = vectors.find((vector) => vector !== undefined)?.length ?? 3;
  const rows = vectors.map((vector) => (vector === undefined ? undefined : Float32Array.from(vector)));
  const reading = readVectorFile(
    writeVectorFile({ encoder, engine: 'none', dimension, faces: new Map([['text', rows]]) }),
  );
  if (!reading.ok) throw new Error(reading.message);
  return reading.file;
}

function search(files: readonly VectorFile[], vector: readonly number[], limit: number, options = {}) {
  const scan = openVectorScan(ENCODER, vector.length);
  for (const file of files) scan.add(file, 'text');
  return scan.search({ encoder: ENCODER, vector: Float32Array.from(vector), limit, ...options });
}

describe('openVectorScan', () => {
  const first = fileOf([
    [1, 0, 0],
    [0, 1, 0],
  ]);
  const second = fileOf([undefined, [0, 1, 0], [0, 0.8, 0.6]]);

  it('finds the nearest rows of all segments, best first, earlier ones first among equals', () => {
    const hits = search([first, second], [0, 1, 0], 3);
    expect(hits.map(({ segment, row }) => [segment, row])).toEqual([
      [0, 1],
      [1, 1],
      [1, 2],
    ]);
    expect(hits.map(({ score }) => Number(score.toFixed(2)))).toEqual([1, 1, 0.8]);
  });

  it('never finds an entry that has no vector', () => {
    const places = search([second], [-1, -1, -1], 10).map(({ row }) => row);
    expect(places).toEqual([1, 2]);
  });

  it.each([
    ['the first of equals stays where there is room for one', { limit: 1 }, [[0, 1]]],
    [
      'only the segments that are asked for',
      { limit: 3, segments: [1, 1] },
      [
        [1, 1],
        [1, 2],
      ],
    ],
    [
      'nothing below the minimum',
      { limit: 3, minimum: 0.9 },
      [
        [0, 1],
        [1, 1],
      ],
    ],
    ['nothing where none is wanted', { limit: 0 }, []],
    ['nothing in a segment that does not exist', { limit: 3, segments: [7] }, []],
  ])('%s', (_, { limit, ...options }, expected) => {
    const hits = search([first, second], [0, 1, 0], limit, options);
    expect(hits.map(({ segment, row }) => [segment, row])).toEqual(expected);
  });

  it('refuses vectors and queries of another encoder', () => {
    const scan = openVectorScan(ENCODER, 3);
    const query = { vector: Float32Array.of(1, 0, 0), limit: 1 };
    expect(() => scan.add(fileOf([[1, 0, 0]], '["toy","2",3,"raw","",""]'), 'text')).toThrow(
      expect.objectContaining({ code: 'model-mismatch' }),
    );
    expect(() => scan.search({ ...query, encoder: 'other' })).toThrow(
      expect.objectContaining({ code: 'model-mismatch' }),
    );
    expect(() => scan.search({ encoder: ENCODER, vector: Float32Array.of(1), limit: 1 })).toThrow(
      expect.objectContaining({ code: 'model-mismatch' }),
    );
  });

  it('passes over a face that a file does not have', () => {
    const scan = openVectorScan(ENCODER, 3);
    expect([scan.add(first, 'need'), scan.add(first, 'text'), scan.size]).toEqual([undefined, 0, 2]);
  });

  it('agrees with itself, whichever kernel runs, over more rows than one page of memory holds', () => {
    const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 8 }), numbers, (vectors, query) => {
        const file = fileOf(Array.from({ length: 3_000 }, (_, index) => vectors[index % vectors.length]));
        const [fast, plain] = [openSimdKernel, openPlainKernel].map((kernelOf) => {
          const scan = openVectorScan(ENCODER, 20, (stride) => kernelOf(stride) ?? expect.unreachable());
          scan.add(file, 'text');
          scan.add(file, 'text');
          return scan.search({ encoder: ENCODER, vector: Float32Array.from(query), limit: 40 });
        });
        expect(fast).toEqual(plain);
      }),
      { numRuns: 20 },
    );
  });
});
