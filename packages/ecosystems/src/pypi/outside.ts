import { basename, dirname, join } from 'node:path';
import type { Machine, OutsideLibrary, Shelf, Step } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { cursorAt, isLast, isPast } from '../formats/step-order.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { identify } from './identity.ts';
import { type Installed, openInstalled } from './installed.ts';
import { locate } from './located.ts';
import { markerVariables } from './marker-variables.ts';

/** The folders of distributions of those environments in which a scan has found any, one shelf for each. */
export async function shelves({ known, files }: Machine): Promise<readonly Shelf[]> {
  const folders = known.filter((path) => FOLDERS.has(basename(path))).map((path) => files.real(path));
  return folders.flatMap((path): Shelf[] =>
    path === undefined || !FOLDERS.has(basename(path)) || !files.isDirectory(path)
      ? []
      : [{ path, ofProject: true, find: (after, own) => find(path, after, own) }],
  );
}

const FOLDERS: ReadonlySet<string> = new Set(['site-packages', 'dist-packages']);

function* find(folder: string, after: string, files: Files): Generator<Step> {
  const cursor = cursorAt(after);
  const installed = openInstalled(environmentOf(folder, files), files);
  const located = [...locate(folder, files)].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const { key, kind, entry } of located) {
    if (isPast(key, cursor) || isLast(key, cursor)) continue;
    // Other kinds stay in place when they change.
    const place = kind === 'dist-info' ? { place: { path: folder, inside: entry } } : {};
    const path = join(folder, entry);
    yield { key, ...place, read: (own) => (own.real(path) === path ? read(key, installed) : undefined) };
  }
}

/** What somebody works on is no library of others. */
function read(key: string, installed: Installed): OutsideLibrary | undefined {
  const found = installed.get(key);
  if (!found || found.version === '' || found.origin?.source === 'path') return undefined;
  const { name, version, summary, artifact, origin = { source: 'registry' } } = found;
  return {
    purl: identify({ name, key, version }, origin, NOWHERE).purl,
    name,
    version,
    ...(summary === undefined ? {} : { summary }),
    artifacts: [artifact],
  };
}

const NOWHERE = { root: '/', members: new Set<string>() };

/** `<prefix>/lib/python3.12/site-packages` or `<prefix>/Lib/site-packages`; a folder that belongs to none stands alone. */
function environmentOf(folder: string, files: Files): Environment {
  const candidates = [dirname(dirname(folder)), dirname(dirname(dirname(folder)))];
  const found = candidates
    .map((prefix) => readEnvironment(prefix, files))
    .find((environment) => environment?.folders[0] === folder);
  const unknown = { version: undefined, implementation: undefined, isWindows: false };
  return found ?? { prefix: folder, folders: [folder], variables: markerVariables(unknown) };
}
