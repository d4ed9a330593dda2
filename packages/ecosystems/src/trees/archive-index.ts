import { LIMITS, type Skipped } from '@skillscope/core';
import type { Entry } from '../files.ts';
import type { DirectoryRecord } from './central-directory.ts';
import { byCodePoint, parentOf } from './paths.ts';

/** The entries of an archive that are safe to reach, by path below its root. */
export interface ArchiveIndex {
  /** Where the line of a file starts in the archive's directory. */
  readonly files: ReadonlyMap<string, number>;
  /** Entries of a folder by code point. */
  list(directory: string): readonly Entry[] | undefined;
  readonly refused: readonly Omit<Skipped, 'purl'>[];
}

/** Puts the entries of an archive in order. `prefix` is the folder that is the root with its trailing slash, or empty. */
export function indexEntries(records: Iterable<DirectoryRecord>, prefix: string): ArchiveIndex {
  const files = new Map<string, number>();
  const repeated = new Set<string>();
  const refused: Omit<Skipped, 'purl'>[] = [];
  const folders = new Map<string, Map<string, Entry['kind']>>([['', new Map()]]);

  for (const { name, attributes, position } of records) {
    const fault = faultOf(name, attributes);
    if (fault) {
      if (name.includes(prefix) && refused.length < REFUSALS_NAMED) refused.push(fault);
      continue;
    }
    if (!name.startsWith(prefix)) continue;
    if (name.endsWith('/')) {
      const path = name.slice(prefix.length, -1);
      if (path !== '') addFolder(folders, path);
    } else {
      const path = prefix === '' ? name : name.slice(prefix.length);
      if (files.has(path)) repeated.add(path);
      else files.set(path, position);
    }
  }
  for (const path of repeated) {
    files.delete(path);
    if (refused.length < REFUSALS_NAMED)
      refused.push({
        path,
        reason: 'duplicate',
        message: 'The archive holds two files of this name; neither is read.',
      });
  }
  // Most archives list what lies in one folder together.
  let parent = '';
  let folder = addFolder(folders, parent);
  for (const path of files.keys()) {
    const slash = path.lastIndexOf('/');
    if (slash !== parent.length || !path.startsWith(parent)) {
      parent = parentOf(path);
      folder = addFolder(folders, parent);
    }
    const name = path.slice(slash + 1);
    if (!folder.has(name)) folder.set(name, 'file');
  }
  for (const path of folders.keys()) files.delete(path);

  const lists = new Map<string, readonly Entry[] | undefined>();
  return {
    files,
    list(directory) {
      const known = lists.get(directory) ?? sorted(folders.get(directory));
      lists.set(directory, known);
      return known;
    },
    refused,
  };
}

function sorted(folder: ReadonlyMap<string, Entry['kind']> | undefined): readonly Entry[] | undefined {
  return folder && [...folder].map(([name, kind]) => ({ name, kind })).sort((a, b) => byCodePoint(a.name, b.name));
}

/** Enough to see what kind of archive it is; thousands of lines would say no more. */
const REFUSALS_NAMED = 5;

/** A name that is a file and a folder is a folder. */
function addFolder(folders: Map<string, Map<string, Entry['kind']>>, path: string): Map<string, Entry['kind']> {
  const known = folders.get(path);
  if (known) return known;
  const entries = new Map<string, Entry['kind']>();
  folders.set(path, entries);
  addFolder(folders, parentOf(path)).set(path.slice(path.lastIndexOf('/') + 1), 'directory');
  return entries;
}

const LINK_MODE = 0o120000;
const TYPE_MASK = 0o170000;

/** A separator in disguise, a drive, a leading or doubled separator, or a segment that is `.` or `..`. */
const UNSAFE = /\\|^[A-Za-z]:|^\/|\/\/|(?:^|\/)\.\.?(?:\/|$)/;

function faultOf(name: string, attributes: number): Omit<Skipped, 'purl'> | undefined {
  const unsafe =
    UNSAFE.test(name) ||
    (name.length > LIMITS.archiveDepth && name.split('/').length > LIMITS.archiveDepth) ||
    name.includes('\0') ||
    name === '';
  if (unsafe)
    return { path: name, reason: 'outside-artifact', message: 'The archive holds a file with an unsafe name.' };
  if (((attributes >>> 16) & TYPE_MASK) === LINK_MODE)
    return { path: name, reason: 'outside-artifact', message: 'Symbolic links in archives are not followed.' };
  return undefined;
}
