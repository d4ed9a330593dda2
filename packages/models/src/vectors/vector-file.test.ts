import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVectorFile, writeVectorFile } from './vector-file.ts';

const INPUT = {
  encoder: 'an encoder',
  engine: 'an engine',
  dimension: 3,
  faces: new Map([
    ['description', [Float32Array.of(1, -0.25, 0), undefined]],
    ['headings', [Float32Array.of(0, 0, 0), Float32Array.of(0, 2, 4)]],
  ]),
};

function withHead(head: object, tail = new Uint8Array(0)): Uint8Array {
  const text = JSON.stringify(head);
  const padded = text.padEnd(Math.ceil((12 + text.length) / 16) * 16 - 12);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(padded.length);
  return Buffer.concat([Buffer.from('SKVECTS1'), length, Buffer.from(padded), tail]);
}

describe('writeVectorFile', () => {
  it('keeps the faces apart, each row in int8 with its scale', () => {
    const reading = readVectorFile(writeVectorFile(INPUT));
    if (!reading.ok) throw new Error(reading.message);
    const { faces, ...file } = reading.file;
    expect(file).toEqual({ encoder: 'an encoder', engine: 'an engine', dimension: 3, count: 2 });
    expect([...faces.keys()]).toEqual(['description', 'headings']);
    const { stride, scales, rows } = faces.get('description') ?? expect.unreachable();
    expect([stride, [...rows.subarray(0, 4)], [...scales]]).toEqual([16, [127, -32, 0, 0], [Math.fround(1 / 127), 0]]);
    const headings = faces.get('headings') ?? expect.unreachable();
    expect([[...headings.rows.subarray(16, 20)], headings.scales[0]]).toEqual([[0, 64, 127, 0], 0]);
  });

  it('gives equal bytes for equal input', () => {
    expect(writeVectorFile(INPUT)).toEqual(writeVectorFile(INPUT));
  });

  it('refuses faces of unequal length and vectors of another dimension', () => {
    const faces = (...vectors: number[][]) =>
      new Map([
        ['a', [Float32Array.of(1, 2, 3)]],
        ['b', vectors.map((v) => Float32Array.from(v))],
      ]);
    expect(() => writeVectorFile({ ...INPUT, faces: faces([1, 2, 3], [1, 2, 3]) })).toThrow(RangeError);
    expect(() => writeVectorFile({ ...INPUT, faces: faces([1, 2]) })).toThrow(RangeError);
  });
});

describe('readVectorFile', () => {
  const head = { encoder: 'e', engine: 'n', dimension: 3, count: 1, faces: ['a'] };
  const bad = Buffer.alloc(32);
  bad.writeFloatLE(Number.NaN);

  it.each([
    ['nothing', new Uint8Array(0), 'it does not begin as a file of vectors'],
    ['another file', Buffer.from('{"version": 1, "vectors": []}'), 'it does not begin as a file of vectors'],
    ['a head that is no JSON', Buffer.from('SKVECTS1\u0004\0\0\0{{{{'), 'its head cannot be read'],
    ['a head of another shape', withHead({ ...head, faces: 7 }), 'its head cannot be read'],
    ['a count that is no count', withHead({ ...head, count: 0.5 }), 'its head cannot be read'],
    ['a dimension beyond every model', withHead({ ...head, dimension: 1e9 }), 'its head cannot be read'],
    ['the same face twice', withHead({ ...head, faces: ['a', 'a'] }), 'its head cannot be read'],
    ['more entries than it has bytes', withHead({ ...head, count: 2 ** 40 }), /^it has \d+ bytes instead of \d+$/],
    ['a file cut short', writeVectorFile(INPUT).subarray(0, -1), /^it has \d+ bytes instead of \d+$/],
    ['a scale that is no number', withHead(head, bad), 'a scale is no number from 0 up'],
  ])('says what is wrong with %s', (_, bytes, message) => {
    expect(readVectorFile(bytes)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  it('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, marked) => {
        const given = marked ? Buffer.concat([Buffer.from('SKVECTS1'), bytes]) : bytes;
        expect(readVectorFile(given).ok).toBe(false);
      }),
    );
  });
});
