import yauzl, { Entry, type ZipFile } from 'yauzl';
import { readFully } from './window-reader.ts';

/** One line of an archive's directory. */
export interface DirectoryRecord {
  readonly name: string;
  /** As the system it was made on keeps them: the upper half holds a Unix mode. */
  readonly attributes: number;
  /** Where the line starts in the file; for `entryAt`. */
  readonly position: number;
}

const SIGNATURE = 0x0201_4b50;
const FIXED_BYTES = 46;
const STRONGLY_ENCRYPTED = 0x40;

/** More than the longest line: three texts of at most 65,535 bytes. */
const WINDOW = 262_144;

/**
 * Names of all entries in the order of the directory. The zip reader takes one entry at a time and three callbacks for
 * each, and a build has a hundred thousand; of nearly all of them only the name is of interest.
 *
 * @throws Error when the directory is damaged, or says that it is encrypted
 */
export function* readDirectory(handle: number, zip: ZipFile): Generator<DirectoryRecord> {
  let window = Buffer.alloc(0);
  let start = Number(zip.readEntryCursor);
  let at = 0;

  function demand(length: number): void {
    if (at + length <= window.length) return;
    start += at;
    at = 0;
    const next = Buffer.allocUnsafe(Math.max(0, Math.min(WINDOW, zip.fileSize - start)));
    window = next.subarray(0, readFully(handle, next, start));
    if (window.length < length) throw new Error('The directory ends early.');
  }

  for (let count = 0; count < zip.entryCount; count++) {
    demand(FIXED_BYTES);
    if (window.readUInt32LE(at) !== SIGNATURE) throw new Error('Something else stands in the directory.');
    if (window.readUInt16LE(at + 8) & STRONGLY_ENCRYPTED) throw new Error('strong encryption is not supported');
    const [nameBytes, extraBytes] = [window.readUInt16LE(at + 28), window.readUInt16LE(at + 30)];
    const length = FIXED_BYTES + nameBytes + extraBytes + window.readUInt16LE(at + 32);
    demand(length);
    yield {
      name: nameIn(window, at, nameBytes, extraBytes),
      attributes: window.readUInt32LE(at + 38),
      position: start + at,
    };
    at += length;
  }
}

/** What the line at a position that `readDirectory` gave says of its file. */
export function entryAt(handle: number, position: number): Entry {
  const line = bytesAt(handle, position, FIXED_BYTES);
  const entry = new Entry();
  entry.generalPurposeBitFlag = line.readUInt16LE(8);
  entry.compressionMethod = line.readUInt16LE(10);
  entry.crc32 = line.readUInt32LE(16);
  entry.compressedSize = line.readUInt32LE(20);
  entry.uncompressedSize = line.readUInt32LE(24);
  entry.relativeOffsetOfLocalHeader = line.readUInt32LE(42);
  const extra = bytesAt(handle, position + FIXED_BYTES + line.readUInt16LE(28), line.readUInt16LE(30));
  takeLarge(entry, extra);
  return entry;
}

/** What does not fit into 32 bits stands in a field of its own, in this order. */
function takeLarge(entry: Entry, extra: Buffer): void {
  const large = (['uncompressedSize', 'compressedSize', 'relativeOffsetOfLocalHeader'] as const).filter(
    (key) => entry[key] === ELSEWHERE,
  );
  if (large.length === 0) return;
  const field = yauzl.parseExtraFields(extra).find(({ id }) => id === LARGE_FIELD)?.data;
  for (const [index, key] of large.entries()) {
    if (field === undefined || field.length < index * 8 + 8) throw new Error('The size of a file is missing.');
    entry[key] = Number(field.readBigUInt64LE(index * 8));
  }
}

const ELSEWHERE = 0xffff_ffff;
const LARGE_FIELD = 1;

function bytesAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readFully(handle, bytes, position) < length) throw new Error('The directory ends early.');
  return bytes;
}

/** Printable ASCII is the same in the two encodings that a name may have. */
const PLAIN = /^[ -~]*$/;
/** Begins a field that gives the name anew. */
const UNICODE_NAME = Buffer.from([0x75, 0x70]);

function nameIn(window: Buffer, at: number, nameBytes: number, extraBytes: number): string {
  const from = at + FIXED_BYTES;
  const extra = window.subarray(from + nameBytes, from + nameBytes + extraBytes);
  const plain = window.toString('latin1', from, from + nameBytes);
  if (PLAIN.test(plain) && (extraBytes === 0 || !extra.includes(UNICODE_NAME))) return plain;
  const fields = yauzl.parseExtraFields(extra);
  return yauzl.getFileNameLowLevel(window.readUInt16LE(at + 8), window.subarray(from, from + nameBytes), fields, true);
}
