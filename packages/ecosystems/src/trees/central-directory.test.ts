import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { entryAt, readDirectory } from './central-directory.ts';
import { writeTree } from './testing/write-tree.ts';
import { zipOf } from './testing/write-zip.ts';
import { WindowReader } from './window-reader.ts';

/** What the zip reader would say of each entry is what is compared with. */
async function both(bytes: Uint8Array) {
  const handle = openSync(join(writeTree({ 'a.zip': bytes }), 'a.zip'), 'r');
  try {
    const options = { autoClose: false, lazyEntries: true, validateEntrySizes: false };
    const reader = () => new WindowReader(handle, bytes.length);
    const zip = await yauzl.fromRandomAccessReaderPromise(reader(), bytes.length, options);
    const found = [...readDirectory(handle, zip)].map(({ name, attributes, position }) => {
      const { compressedSize, uncompressedSize, crc32, relativeOffsetOfLocalHeader } = entryAt(handle, position);
      return [name, attributes, compressedSize, uncompressedSize, crc32, relativeOffsetOfLocalHeader];
    });
    const other = await yauzl.fromRandomAccessReaderPromise(reader(), bytes.length, options);
    const expected: unknown[] = [];
    for await (const entry of other.eachEntry())
      expected.push([
        entry.fileName,
        entry.externalFileAttributes,
        entry.compressedSize,
        entry.uncompressedSize,
        entry.crc32,
        entry.relativeOffsetOfLocalHeader,
      ]);
    return { found, expected };
  } finally {
    closeSync(handle);
  }
}

/** The directory's only line with fields of its own behind the name, and the archive's end moved accordingly. */
function withField(name: string, id: number, data: Buffer, change: (line: Buffer) => void = () => {}): Uint8Array {
  const zip = zipOf([{ name, data: 'text' }]);
  const start = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
  const end = zip.indexOf('PK\u0005\u0006', 0, 'latin1');
  const line = Buffer.from(zip.subarray(start, end));
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  line.writeUInt16LE(data.length + 4, 30);
  change(line);
  return Buffer.concat([zip.subarray(0, start), line, head, data, zip.subarray(end)]);
}

it('reads a directory that is longer than what is read at a time', async () => {
  const samples = Array.from({ length: 4_000 }, (_, number) => ({
    name: `${'folder/'.repeat(20)}${number}`,
    data: 'x',
  }));
  const { found, expected } = await both(zipOf(samples));
  expect(found).toHaveLength(4_000);
  expect(found).toEqual(expected);
});

it.each([
  ['beyond ASCII', zipOf([{ name: 'skills/ü/日本.md', data: 'x' }]), 'skills/ü/日本.md'],
  ['that a field gives anew', withField('a.md', 0x7075, unicodeName('a.md', 'ä.md')), 'ä.md'],
  ['beside a field of no interest', withField('a.md', 0x5455, Buffer.from('up')), 'a.md'],
])('reads a name %s', async (_what, bytes, name) => {
  const { found, expected } = await both(bytes);
  expect(found.map(([first]) => first)).toEqual([name]);
  expect(found).toEqual(expected);
});

it('reads numbers that do not fit into 32 bits', async () => {
  const data = Buffer.alloc(24);
  for (const [index, value] of [5n, 6n, 7n].entries()) data.writeBigUInt64LE(value << 32n, index * 8);
  const bytes = withField('a.md', 1, data, (line) => {
    for (const at of [20, 24, 42]) line.writeUInt32LE(0xffff_ffff, at);
  });
  const { found, expected } = await both(bytes);
  expect(found).toMatchObject([
    ['a.md', expect.any(Number), 6 * 2 ** 32, 5 * 2 ** 32, expect.any(Number), 7 * 2 ** 32],
  ]);
  expect(found).toEqual(expected);
});

function unicodeName(written: string, name: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt32LE(crc32(Buffer.from(written)), 1);
  return Buffer.concat([head, Buffer.from(name)]);
}
