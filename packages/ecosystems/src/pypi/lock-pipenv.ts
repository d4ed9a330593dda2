import { resolve } from 'node:path';
import { textOf } from '../formats/toml.ts';
import { isRecord, parseJson } from './json.ts';
import { type LockedPackage, type LockReading, markerOf, readingOf } from './lock.ts';
import { cleanVersion, isName, normalName } from './names.ts';
import { download, type Origin, originOfGit, originOfIndex } from './origin.ts';

/** Reads a Pipfile.lock, which does not say what needs what. */
export function readPipenvLock(text: string, directory: string): LockReading {
  const value = parseJson(text);
  if (!isRecord(value)) return { ok: false, reason: 'malformed', message: message(text) };
  const { _meta: meta, ...sections } = value;
  if (!isRecord(meta))
    return { ok: false, reason: 'malformed', message: 'The file has no "_meta", as every Pipfile.lock does.' };
  const indexes = new Map<string, string>();
  for (const source of Array.isArray(meta['sources']) ? meta['sources'] : []) {
    if (isRecord(source)) indexes.set(textOf(source['name']) ?? '', textOf(source['url']) ?? '');
  }
  const packages: (LockedPackage | undefined)[] = [];
  for (const section of Object.values(sections).filter(isRecord))
    for (const [name, entry] of Object.entries(section)) packages.push(readPackage(name, entry, indexes, directory));
  return readingOf(packages, { hasNeeds: false });
}

function readPackage(
  name: string,
  entry: unknown,
  indexes: ReadonlyMap<string, string>,
  directory: string,
): LockedPackage | undefined {
  if (!isName(name) || !isRecord(entry)) return undefined;
  return {
    name,
    key: normalName(name),
    version: cleanVersion(textOf(entry['version'])?.replace(/^={2,3}/, '')) ?? '',
    origin: originOf(entry, indexes, directory),
    needs: [],
    ...markerOf(entry['markers']),
  };
}

function originOf(
  entry: Readonly<Record<string, unknown>>,
  indexes: ReadonlyMap<string, string>,
  directory: string,
): Origin {
  const git = textOf(entry['git']);
  if (git) return originOfGit(git, textOf(entry['ref']));
  const file = textOf(entry['file']);
  if (file && /^[a-z]+:\/\//i.test(file)) return download(file);
  const path = textOf(entry['path']) ?? file;
  if (path) return { source: 'path', path: resolve(directory, path), editable: entry['editable'] === true };
  const index = indexes.get(textOf(entry['index']) ?? '\0');
  return index ? originOfIndex(index) : { source: 'registry' };
}

function message(text: string): string {
  return /^(?:<{7}|={7}|>{7})/m.test(text) ? 'The file holds an unresolved merge conflict.' : 'The JSON is damaged.';
}
