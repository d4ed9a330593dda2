import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encoderKey } from '../encoder.ts';
import { STATIC_DIRECTORY } from '../vocabulary.ts';
import { openStaticTable } from './open-static-table.ts';
import { readTable, writeTable } from './table-file.ts';

const shipped = openStaticTable();
const cosine = (a: string, b: string) => {
  const other = shipped.encodeNow(b);
  return shipped.encodeNow(a).reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
};

describe('the table that ships', () => {
  it('says what it is, and its revision is that of its content', () => {
    const bytes = readFileSync(join(STATIC_DIRECTORY, 'table.bin'));
    const { scales, rows } = readTable(bytes, 'table.bin');
    const hash = createHash('sha256').update(readFileSync(join(STATIC_DIRECTORY, 'vocabulary.txt')));
    hash.update(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength)).update(rows);
    const revision = hash.digest('hex').slice(0, 12);
    expect(encoderKey(shipped)).toBe(`["minilm-table","${revision}",128,"unit","",""]`);
    expect([scales.length, rows.length]).toEqual([30_522, 30_522 * 128]);
  });

  it.each([
    ['turn a date into text such as 3 minutes ago', 'format a timestamp as relative time', 'parse an image header'],
    ['let users upload pictures', 'middleware for multipart form data and files', 'a colour picker'],
    ['stop asking the server too often', 'rate limiting of requests', 'a syntax highlighter'],
    ['the page should already be filled when it leaves the machine', 'server side rendering', 'unit testing'],
  ])('puts "%s" nearer to "%s" than to "%s"', (need, right, wrong) => {
    expect(cosine(need, right)).toBeGreaterThan(cosine(need, wrong) + 0.1);
  });

  it('gives vectors of length 1, and one of length 0 for a text without words', async () => {
    const vectors = await shipped.encode(['read a file', '', 'read a file'.repeat(5_000)], 'document');
    const lengths = vectors.map((vector) => Math.hypot(...vector));
    expect(lengths.map((length) => Number(length.toFixed(5)))).toEqual([1, 0, 1]);
  });
});

describe('openStaticTable', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'table-'));
    cpSync(STATIC_DIRECTORY, directory, { recursive: true });
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const small = {
    id: 'small',
    revision: '1',
    dimension: 2,
    scales: Float32Array.of(1, 0.5),
    rows: Int8Array.of(3, 4, 2, 0),
  };

  it('adds up the rows of the tokens, each with its scale', () => {
    writeFileSync(join(directory, 'vocabulary.txt'), 'red\nblue');
    writeFileSync(join(directory, 'table.bin'), writeTable(small));
    const table = openStaticTable(directory);
    expect([...table.encodeNow('red')]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
    expect([...table.encodeNow('Blue red blue blue')]).toEqual([
      Math.fround(6 / Math.hypot(6, 4)),
      Math.fround(4 / Math.hypot(6, 4)),
    ]);
  });

  it.each(['table.bin', 'vocabulary.txt'])('says that %s is not there', (name) => {
    rmSync(join(directory, name));
    expect(() => openStaticTable(directory)).toThrow(
      expect.objectContaining({ code: 'model-missing', message: expect.stringContaining(join(directory, name)) }),
    );
  });

  it.each([
    ['nothing', new Uint8Array(0), 'it does not begin as one'],
    ['another file', Buffer.from('PK\u0003\u0004 and so on'), 'it does not begin as one'],
    ['a head that is no JSON', Buffer.from('SKTABLE1\u0002\0\0\0{]'), 'it does not begin as one'],
    ['a file cut short', writeTable(small).subarray(0, -1), /it has \d+ bytes instead of \d+$/],
  ])('refuses %s as the table', (_, bytes, why) => {
    writeFileSync(join(directory, 'table.bin'), bytes);
    expect(() => openStaticTable(directory)).toThrow(
      expect.objectContaining({ code: 'model-damaged', message: expect.stringMatching(why) }),
    );
  });
});
