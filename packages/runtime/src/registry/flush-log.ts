import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives a function that has the disk keep what PostgreSQL wrote to its log since the last call, which the embedded one
 * leaves to the system: every segment that a transaction reached, and their names. The first call takes all there are.
 * `keep` is told each file, and the directory where names came or went.
 */
export function logFlusher(directory: string, keep: (path: string) => void = keepFile): () => void {
  let known: ReadonlyMap<string, bigint> = new Map();
  let newest = 0n;
  return () => {
    const found = new Map(
      readdirSync(directory)
        .filter((name) => /^[0-9A-F]{24}$/.test(name))
        .map((name) => [name, statSync(join(directory, name), { bigint: true }).mtimeNs] as const),
    );
    // What was written in the same tick of the clock as the last call saw has the time that it saw.
    for (const [name, changed] of found)
      if (changed !== known.get(name) || changed >= newest) keep(join(directory, name));
    if (found.size !== known.size || [...found.keys()].some((name) => !known.has(name))) keep(directory);
    known = found;
    newest = [...found.values()].reduce((most, changed) => (changed > most ? changed : most), 0n);
  };
}

/** Has the disk keep a file, or the names in a directory. */
export function keepFile(path: string): void {
  const isDirectory = statSync(path).isDirectory();
  // There a directory cannot be opened, and its names are kept with the file.
  if (isDirectory && process.platform === 'win32') return;
  const file = openSync(path, isDirectory ? 'r' : 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
