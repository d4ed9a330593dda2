import { LIMITS, type Skipped } from '@skillscope/core';
import yauzl, { type Entry as ZipEntry, type ZipFile } from 'yauzl';
import type { Entry } from '../files.ts';
import { byCodePoint, nameOf, parentOf } from './paths.ts';

/** The entries of an archive that are safe to reach, by path below its root. */
export interface ArchiveIndex {
  readonly files: ReadonlyMap<string, ZipEntry>;
  readonly directories: ReadonlyMap<string, readonly Entry[]>;
  readonly refused: readonly Omit<Skipped, 'purl'>[];
}

/** Reads the directory of an archive. `prefix` is the folder that is the root with its trailing slash, or empty. */
export async function indexEntries(zip: ZipFile, prefix: string): Promise<ArchiveIndex> {
  const files = new Map<string, ZipEntry>();
  const repeated = new Set<string>();
  const refused: Omit<Skipped, 'purl'>[] = [];
  const folders = new Map<string, Map<string, Entry>>([['', new Map()]]);

  await eachEntry(zip, (entry) => {
    const name = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
    const fault = faultOf(name, entry);
    if (fault) {
      if (name.includes(prefix) && refused.length < REFUSALS_NAMED) refused.push(fault);
      return;
    }
    if (!name.startsWith(prefix)) return;
    const path = name.slice(prefix.length).replace(/\/$/, '');
    if (name.endsWith('/')) {
      if (path !== '') addFolder(folders, path);
    } else if (files.has(path)) {
      repeated.add(path);
    } else {
      files.set(path, entry);
    }
  });
  for (const path of repeated) {
    files.delete(path);
    if (refused.length < REFUSALS_NAMED)
      refused.push({
        path,
        reason: 'duplicate',
        message: 'The archive holds two files of this name; neither is read.',
      });
  }
  for (const path of files.keys()) {
    addFolder(folders, parentOf(path))?.set(nameOf(path), { name: nameOf(path), kind: 'file' });
  }
  for (const path of files.keys()) if (folders.has(path)) files.delete(path);
  const directories = new Map<string, readonly Entry[]>();
  for (const [path, entries] of folders) {
    directories.set(
      path,
      [...entries.values()].sort((a, b) => byCodePoint(a.name, b.name)),
    );
  }
  return { files, directories, refused };
}

/** Events and not the iterator, which costs a promise for each entry. */
function eachEntry(zip: ZipFile, take: (entry: ZipEntry) => void): Promise<void> {
  return new Promise((done, fail) => {
    zip.on('entry', (entry: ZipEntry) => {
      take(entry);
      zip.readEntry();
    });
    zip.on('end', done);
    zip.on('error', fail);
    zip.readEntry();
  });
}

/** Enough to see what kind of archive it is; thousands of lines would say no more. */
const REFUSALS_NAMED = 5;

function addFolder(folders: Map<string, Map<string, Entry>>, path: string): Map<string, Entry> {
  const known = folders.get(path);
  if (known) return known;
  const entries = new Map<string, Entry>();
  folders.set(path, entries);
  addFolder(folders, parentOf(path)).set(nameOf(path), { name: nameOf(path), kind: 'directory' });
  return entries;
}

const LINK_MODE = 0o120000;
const TYPE_MASK = 0o170000;

/** A separator in disguise, a drive, a leading or doubled separator, or a segment that is `.` or `..`. */
const UNSAFE = /\\|^[A-Za-z]:|^\/|\/\/|(?:^|\/)\.\.?(?:\/|$)/;

function faultOf(name: string, entry: ZipEntry): Omit<Skipped, 'purl'> | undefined {
  const unsafe =
    UNSAFE.test(name) || name.split('/').length > LIMITS.archiveDepth || name.includes('\0') || name === '';
  if (unsafe)
    return { path: name, reason: 'outside-artifact', message: 'The archive holds a file with an unsafe name.' };
  if (((entry.externalFileAttributes >>> 16) & TYPE_MASK) === LINK_MODE)
    return { path: name, reason: 'outside-artifact', message: 'Symbolic links in archives are not followed.' };
  return undefined;
}
