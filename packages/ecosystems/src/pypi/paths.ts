import { isAbsolute, relative, sep } from 'node:path';

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
