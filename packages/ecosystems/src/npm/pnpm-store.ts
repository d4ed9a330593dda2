import { dirname, isAbsolute, join } from 'node:path';
import { LIMITS } from '@skillscope/core';
import type { Machine, OutsideLibrary, Shelf, Step } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { cursorAt, foldersIn, isEntered, isLast, isPast, newestByName } from '../formats/step-order.ts';
import { compareVersions } from '../formats/version-order.ts';
import { type ListedFile, openListed } from '../trees/listed.ts';
import { identity } from './identity.ts';
import { readJson } from './lock.ts';
import { pnpmHome, settingIn } from './machine-settings.ts';
import { readManifest } from './manifest.ts';
import { cleanSummary, cleanVersion, isPackageName } from './names.ts';

/** The index folders of pnpm's stores: `v3/files`, with content and index side by side, and `v10/index`. */
export function pnpmShelves(machine: Machine): readonly Shelf[] {
  const { files } = machine;
  return storeFolders(machine).flatMap((store) =>
    LAYOUTS.flatMap(({ version, folder, find }): Shelf[] => {
      const path = files.real(join(store, version, folder));
      if (path === undefined || !files.isDirectory(path)) return [];
      const content = join(dirname(path), 'files');
      return [{ path, find: (after, own) => find(path, content, after, own) }];
    }),
  );
}

function storeFolders({ files, environment, home }: Machine): readonly string[] {
  const named = environment['npm_config_store_dir'];
  const own = pnpmHome({ environment, home });
  const configured = settingIn(join(home, '.npmrc'), 'store-dir', home, files);
  const stores = [named, configured, join(own, 'store'), join(home, '.pnpm-store')];
  return [...new Set(stores.filter((path) => path !== undefined && isAbsolute(path)))] as string[];
}

const LAYOUTS = [
  { version: 'v3', folder: 'files', find: findUnnamed },
  { version: 'v10', folder: 'index', find: findNamed },
] as const;

/** Index files that say inside what they are about. Each has to be read; of two versions the newer one counts. */
function* findUnnamed(shelf: string, content: string, after: string, files: Files): Generator<Step> {
  const cursor = cursorAt(after);
  const newest = new Map<string, string>();
  for (const { name: folder } of foldersIn(shelf, files)) {
    if (isPast(folder, cursor)) continue;
    const rest = { names: isEntered(folder, cursor) ? cursor.names.slice(1) : [] };
    if (!isEntered(folder, cursor)) yield { key: folder };
    for (const { name, kind } of files.list(join(shelf, folder)) ?? []) {
      if (kind !== 'file' || !/^[0-9a-f]{126}-index\.json$/.test(name)) continue;
      if (isPast(name, rest) || isLast(name, rest)) continue;
      const path = join(shelf, folder, name);
      const read = (own: Files) => {
        const library = readIndex(path, content, undefined, own);
        const known = library && newest.get(library.name);
        if (!library || (known !== undefined && compareVersions(known, library.version) >= 0)) return undefined;
        newest.set(library.name, library.version);
        return library;
      };
      yield { key: `${folder}/${name}`, place: { path, inside: '' }, read };
    }
  }
}

/** Index files with name and version in their own names. */
function* findNamed(shelf: string, content: string, after: string, files: Files): Generator<Step> {
  const cursor = cursorAt(after);
  const all = foldersIn(shelf, files).flatMap(({ name: folder }) =>
    (files.list(join(shelf, folder)) ?? []).flatMap(({ name: file, kind }) => {
      const [, written, version] = /^[0-9a-f]{62}-([^@]{1,214}|@[^@]{1,213})@([^@]{1,256})\.json$/.exec(file) ?? [];
      const name = written?.startsWith('@') ? written.replace('+', '/') : written;
      return kind === 'file' && version !== undefined && isPackageName(name)
        ? [[name, version, { folder, file }] as const]
        : [];
    }),
  );
  const steps = newestByName(all, compareVersions).map(([name, version, { folder, file }]) => ({
    key: `${name.replace('/', '+')}@`,
    path: join(shelf, folder, file),
    expected: { name, version },
  }));
  for (const { key, path, expected } of steps.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    if (isPast(key, cursor) || isLast(key, cursor)) continue;
    yield { key, place: { path, inside: '' }, read: (own) => readIndex(path, content, expected, own) };
  }
}

interface Named {
  readonly name: string;
  readonly version: string;
}

function readIndex(
  path: string,
  content: string,
  expected: Named | undefined,
  files: Files,
): OutsideLibrary | undefined {
  const index = jsonIn(path, files);
  if (!isObject(index)) return undefined;
  const { name, version: written, files: entries } = index;
  const version = cleanVersion(written);
  if (!isPackageName(name) || version === undefined || !isObject(entries)) return undefined;
  if (expected && (expected.name !== name || expected.version !== version)) return undefined;
  const listed = filesOf(entries, content);
  const manifestFile = listed.find(([file]) => file === 'package.json')?.[1];
  const manifest = manifestFile && readManifest(jsonIn(manifestFile.path, files), false);
  if (manifest?.name !== name) return undefined;
  const summary = cleanSummary(manifest.description);
  return {
    purl: identity(name, version, { source: 'registry' }).purl,
    name,
    version,
    ...(summary === undefined ? {} : { summary }),
    // One file stands for the whole, and never changes.
    artifacts: [{ kind: 'archive', path, manifest: 'package.json', mutable: false }],
    open: () => openListed(listed),
  };
}

/** Content lies under the digest it has: two characters are the folder. */
function filesOf(entries: Readonly<Record<string, unknown>>, content: string): readonly [string, ListedFile][] {
  const listed: [string, ListedFile][] = [];
  for (const [name, entry] of Object.entries(entries).slice(0, LIMITS.archiveEntries)) {
    if (!isObject(entry) || typeof entry['integrity'] !== 'string' || typeof entry['size'] !== 'number') continue;
    const [, digest] = /^sha512-([A-Za-z0-9+/]{86}==)$/.exec(entry['integrity']) ?? [];
    if (digest === undefined) continue;
    const hex = Buffer.from(digest, 'base64').toString('hex');
    const isProgram = typeof entry['mode'] === 'number' && (entry['mode'] & 0o111) !== 0;
    const path = join(content, hex.slice(0, 2), `${hex.slice(2)}${isProgram ? '-exec' : ''}`);
    listed.push([name, { path, size: entry['size'] }]);
  }
  return listed;
}

function jsonIn(path: string, files: Files): unknown {
  const text = files.text(path);
  const json = text === undefined ? undefined : readJson(text);
  return json?.ok ? json.value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
