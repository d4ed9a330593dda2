import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps the report of a module, with its time, before it is written anew, so that a damaged one has something to fall
 * back on. One that is damaged already is not kept.
 */
export function keepLast(directory: string): void {
  const folder = join(directory, 'target', 'skillscope');
  const fresh = join(folder, `bom.last.json.${randomUUID()}.new`);
  try {
    const path = join(folder, 'bom.json');
    const { atime, mtime } = statSync(path);
    const text = readFileSync(path, 'utf8');
    JSON.parse(text);
    writeFileSync(fresh, text);
    utimesSync(fresh, atime, mtime);
    renameSync(fresh, join(folder, 'bom.last.json'));
  } catch {
    // There is none yet, or none worth keeping.
    rmSync(fresh, { force: true });
  }
}
