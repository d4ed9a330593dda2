/** Joins paths below an artifact's root; `''` is the root. */
export function join(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

/** The directory of a path below the root; `''` for something in the root. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Order by UTF-16 code unit, the same on every machine. */
export function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A path as somebody else wrote it, made relative to the root: a leading `./`, a trailing `/` and doubled
 * separators go. `undefined` for anything that is absolute, climbs, names a drive or hides a separator.
 */
export function containedPath(written: string): string | undefined {
  if (written.startsWith('/') || written.includes('\\') || written.includes('\0') || /^[A-Za-z]:/.test(written))
    return undefined;
  const segments = written.split('/').filter((segment) => segment !== '' && segment !== '.');
  return segments.includes('..') ? undefined : segments.join('/');
}
