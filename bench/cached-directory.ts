import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Everything that takes long to make and may be deleted at any time. */
const ROOT = join(process.env['SKILLSCOPE_BENCH'] || join(tmpdir(), 'skillscope-bench'));

/** A directory that is made once. `make` fills an empty one; when it throws, nothing is kept. */
export function cachedDirectory(name: string, make: (directory: string) => void): string {
  const directory = join(ROOT, name);
  if (existsSync(directory)) return directory;
  const partial = `${directory}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  mkdirSync(dirname(directory), { recursive: true });
  console.error(`Making ${name} …`);
  make(partial);
  renameSync(partial, directory);
  return directory;
}

/** An empty directory for one run, inside the same root. */
export function freshDirectory(name: string): string {
  const directory = join(ROOT, 'runs', String(process.pid), name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  return directory;
}
