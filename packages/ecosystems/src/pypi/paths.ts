import { isAbsolute, relative, sep } from 'node:path';
import type { Files } from '../files.ts';

/** True for a directory itself and for whatever lies below it, as far as the texts say. */
export function isInside(container: string, path: string): boolean {
  const way = relative(container, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A path below the root with `/` separators, `.` for the root itself. */
export function toPath(root: string, directory: string): string {
  const path = relative(root, directory);
  return path === '' ? '.' : path.split(sep).join('/');
}

/** True for whatever lies at a path, also for a directory where a file belongs, so that reading it says what is wrong. */
export function isThere(path: string, files: Files): boolean {
  return files.isFile(path) || files.isDirectory(path);
}
