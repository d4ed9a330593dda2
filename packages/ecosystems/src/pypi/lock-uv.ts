import { resolve } from 'node:path';
import { type Table, tableOf, tablesOf, textOf, textsOf } from '../formats/toml.ts';
import { type LockedNeed, type LockedPackage, type LockReading, markerOf, readingOf, readLockTable } from './lock.ts';
import { cleanVersion, isName, normalName } from './names.ts';
import { download, type Origin, originOfGit, originOfIndex } from './origin.ts';
import { extrasOf } from './requirement.ts';

/** Reads a uv.lock. */
export function readUvLock(text: string, directory: string): LockReading {
  const read = readLockTable(withoutFiles(text), 'version');
  if (!read.ok) return read;
  const packages = tablesOf(read.table['package']).map((table) => readPackage(table, directory));
  return readingOf(packages, { hasNeeds: true });
}

/** Archives make up most of the file and say nothing that is needed: lines of their own are left out. */
function withoutFiles(text: string): string {
  return text.replaceAll(/^(?: {4}|sdist = )\{ url = .*$/gm, '');
}

function readPackage(table: Table, directory: string): LockedPackage | undefined {
  const { name } = table;
  if (!isName(name)) return undefined;
  const needs = tablesOf(table['dependencies']).map((need) => readNeed(need, undefined));
  for (const [extra, list] of Object.entries(tableOf(table['optional-dependencies']) ?? {}))
    for (const need of tablesOf(list)) needs.push(readNeed(need, normalName(extra)));
  const conditions = textsOf(table['resolution-markers']);
  return {
    name,
    key: normalName(name),
    version: cleanVersion(table['version']) ?? '',
    origin: originOf(tableOf(table['source']) ?? {}, directory),
    needs: needs.filter((need) => need !== undefined),
    ...markerOf(conditions.map((one) => `(${one})`).join(' or ')),
  };
}

function readNeed(table: Table, under: string | undefined): LockedNeed | undefined {
  const { name } = table;
  if (!isName(name)) return undefined;
  const version = cleanVersion(table['version']);
  const extra = table['extra'];
  return {
    key: normalName(name),
    extras: extrasOf(typeof extra === 'string' ? [extra] : textsOf(extra)),
    ...markerOf(table['marker']),
    ...(under === undefined ? {} : { under: [under] }),
    ...(version === undefined ? {} : { version }),
  };
}

function originOf(source: Table, directory: string): Origin {
  const git = textOf(source['git']);
  if (git) return gitOrigin(git);
  const url = textOf(source['url']);
  if (url) return download(url);
  const path = ['editable', 'directory', 'path', 'virtual']
    .map((key) => textOf(source[key]))
    .find((value) => value !== undefined);
  if (path !== undefined) return { source: 'path', path: resolve(directory, path) };
  const registry = textOf(source['registry']);
  if (registry === undefined) return { source: 'registry' };
  return /^https?:/.test(registry) ? originOfIndex(registry) : { source: 'registry', index: 'local' };
}

/** `https://…?rev=main#<commit>`. */
function gitOrigin(address: string): Origin {
  const [before = '', commit] = address.split('#', 2);
  return originOfGit(before.split('?', 1)[0] ?? '', commit);
}
