import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LIMITS } from '@skillscope/core';
import { extract, type Header } from 'tar-stream';
import { type Archive, type ArchiveFault, badArchive } from './archive.ts';
import { collectNames, pathOf } from './entry-names.ts';

/** A tar archive. It has no directory, so each reading goes through all of it. @throws RegistryError `bad-archive` */
export async function openTar(path: string, isPacked: boolean): Promise<Archive> {
  const names = collectNames();
  await eachEntry(path, isPacked, async ({ name, type, size }) => {
    if (type === 'symlink' || type === 'link') names.link(name);
    else if (type === 'file' || type === 'contiguous-file') names.file(name, size ?? 0);
  });
  return {
    ...names.result(),
    async read(paths) {
      const contents = new Map<string, Uint8Array | ArchiveFault>();
      await eachEntry(path, isPacked, async ({ name, type }, stream) => {
        const wanted = type === 'file' || type === 'contiguous-file' ? pathOf(name) : undefined;
        if (wanted === undefined || !paths.has(wanted)) return;
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        contents.set(wanted, Buffer.concat(chunks));
      });
      return contents;
    },
  };
}

async function eachEntry(
  path: string,
  isPacked: boolean,
  use: (header: Header, stream: AsyncIterable<unknown>) => Promise<void>,
): Promise<void> {
  const file = createReadStream(path);
  const unpacked: Readable = isPacked ? file.pipe(createGunzip()) : file;
  const entries = extract();
  let bytes = 0;
  let count = 0;
  file.on('error', (error) => entries.destroy(error));
  unpacked.on('error', (error) => entries.destroy(error));
  unpacked.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LIMITS.archiveBytes)
      entries.destroy(badArchive(path, `unpacks to more than ${LIMITS.archiveBytes} bytes.`));
  });
  unpacked.pipe(entries);
  try {
    for await (const entry of entries) {
      count += 1;
      if (count > LIMITS.archiveEntries) throw badArchive(path, `has more than ${LIMITS.archiveEntries} entries.`);
      await use(entry.header, entry);
      entry.resume();
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'RegistryError') throw error;
    throw badArchive(path, `is damaged: ${error instanceof Error ? error.message : String(error)}.`, error);
  } finally {
    unpacked.unpipe(entries);
    file.destroy();
    unpacked.destroy();
    entries.destroy();
  }
}
