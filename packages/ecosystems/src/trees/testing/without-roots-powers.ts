import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Does something while a folder of a tree has another mode: as nobody where this is root, who may read everything. The
 * tree is one of `writeTree`, whose parent is its own.
 */
export async function withoutRootsPowers<T>(
  root: string,
  folder: string,
  mode: number,
  action: () => Promise<T>,
): Promise<T> {
  const nobody = 65_534;
  chmodSync(dirname(root), 0o755);
  chmodSync(join(root, folder), mode);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(nobody);
  try {
    return await action();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(join(root, folder), 0o755);
  }
}
