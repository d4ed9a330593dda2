import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

export type FileReading =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'missing' | 'unreadable' | 'too-large'; readonly message: string };

/** Bytes of a regular file, at most `cap`. Never waits for a pipe and never throws. `message` goes on from the file's name. */
export function readRegularFile(path: string, cap: number): FileReading {
  let handle: number | undefined;
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { ok: false, reason: 'unreadable', message: 'is no regular file.' };
    if (stat.size > cap) return tooLarge(cap);
    // One byte more than it had: a file that grows meanwhile is seen.
    const buffer = Buffer.alloc(Math.min(stat.size, cap) + 1);
    let length = 0;
    for (;;) {
      const read = readSync(handle, buffer, length, buffer.length - length, length);
      length += read;
      if (read === 0 || length === buffer.length) break;
    }
    if (length > cap) return tooLarge(cap);
    return { ok: true, bytes: buffer.subarray(0, length) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, reason: 'missing', message: 'is not there.' };
    return { ok: false, reason: 'unreadable', message: `cannot be read (${code}).` };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function tooLarge(cap: number): FileReading {
  return { ok: false, reason: 'too-large', message: `has more than ${cap} bytes.` };
}

/** UTF-8, without a byte-order mark unless it is kept; `undefined` for anything else. */
export function decodeText(bytes: Uint8Array, keepMark = false): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepMark }).decode(bytes);
  } catch {
    return undefined;
  }
}
