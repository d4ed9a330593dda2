import { readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';

/**
 * Reads ahead, so that small parts that lie together cost one system call.
 * Answers in a microtask: the zip reader recurses on an immediate answer.
 */
export class WindowReader extends yauzl.RandomAccessReader {
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

/** Fills the buffer from a position of an open file; fewer bytes only where the file ends. */
export function readFully(handle: number, buffer: Buffer, position: number): number {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(handle, buffer, filled, buffer.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
