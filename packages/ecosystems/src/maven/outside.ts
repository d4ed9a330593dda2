import { basename, join } from 'node:path';
import { cleanLine } from '@skillscope/core';
import type { Machine, OutsideLibrary, Shelf, Step } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { folderNames, folderSteps, type Shelved } from '../formats/folder-steps.ts';
import { compareVersions } from '../formats/version-order.ts';
import { type Coordinates, nameOf, purlOf, readCoordinates } from './coordinates.ts';
import { locate } from './locate.ts';
import { republisherOf } from './republishers.ts';
import { findStores, type Store } from './stores.ts';
import { findTwins } from './twins.ts';
import { usedStores } from './used-stores.ts';

/** The caches of Gradle and the local repository of Maven, and those in which builds on this machine had their libraries. */
export async function shelves(machine: Machine): Promise<readonly Shelf[]> {
  const { files, home, known } = machine;
  const { roots } = findStores(machine, home, 'gradle');
  const own = roots.flatMap((store) => present(store, files));
  const others = usedStores(known, own, files).flatMap((store) => present(store, files));
  return [
    ...own.map((store) => shelfOf(store, false)),
    // A build may keep its libraries in a folder that came with the project.
    ...others.map((store) => shelfOf(store, true)),
  ];
}

function shelfOf(store: Store, ofProject: boolean): Shelf {
  const find = (after: string, files: Files) => stepsIn(store, after, files);
  return { path: store.directory, find, ...(ofProject ? { ofProject } : {}) };
}

/** With its real path; none where there is no such directory. */
function present({ kind, directory }: Store, files: Files): readonly Store[] {
  const path = files.real(directory);
  return path === undefined || !files.isDirectory(path) ? [] : [{ kind, directory: path }];
}

function stepsIn(store: Store, after: string, files: Files): Iterable<Step> {
  return folderSteps(store.directory, after, (directory, names): Shelved => {
    const entries = folderNames(directory, files);
    if (store.kind === 'gradle' && names.length === 0) return { libraries: [], folders: entries };
    const modules = entries
      .map((artifact) => ({ artifact, versions: versionsIn(join(directory, artifact), store, files) }))
      .filter(({ versions }) => versions.length > 0);
    const group = names.join('.');
    const libraries = modules.flatMap(({ artifact, versions }) => {
      const known = versions.flatMap((version) => coordinatesOf(group, artifact, version) ?? []);
      const siblings = modules.filter((other) => other.artifact !== artifact);
      return known.length === 0 || known.some((one) => republisherOf(one) !== undefined)
        ? []
        : [{ name: artifact, read: (own: Files) => read(known, siblings, store, own) }];
    });
    if (store.kind === 'gradle') return { libraries, folders: [] };
    const versions = new Set(versionsIn(directory, store, files));
    return { libraries, folders: entries.filter((entry) => !versions.has(entry)) };
  });
}

interface Module {
  readonly artifact: string;
  /** Newest first. */
  readonly versions: readonly string[];
}

/** Versions of an artifact, newest first: folders that hold a file by its name. Empty for a folder that is none. */
function versionsIn(directory: string, { kind }: Store, files: Files): readonly string[] {
  const stem = basename(directory);
  return folderNames(directory, files)
    .filter(
      (version) =>
        kind === 'gradle' ||
        (files.list(join(directory, version)) ?? []).some(({ name }) => name.startsWith(`${stem}-${version}.`)),
    )
    .sort((a, b) => compareVersions(b, a));
}

/** Older versions are tried where of the newest only the pom is there. */
const VERSIONS_TRIED = 3;

/** Only what has a jar: what holds others, or lists versions, is no library. */
function read(
  versions: readonly Coordinates[],
  siblings: readonly Module[],
  store: Store,
  files: Files,
): OutsideLibrary | undefined {
  for (const coordinates of versions.slice(0, VERSIONS_TRIED)) {
    const { group, artifact, version } = coordinates;
    const beside = siblings
      .filter((sibling) => sibling.versions.includes(version))
      .map((sibling) => ({ group, artifact: sibling.artifact, version, ref: sibling.artifact }));
    const component = { ...coordinates, ref: artifact };
    const twins = findTwins([component, ...beside]);
    // Found with the library that it is a platform of.
    if (twins.has(artifact)) return undefined;
    const platforms = beside.filter(({ ref }) => twins.get(ref) === artifact);
    const where = { files, stores: { roots: [store] }, directory: store.directory };
    const { artifacts, summary } = locate([component, ...platforms], where);
    if (artifacts.length === 0) continue;
    const name = nameOf(coordinates);
    const line = cleanLine(summary ?? '');
    return { purl: purlOf(coordinates), name, version, ...(line === '' ? {} : { summary: line }), artifacts };
  }
  return undefined;
}

function coordinatesOf(group: string, artifact: string, version: string): Coordinates | undefined {
  if (group === '' || group.includes('/')) return undefined;
  const found = readCoordinates(purlOf({ group, artifact, version }));
  // A version that Maven would write otherwise is none that a build asked for.
  return found?.group === group && found.artifact === artifact && found.version === version ? found : undefined;
}
