import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps the report of a module before it is written anew, so that a damaged one has something to fall back on. One that
 * is damaged already is not kept.
 */
export function keepLast(directory: string): void {
  const folder = join(directory, 'target', 'skillscope');
  try {
    JSON.parse(readFileSync(join(folder, 'bom.json'), 'utf8'));
    copyFileSync(join(folder, 'bom.json'), join(folder, 'bom.last.json'));
  } catch {
    // There is none yet, or none worth keeping.
  }
}
