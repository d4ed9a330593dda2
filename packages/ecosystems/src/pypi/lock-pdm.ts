import { resolve } from 'node:path';
import { type Table, tablesOf, textOf, textsOf } from '../formats/toml.ts';
import { type LockedNeed, type LockedPackage, type LockReading, markerOf, readingOf, readLockTable } from './lock.ts';
import { withoutFiles } from './lock-poetry.ts';
import { cleanVersion, isName, normalName } from './names.ts';
import { download, type Origin, originOfGit } from './origin.ts';
import { extrasOf, parseRequirement } from './requirement.ts';

/** Reads a pdm.lock. What an extra brings is an entry of its own there, of the same name and version. */
export function readPdmLock(text: string, directory: string): LockReading {
  const read = readLockTable(withoutFiles(text), 'metadata');
  if (!read.ok) return read;
  const packages = tablesOf(read.table['package']).map((table) => readPackage(table, directory));
  return readingOf(packages, { hasNeeds: true });
}

function readPackage(table: Table, directory: string): LockedPackage | undefined {
  const { name } = table;
  if (!isName(name)) return undefined;
  const key = normalName(name);
  const under = extrasOf(textsOf(table['extras']));
  const needs: LockedNeed[] = [];
  for (const text of textsOf(table['dependencies'])) {
    const requirement = parseRequirement(text, directory);
    // An entry for an extra names its own distribution as well.
    if (!requirement || requirement.key === key) continue;
    const { marker } = requirement;
    const need = { key: requirement.key, extras: requirement.extras, ...(marker ? { marker } : {}) };
    needs.push(under.length === 0 ? need : { ...need, under });
  }
  return {
    name,
    key,
    version: cleanVersion(table['version']) ?? '',
    origin: originOf(table, directory),
    needs,
    ...markerOf(table['marker']),
  };
}

function originOf(table: Table, directory: string): Origin {
  const git = textOf(table['git']);
  if (git) return originOfGit(git, textOf(table['revision']) ?? textOf(table['ref']));
  const path = textOf(table['path']);
  if (path) return { source: 'path', path: resolve(directory, path), editable: table['editable'] === true };
  const url = textOf(table['url']);
  return url ? download(url) : { source: 'registry' };
}
