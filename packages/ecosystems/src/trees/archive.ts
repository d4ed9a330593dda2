import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { crc32, inflateRawSync } from 'node:zlib';
import { LIMITS, type Skipped } from '@skillscope/core';
import yauzl, { type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { decodeText, type Entry } from '../files.ts';
import type { Tree, TreeRead } from '../tree.ts';
import type { Unopened } from './index.ts';
import { byCodePoint, nameOf, parentOf } from './paths.ts';

/**
 * A zip archive (a jar, a package cache) as a tree, read in place: nothing is unpacked.
 * `inside` is the folder that is the root, with `/` separators; default the whole archive.
 * Entries with unsafe or repeated names and symbolic links are left out and named in `refused`.
 */
export async function openArchive(path: string, inside = ''): Promise<Tree | Unopened> {
  let handle: number | undefined;
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(handle);
    if (!stat.isFile()) {
      closeSync(handle);
      return { reason: 'unreadable', message: 'The archive is not a regular file.' };
    }
    const reader = new WindowReader(handle, stat.size);
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, stat.size, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    if (zip.entryCount > LIMITS.archiveEntries) {
      closeSync(handle);
      return {
        reason: 'too-many',
        message: `The archive has ${zip.entryCount} entries; the limit is ${LIMITS.archiveEntries}.`,
      };
    }
    const index = await indexEntries(zip, inside === '' ? '' : `${inside}/`);
    if (inside !== '' && index.files.size === 0) {
      closeSync(handle);
      return { reason: 'missing', message: `The archive has no folder "${inside}".` };
    }
    return archiveTree(zip, handle, index);
  } catch (error) {
    if (handle !== undefined) closeSync(handle);
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return { reason: 'missing', message: 'The archive is not there.' };
    if (handle === undefined)
      return { reason: 'unreadable', message: `The archive cannot be opened (${code ?? 'unknown fault'}).` };
    if ((error as Error).message.includes('encryption'))
      return { reason: 'encrypted', message: 'The archive is encrypted.' };
    return { reason: 'malformed', message: 'The archive is damaged or is no zip file.' };
  }
}

interface Index {
  readonly files: ReadonlyMap<string, ZipEntry>;
  readonly directories: ReadonlyMap<string, readonly Entry[]>;
  readonly refused: readonly Omit<Skipped, 'purl'>[];
}

function archiveTree(zip: ZipFile, handle: number, { files, directories, refused }: Index): Tree {
  let open = true;

  async function read(path: string, cap: number): Promise<TreeRead> {
    const entry = files.get(path);
    if (!entry) {
      if (directories.has(path)) return { ok: false, reason: 'unreadable', message: 'This is not a regular file.' };
      return { ok: false, reason: 'missing', message: 'There is no such file.' };
    }
    if (!open) return { ok: false, reason: 'unreadable', message: 'The archive is closed.' };
    return readEntry(zip, handle, entry, cap);
  }

  return {
    list: (directory) => directories.get(directory),
    real: (path) => (files.has(path) || directories.has(path) ? path : undefined),
    read,
    async text(path, cap = LIMITS.manifestBytes) {
      const bytes = await read(path, cap);
      return bytes.ok ? decodeText(bytes.bytes) : undefined;
    },
    size: (path) => files.get(path)?.uncompressedSize,
    refused,
    close() {
      if (open) closeSync(handle);
      open = false;
    },
  };
}

async function readEntry(zip: ZipFile, handle: number, entry: ZipEntry, cap: number): Promise<TreeRead> {
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  if (entry.isEncrypted()) return { ok: false, reason: 'encrypted', message: 'The file is encrypted.' };
  if (uncompressedSize > cap || compressedSize > cap + STORED_SLACK)
    return { ok: false, reason: 'too-large', message: `The file has ${uncompressedSize} bytes; the limit is ${cap}.` };
  if (uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * LIMITS.archiveRatio)
    return {
      ok: false,
      reason: 'too-large',
      message: `The file is compressed more than ${LIMITS.archiveRatio} times, as archive bombs are.`,
    };
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    return { ok: false, reason: 'unsupported', message: `Compression method ${compressionMethod} is not supported.` };
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const raw = Buffer.alloc(compressedSize);
    if (readFully(handle, raw, fileDataStart) < compressedSize) return damaged;
    const bytes = compressionMethod === STORED ? raw : inflateRawSync(raw, { maxOutputLength: uncompressedSize || 1 });
    if (bytes.length !== uncompressedSize || crc32(bytes) !== entry.crc32) return damaged;
    return { ok: true, bytes };
  } catch {
    return damaged;
  }
}

const STORED = 0;
const DEFLATED = 8;
/** Deflate may grow incompressible data by a few bytes per block. */
const STORED_SLACK = 65_536;
/** Small files of one repeated character compress without bound and harm nobody. */
const RATIO_FROM = 65_536;

const damaged: TreeRead = { ok: false, reason: 'malformed', message: 'The file in the archive is damaged.' };

async function indexEntries(zip: ZipFile, prefix: string): Promise<Index> {
  const files = new Map<string, ZipEntry>();
  const repeated = new Set<string>();
  const refused: Omit<Skipped, 'purl'>[] = [];
  const folders = new Map<string, Map<string, Entry>>([['', new Map()]]);

  await eachEntry(zip, (entry) => {
    const name = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
    const fault = faultOf(name, entry);
    if (fault) {
      if (name.includes(prefix) && refused.length < REFUSALS_NAMED) refused.push(fault);
      return;
    }
    if (!name.startsWith(prefix)) return;
    const path = name.slice(prefix.length).replace(/\/$/, '');
    if (name.endsWith('/')) {
      if (path !== '') addFolder(folders, path);
    } else if (files.has(path)) {
      repeated.add(path);
    } else {
      files.set(path, entry);
    }
  });
  for (const path of repeated) {
    files.delete(path);
    if (refused.length < REFUSALS_NAMED)
      refused.push({
        path,
        reason: 'duplicate',
        message: 'The archive holds two files of this name; neither is read.',
      });
  }
  for (const path of files.keys()) {
    addFolder(folders, parentOf(path))?.set(nameOf(path), { name: nameOf(path), kind: 'file' });
  }
  for (const path of files.keys()) if (folders.has(path)) files.delete(path);
  const directories = new Map<string, readonly Entry[]>();
  for (const [path, entries] of folders) {
    directories.set(
      path,
      [...entries.values()].sort((a, b) => byCodePoint(a.name, b.name)),
    );
  }
  return { files, directories, refused };
}

/** Events and not the iterator, which costs a promise for each entry. */
function eachEntry(zip: ZipFile, take: (entry: ZipEntry) => void): Promise<void> {
  return new Promise((done, fail) => {
    zip.on('entry', (entry: ZipEntry) => {
      take(entry);
      zip.readEntry();
    });
    zip.on('end', done);
    zip.on('error', fail);
    zip.readEntry();
  });
}

/** Enough to see what kind of archive it is; thousands of lines would say no more. */
const REFUSALS_NAMED = 5;

function addFolder(folders: Map<string, Map<string, Entry>>, path: string): Map<string, Entry> {
  const known = folders.get(path);
  if (known) return known;
  const entries = new Map<string, Entry>();
  folders.set(path, entries);
  addFolder(folders, parentOf(path)).set(nameOf(path), { name: nameOf(path), kind: 'directory' });
  return entries;
}

const LINK_MODE = 0o120000;
const TYPE_MASK = 0o170000;

/** A separator in disguise, a drive, a leading or doubled separator, or a segment that is `.` or `..`. */
const UNSAFE = /\\|^[A-Za-z]:|^\/|\/\/|(?:^|\/)\.\.?(?:\/|$)/;

function faultOf(name: string, entry: ZipEntry): Omit<Skipped, 'purl'> | undefined {
  const unsafe =
    UNSAFE.test(name) || name.split('/').length > LIMITS.archiveDepth || name.includes('\0') || name === '';
  if (unsafe)
    return { path: name, reason: 'outside-artifact', message: 'The archive holds a file with an unsafe name.' };
  if (((entry.externalFileAttributes >>> 16) & TYPE_MASK) === LINK_MODE)
    return { path: name, reason: 'outside-artifact', message: 'Symbolic links in archives are not followed.' };
  return undefined;
}

/**
 * Reads ahead, so that walking the central directory costs one system call per window and not two per entry.
 * Answers in a microtask: the zip reader recurses on an immediate answer.
 */
class WindowReader extends yauzl.RandomAccessReader {
  private readonly handle: number;
  private readonly size: number;
  private window: Buffer = Buffer.alloc(0);
  private start = 0;

  constructor(handle: number, size: number) {
    super();
    this.handle = handle;
    this.size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, count?: number) => void,
  ): void {
    let fault: Error | null = null;
    let count = 0;
    try {
      if (length > WINDOW) {
        count = readFully(this.handle, buffer.subarray(offset, offset + length), position);
      } else {
        if (position < this.start || position + length > this.start + this.window.length) {
          const next = Buffer.allocUnsafe(Math.min(WINDOW, Math.max(length, this.size - position)));
          this.window = next.subarray(0, readFully(this.handle, next, position));
          this.start = position;
        }
        count = this.window.copy(buffer, offset, position - this.start, position - this.start + length);
      }
    } catch (error) {
      fault = error as Error;
    }
    queueMicrotask(() => callback(fault, count));
  }

  override _readStreamForRange(): Readable {
    throw new Error('Entries are read whole.');
  }
}

const WINDOW = 65_536;

function readFully(handle: number, buffer: Buffer, position: number): number {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(handle, buffer, filled, buffer.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
