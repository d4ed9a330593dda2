import { once } from 'node:events';
import { createReadStream, createWriteStream, realpathSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { LIMITS, SkillscopeError } from '@skillscope/core';
import { dumpRegistry, type Registry, RegistryError } from '@skillscope/runtime';

export interface DumpAnswer {
  /** Absolute. */
  readonly file: string;
  readonly tenant: string;
  /** Rows that it holds. */
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes a dump into a file that only its owner may read. A file of that name is replaced once the dump is whole, and
 * stays as it is where that fails; what is no file, such as a pipe, is written to.
 */
export async function dumpToFile(registry: Registry, file: string): Promise<DumpAnswer> {
  const there = statSync(file, { throwIfNoEntry: false });
  const isPlain = there === undefined || there.isFile();
  const target = there === undefined ? file : realpathSync(file);
  const part = isPlain ? `${target}.${process.pid}.part` : target;
  const stream = createWriteStream(part, { mode: 0o600, flags: isPlain ? 'wx' : 'w' });
  try {
    await once(stream, 'open');
    const counts = await dumpTo(registry, (text) => written(stream, text));
    await new Promise<void>((resolve, reject) => {
      stream.once('error', reject);
      stream.end(resolve);
    });
    if (isPlain) await rename(part, target);
    return { file, tenant: registry.tenant, ...counts };
  } catch (error) {
    stream.destroy();
    if (isPlain) await rm(part, { force: true });
    throw fileFailure(error, file);
  }
}

/** Lines of a dump that are no rows. */
const HEAD_AND_END = 2;

/** Gives a dump to `write`, line by line, waiting for each. */
export async function dumpTo(
  registry: Registry,
  write: (text: string) => void | Promise<void>,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  let rows = -HEAD_AND_END;
  let bytes = 0;
  await dumpRegistry(registry, async (line) => {
    rows += 1;
    bytes += Buffer.byteLength(line) + 1;
    await write(`${line}\n`);
  });
  return { rows, bytes };
}

/** The lines of a dump, from a file or from what standard input gives, and how many rows they were so far. */
export function dumpFrom(source: string | AsyncIterable<Uint8Array>): {
  readonly lines: AsyncIterable<string>;
  readonly rows: () => number;
} {
  let rows = -HEAD_AND_END;
  async function* counted(): AsyncGenerator<string> {
    for await (const line of linesOf(typeof source === 'string' ? readFile(source) : source)) {
      rows += 1;
      yield line;
    }
  }
  return { lines: counted(), rows: () => rows };
}

async function* readFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(file)) yield chunk;
  } catch (error) {
    throw fileFailure(error, file);
  }
}

/** Lines end at a line feed and nowhere else: a text may hold every other character that ends lines. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      number += 1;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > LIMITS.dumpLineBytes)
      throw new RegistryError('bad-dump', `Line ${number} is longer than any line of a dump.`, {
        ways: ['Restore a dump as it was written.'],
        facts: { line: number },
      });
  }
  const rest = Buffer.concat(parts).toString('utf8');
  if (rest !== '') yield rest;
}

async function written(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}

/** The registry would take a failure of the file for one of its connection, since both come from the system. */
function fileFailure(error: unknown, file: string): unknown {
  const isSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystem ? new SkillscopeError('unreadable', `"${file}": ${error.code}.`, { cause: error }) : error;
}
