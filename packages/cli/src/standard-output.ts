import { fstatSync, writeSync } from 'node:fs';
import { EXIT } from './exit-codes.ts';
import type { Surroundings } from './main.ts';

/** Where answers go. */
export interface StandardOutput {
  readonly write: (text: string) => void;
  readonly stream: Surroundings['stdout'];
}

/**
 * The standard output of this process. A reader that goes away ends it quietly, a full disk with one line.
 *
 * A file or a pipe is written to directly: Node's stream for it takes a tenth of an answer to load. A terminal has
 * colours and a width, which the stream knows, and on Windows a pipe cannot always be written to at once.
 */
export function openStandardOutput(): StandardOutput {
  return isDevice() || process.platform === 'win32' ? throughStream() : { write: writeDirectly, stream: {} };
}

function isDevice(): boolean {
  try {
    return fstatSync(1).isCharacterDevice();
  } catch {
    return true;
  }
}

function throughStream(): StandardOutput {
  const stream = process.stdout;
  if (stream.listenerCount('error', fail) === 0) stream.on('error', fail);
  return { write: (text) => stream.write(text), stream };
}

function writeDirectly(text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EINTR') continue;
      if (code !== 'EAGAIN') fail(error as NodeJS.ErrnoException);
      // Whoever gave us the pipe wants nobody to wait for it; the stream knows how to come back.
      throughStream();
      process.stdout.write(bytes.subarray(written));
      return;
    }
  }
}

function fail(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(EXIT.answered);
  process.stderr.write(`skillscope: standard output cannot be written: ${error.code ?? error.message}\n`);
  process.exit(EXIT.fault);
}
