import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { LIMITS } from '@skillscope/core';
import yauzl, { type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { decodeText } from '../files.ts';
import type { Tree, TreeRead } from '../tree.ts';
import { type ArchiveIndex, indexEntries } from './archive-index.ts';
import { entryAt, readDirectory } from './central-directory.ts';
import type { Unopened } from './index.ts';
import { readFully, WindowReader } from './window-reader.ts';

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
    const index = indexEntries(readDirectory(handle, zip), inside === '' ? '' : `${inside}/`);
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

function archiveTree(zip: ZipFile, handle: number, { files, list, refused }: ArchiveIndex): Tree {
  let open = true;

  async function read(path: string, cap: number): Promise<TreeRead> {
    const position = files.get(path);
    if (position === undefined) {
      if (list(path)) return { ok: false, reason: 'unreadable', message: 'This is not a regular file.' };
      return { ok: false, reason: 'missing', message: 'There is no such file.' };
    }
    if (!open) return { ok: false, reason: 'unreadable', message: 'The archive is closed.' };
    return readEntry(zip, handle, position, cap);
  }

  return {
    inside: '',
    list,
    real: (path) => (files.has(path) || list(path) ? path : undefined),
    read,
    async text(path, cap = LIMITS.manifestBytes) {
      const bytes = await read(path, cap);
      return bytes.ok ? decodeText(bytes.bytes) : undefined;
    },
    size(path) {
      const position = open ? files.get(path) : undefined;
      return position === undefined ? undefined : entryOrNone(handle, position)?.uncompressedSize;
    },
    refused,
    close() {
      if (open) closeSync(handle);
      open = false;
    },
  };
}

async function readEntry(zip: ZipFile, handle: number, position: number, cap: number): Promise<TreeRead> {
  const entry = entryOrNone(handle, position);
  if (!entry) return damaged;
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

function entryOrNone(handle: number, position: number): ZipEntry | undefined {
  try {
    return entryAt(handle, position);
  } catch {
    return undefined;
  }
}

const STORED = 0;
const DEFLATED = 8;
/** Deflate may grow incompressible data by a few bytes per block. */
const STORED_SLACK = 65_536;
/** Small files of one repeated character compress without bound and harm nobody. */
const RATIO_FROM = 65_536;

const damaged: TreeRead = { ok: false, reason: 'malformed', message: 'The file in the archive is damaged.' };
