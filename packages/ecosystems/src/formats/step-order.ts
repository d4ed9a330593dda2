import type { Entry, Files } from '../files.ts';

/** Where a walk below a folder is taken up again: what comes before is left out. */
export interface Cursor {
  /** Names on the way to the last step that was done; empty where all is still to be done. */
  readonly names: readonly string[];
}

/** The cursor of a key; `''` is the beginning. */
export function cursorAt(key: string): Cursor {
  return { names: key === '' ? [] : key.split('/') };
}

/** True for a name whose step was done before the cut, and everything below it. */
export function isPast(name: string, { names: [first] }: Cursor): boolean {
  return first !== undefined && name < first;
}

/** True for the very step that was the last one done. */
export function isLast(name: string, { names }: Cursor): boolean {
  return names.length === 1 && names[0] === name;
}

/** True for a folder that was entered before the cut, and perhaps not left. */
export function isEntered(name: string, { names: [first] }: Cursor): boolean {
  return first === name;
}

/** The cursor inside a folder. */
export function inside(name: string, cursor: Cursor): Cursor {
  return { names: isEntered(name, cursor) ? cursor.names.slice(1) : [] };
}

/** Folders in a folder, without links: what they lead to lies elsewhere. */
export function foldersIn(directory: string, files: Files): readonly Entry[] {
  return (files.list(directory) ?? []).filter(({ kind }) => kind === 'directory');
}

/** The value with the newest version under each name, by name. */
export function newestByName<T>(
  items: Iterable<readonly [name: string, version: string, value: T]>,
  compare: (a: string, b: string) => number,
): readonly (readonly [name: string, version: string, value: T])[] {
  const newest = new Map<string, readonly [string, string, T]>();
  for (const item of items) {
    const known = newest.get(item[0]);
    if (known === undefined || compare(known[1], item[1]) < 0) newest.set(item[0], item);
  }
  return [...newest.values()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
