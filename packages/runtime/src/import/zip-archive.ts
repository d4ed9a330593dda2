import { crc32 } from 'node:zlib';
import { LIMITS } from '@skillscope/core';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { type Archive, type ArchiveFault, badArchive } from './archive.ts';
import { collectNames, pathOf } from './entry-names.ts';

/** A zip archive. @throws RegistryError `bad-archive` */
export async function openZip(path: string): Promise<Archive> {
  const { files, refused } = await eachEntry(path, async (entries) => {
    const names = collectNames();
    for await (const entry of entries) {
      const name = nameOf(entry);
      if (name.endsWith('/')) continue;
      if (isLink(entry)) names.link(name);
      else names.file(name, entry.uncompressedSize);
    }
    return names.result();
  });
  return {
    files,
    refused,
    read: (paths) =>
      eachEntry(path, async (entries, zip) => {
        const contents = new Map<string, Uint8Array | ArchiveFault>();
        for await (const entry of entries) {
          const name = pathOf(nameOf(entry));
          if (name === undefined || !paths.has(name) || nameOf(entry).endsWith('/')) continue;
          const fault = faultOf(entry);
          contents.set(name, fault === undefined ? await contentOf(zip, entry, name) : { path: name, message: fault });
        }
        return contents;
      }),
  };
}

async function eachEntry<T>(
  path: string,
  use: (entries: AsyncIterable<Entry>, zip: ZipFile) => Promise<T>,
): Promise<T> {
  let zip: ZipFile | undefined;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
    if (zip.entryCount > LIMITS.archiveEntries)
      throw badArchive(path, `has ${zip.entryCount} entries; ${LIMITS.archiveEntries} are allowed.`);
    return await use(zip.eachEntry(), zip);
  } catch (error) {
    if (error instanceof Error && error.name === 'RegistryError') throw error;
    throw badArchive(path, `is damaged: ${error instanceof Error ? error.message : String(error)}.`, error);
  } finally {
    zip?.close();
  }
}

function nameOf(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

const TYPE_MASK = 0o170000;
const LINK = 0o120000;

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & TYPE_MASK) === LINK;
}

const STORED = 0;
const DEFLATED = 8;
/** Small files of one repeated character compress without bound and harm nobody. */
const RATIO_FROM = 65_536;

function faultOf({
  compressedSize,
  uncompressedSize,
  compressionMethod,
  generalPurposeBitFlag,
}: Entry): string | undefined {
  if (generalPurposeBitFlag & 1) return 'It is encrypted.';
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    return 'It is packed in a way that is not known here.';
  if (uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * LIMITS.archiveRatio)
    return `It is packed more than ${LIMITS.archiveRatio} times, as archive bombs are.`;
  return undefined;
}

async function contentOf(zip: ZipFile, entry: Entry, path: string): Promise<Uint8Array | ArchiveFault> {
  try {
    const stream = await zip.openReadStreamPromise(entry);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    return crc32(bytes) === entry.crc32 ? bytes : { path, message: 'It is damaged: its checksum is another one.' };
  } catch (error) {
    return { path, message: `It is damaged: ${error instanceof Error ? error.message : String(error)}.` };
  }
}
