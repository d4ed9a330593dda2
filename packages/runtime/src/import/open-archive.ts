import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type Archive, badArchive } from './archive.ts';
import { openTar } from './tar-archive.ts';
import { openZip } from './zip-archive.ts';

/**
 * Opens a zip archive or a tar archive, packed by gzip or not. What it is shows in its first bytes.
 *
 * @throws RegistryError `bad-archive`
 */
export async function openArchive(path: string): Promise<Archive> {
  const head = headOf(path);
  if (head.subarray(0, 2).toString('latin1') === 'PK') return openZip(path);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  if (isPacked || head.subarray(257, 262).toString('latin1') === 'ustar') return openTar(path, isPacked);
  throw badArchive(path, 'is neither a zip nor a tar archive.');
}

function headOf(path: string): Buffer {
  let handle: number | undefined;
  try {
    // A pipe would wait for somebody to write into it.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(handle).isFile()) throw new Error('no regular file');
    const head = Buffer.alloc(512);
    return head.subarray(0, readSync(handle, head, 0, head.length, 0));
  } catch (cause) {
    throw badArchive(path, 'cannot be read.', cause);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
