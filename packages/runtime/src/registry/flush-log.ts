import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Has the disk keep what PostgreSQL wrote last to its log, which the embedded one leaves to the system. Only the newest
 * segment and the one before are flushed: a transaction spans more only when it writes more than 16 MB.
 */
export function flushLog(directory: string): void {
  const segments = readdirSync(directory)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .map((name) => ({ path: join(directory, name), changed: statSync(join(directory, name)).mtimeMs }))
    .sort((a, b) => b.changed - a.changed);
  for (const { path } of segments.slice(0, 2)) {
    const file = openSync(path, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}
