import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { safeRelativePath } from '@skillscope/core';
import { badManifest } from './bad-manifest.ts';

export type Inside =
  | {
      readonly ok: true;
      /** Real path. */
      readonly path: string;
      readonly kind: 'directory' | 'file';
      /** Below the folder, `/` separators; `.` for itself. */
      readonly below: string;
    }
  | { readonly ok: false; readonly code: 'outside' | 'missing'; readonly message: string };

/** A directory that names lead into and never out of: not by `..`, not by an absolute path, not by a link. */
export interface Folder {
  /** Real path. */
  readonly path: string;
  find(name: string): Inside;
}

/** @throws RegistryError `bad-manifest` where there is no such directory. `shown` is what it is called then. */
export function openFolder(path: string, shown: string): Folder {
  let root: string;
  try {
    root = realpathSync(path);
    if (!statSync(root).isDirectory()) throw new Error('no directory');
  } catch {
    throw badManifest({ file: shown, at: '' }, 'is no directory.', 'Name a directory that can be read.');
  }
  return { path: root, find: (name) => findIn(root, name) };
}

function findIn(root: string, name: string): Inside {
  const below = /^(?:\.[\\/]*)?$/.test(name) ? '.' : safeRelativePath(name);
  if (below === undefined) return { ok: false, code: 'outside', message: `"${name}" is no path below it.` };
  try {
    const path = realpathSync(join(root, below));
    if (path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep))
      return { ok: false, code: 'outside', message: `"${name}" is a link that leads out of it.` };
    const stat = statSync(path);
    if (stat.isDirectory() || stat.isFile())
      return { ok: true, path, kind: stat.isFile() ? 'file' : 'directory', below };
    return { ok: false, code: 'missing', message: `"${name}" is neither a file nor a directory.` };
  } catch {
    return { ok: false, code: 'missing', message: `"${name}" is not there.` };
  }
}
