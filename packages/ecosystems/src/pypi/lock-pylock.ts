import { resolve } from 'node:path';
import { type Table, tableOf, tablesOf, textOf } from '../formats/toml.ts';
import { type LockedNeed, type LockedPackage, type LockReading, markerOf, readingOf, readLockTable } from './lock.ts';
import { cleanVersion, isName, normalName } from './names.ts';
import { download, type Origin, originOfGit, originOfIndex } from './origin.ts';

/** Reads a pylock.toml, the lockfile that the standard describes. */
export function readPylock(text: string, directory: string): LockReading {
  const read = readLockTable(text, 'lock-version');
  if (!read.ok) return read;
  const tables = tablesOf(read.table['packages']);
  // Saying what needs what is left to the tool, and most do not.
  const hasNeeds = tables.some((table) => Array.isArray(table['dependencies']));
  return readingOf(
    tables.map((table) => readPackage(table, directory)),
    { hasNeeds },
  );
}

function readPackage(table: Table, directory: string): LockedPackage | undefined {
  const { name } = table;
  if (!isName(name)) return undefined;
  return {
    name,
    key: normalName(name),
    version: cleanVersion(table['version']) ?? '',
    origin: originOf(table, directory),
    needs: tablesOf(table['dependencies'])
      .map(readNeed)
      .filter((need) => need !== undefined),
    ...markerOf(table['marker']),
  };
}

function readNeed({ name, version }: Table): LockedNeed | undefined {
  if (!isName(name)) return undefined;
  const exact = cleanVersion(version);
  return { key: normalName(name), extras: [], ...(exact === undefined ? {} : { version: exact }) };
}

function originOf(table: Table, directory: string): Origin {
  const [vcs, folder, archive] = ['vcs', 'directory', 'archive'].map((key) => tableOf(table[key]));
  if (vcs) {
    const path = textOf(vcs['path']);
    const url = textOf(vcs['url']) ?? (path === undefined ? '' : `file://${resolve(directory, path)}`);
    return originOfGit(url, textOf(vcs['commit-id']));
  }
  const path = textOf(folder?.['path']) ?? textOf(archive?.['path']);
  if (path !== undefined)
    return { source: 'path', path: resolve(directory, path), editable: folder?.['editable'] === true };
  const url = textOf(archive?.['url']);
  if (url !== undefined) return download(url);
  const index = textOf(table['index']);
  return index === undefined ? { source: 'registry' } : originOfIndex(index);
}
