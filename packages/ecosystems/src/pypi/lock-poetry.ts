import { resolve } from 'node:path';
import { type Table, tableOf, tablesOf, textOf, textsOf } from '../formats/toml.ts';
import { type LockedNeed, type LockedPackage, type LockReading, markerOf, readingOf, readLockTable } from './lock.ts';
import { cleanVersion, isName, normalName } from './names.ts';
import { download, type Origin, originOfGit, originOfIndex } from './origin.ts';
import { extrasOf, parseRequirement } from './requirement.ts';

/** Reads a poetry.lock of any version so far. */
export function readPoetryLock(text: string, directory: string): LockReading {
  const read = readLockTable(withoutFiles(text), 'metadata');
  if (!read.ok) return read;
  const packages = tablesOf(read.table['package']).map((table) => readPackage(table, directory));
  return readingOf(packages, { hasNeeds: true });
}

/** Lists of archives make up most of the file and say nothing that is needed: lines of their own are left out. */
export function withoutFiles(text: string): string {
  return text.includes('\n    {file = ') ? text.replaceAll(/^ {4}\{file = .*$/gm, '') : text;
}

function readPackage(table: Table, directory: string): LockedPackage | undefined {
  const { name, markers } = table;
  if (!isName(name)) return undefined;
  let extras: ReadonlyMap<string, readonly string[]> | undefined;
  const needs: LockedNeed[] = [];
  for (const [needed, value] of Object.entries(tableOf(table['dependencies']) ?? {})) {
    if (!isName(needed)) continue;
    const key = normalName(needed);
    for (const need of Array.isArray(value) ? value : [value]) {
      const entry = tableOf(need);
      const common = { key, extras: extrasOf(textsOf(entry?.['extras'])), ...markerOf(entry?.['markers']) };
      if (entry?.['optional'] !== true) {
        needs.push(common);
        continue;
      }
      extras ??= extrasByKey(table['extras']);
      const under = extras.get(key);
      if (under) needs.push({ ...common, under });
    }
  }
  // One condition for all groups, or one a group.
  const conditions =
    typeof markers === 'string'
      ? [markers]
      : Object.values(tableOf(markers) ?? {}).filter((one) => typeof one === 'string');
  return {
    name,
    key: normalName(name),
    version: cleanVersion(table['version']) ?? '',
    origin: originOf(tableOf(table['source']), directory),
    needs,
    ...markerOf(conditions.map((one) => `(${one})`).join(' or ')),
  };
}

/** The extras that ask for each optional dependency. */
function extrasByKey(value: unknown): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [extra, texts] of Object.entries(tableOf(value) ?? {})) {
    for (const key of new Set(textsOf(texts).map((text) => parseRequirement(text, '/')?.key))) {
      if (key === undefined) continue;
      const extras = found.get(key);
      if (extras) extras.push(normalName(extra));
      else found.set(key, [normalName(extra)]);
    }
  }
  return found;
}

function originOf(source: Table | undefined, directory: string): Origin {
  const url = textOf(source?.['url']);
  if (!source || !url) return { source: 'registry' };
  switch (source['type']) {
    case 'git':
      return originOfGit(url, textOf(source['resolved_reference']) ?? textOf(source['reference']));
    case 'directory':
    case 'file':
      return { source: 'path', path: resolve(directory, url) };
    case 'url':
      return download(url);
    default:
      return originOfIndex(url);
  }
}
