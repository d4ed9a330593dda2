import { dirname, join, resolve, sep } from 'node:path';
import { type Artifact, cleanLine } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { Component } from './bom.ts';
import { isSnapshot } from './coordinates.ts';
import { readPublished } from './pom.ts';
import type { Store, Stores } from './stores.ts';

/** What of one library lies on this machine. */
export interface Located {
  /** The jar with classes, then sources, then skills; empty when nothing is there. */
  readonly artifacts: readonly Artifact[];
  readonly hasSources: boolean;
  readonly summary?: string;
  /** The store it was found in. */
  readonly store?: string;
  /** True when the build uses a jar that lies in none of the stores. */
  readonly isLocal: boolean;
}

interface Where {
  readonly files: Files;
  readonly stores: Stores;
  /** The project that the SBOM is about. */
  readonly directory: string;
}

/** Finds the jars of a library: those of its own module, and of its platform modules where it has any. */
export function locate(modules: readonly Component[], where: Where): Located {
  const shelves = modules.flatMap((module) => [shelfOf(module, where), ...deploymentShelf(module, where)]);
  const artifacts = (pick: (shelf: Shelf) => readonly (string | undefined)[]) =>
    shelves.flatMap((shelf) => pick(shelf).flatMap((path) => (path === undefined ? [] : [asArtifact(path, shelf)])));
  const sources = artifacts(({ sources }) => [sources]);
  const all = [...artifacts(({ main }) => [main]), ...sources, ...artifacts(({ skills }) => [skills])];
  const summary = summaryOf(modules, shelves, where);
  const store = shelves.find((shelf) => shelf.store !== undefined)?.store;
  return {
    artifacts: [...new Map(all.map((artifact) => [artifact.path, artifact])).values()],
    hasSources: sources.length > 0,
    isLocal: shelves.some(({ isLocal }) => isLocal),
    ...(summary === undefined ? {} : { summary }),
    ...(store === undefined ? {} : { store }),
  };
}

/**
 * The library's description; where it has none, that of the parent it inherits from, as long as that is its own
 * project's; else its name.
 */
function summaryOf([library]: readonly Component[], shelves: readonly Shelf[], where: Where): string | undefined {
  const holder = shelves.find((shelf) => shelf.pom !== undefined);
  if (holder?.pom === undefined || library === undefined) return undefined;
  const { description, name, parent } = readPublished(holder.pom, readerOf(holder, where));
  if (description !== undefined || parent?.group !== library.group) return description ?? name;
  const above = shelfOf({ ...parent, ref: '' }, where);
  return (above.pom === undefined ? undefined : readPublished(above.pom, readerOf(above, where)).description) ?? name;
}

/** What a store holds of a release stays as it came; its folder, which was listed, stands for it. */
function readerOf({ isMutable }: Shelf, { files }: Where): Files {
  return isMutable ? files : files.aside();
}

/** The files of one module at one version, absolute real paths. */
interface Shelf {
  readonly main?: string;
  readonly sources?: string;
  readonly skills?: string;
  readonly pom?: string;
  readonly store?: string;
  /** True when the build uses a jar that lies in none of the stores. */
  readonly isLocal: boolean;
  readonly isMutable: boolean;
}

function shelfOf(module: Component, { files, stores, directory }: Where): Shelf {
  const { artifact, version, classifier, file } = module;
  const stem = `${artifact}-${version}`;
  const names = {
    main: [`${stem}.jar`, ...(classifier === undefined ? [] : [`${stem}-${classifier}.jar`]), `${stem}.aar`],
    sources: [`${stem}-sources.jar`],
    skills: [`${stem}-skills.jar`],
    pom: [`${stem}.pom`],
  };
  const shelf: Partial<Record<keyof typeof names, string>> = {};
  let store: string | undefined;
  for (const root of stores.roots) {
    // One that is not there is asked for once, and not for each library.
    if (!files.isDirectory(root.directory)) continue;
    const held = (root.kind === 'gradle' ? inGradle : inRepository)(root.directory, module, files);
    for (const part of ['main', 'sources', 'skills', 'pom'] as const) {
      const path = names[part].map((name) => held.get(name)).find((found) => found !== undefined);
      if (path === undefined || shelf[part] !== undefined) continue;
      shelf[part] = path;
      if (part !== 'pom') store ??= root.directory;
    }
  }
  const noted = file === undefined ? undefined : jarAt(resolve(directory, file), files);
  const isLocal = noted !== undefined && !stores.roots.some((root) => holdsGroup(root, module, noted));
  // A repository that is a folder is used in place, and its files lie beside each other.
  const beside = isLocal ? filesIn(dirname(noted), files) : undefined;
  for (const part of ['sources', 'skills', 'pom'] as const) {
    const path = names[part].map((name) => beside?.get(name)).find((found) => found !== undefined);
    if (path !== undefined) shelf[part] = path;
  }
  return {
    ...shelf,
    ...(noted === undefined ? {} : { main: noted }),
    ...(store === undefined ? {} : { store }),
    isLocal,
    isMutable: isLocal || isSnapshot(module),
  };
}

/** True for a file of the library's own group as a store files it: what lies elsewhere in it is another's. */
function holdsGroup({ kind, directory }: Store, { group }: Component, path: string): boolean {
  const folder = join(directory, ...(kind === 'gradle' ? [group] : group.split('.'))) + sep;
  // A group may begin like another. Below it are artifact and version, and in Gradle's cache a digest.
  const depth = kind === 'gradle' ? 4 : 3;
  return path.startsWith(folder) && path.slice(folder.length).split(sep).length === depth;
}

/**
 * Quarkus extensions keep what they say to agents in a module that only the build of an application fetches. It goes
 * with the extension at the same version.
 */
function deploymentShelf(module: Component, where: Where): readonly Shelf[] {
  if (!module.artifact.includes('quarkus') || module.artifact.endsWith('-deployment')) return [];
  const { file: _, sha1: __, classifier: ___, ...rest } = module;
  const shelf = shelfOf({ ...rest, artifact: `${module.artifact}-deployment` }, where);
  const { main, isLocal, isMutable } = shelf;
  return main === undefined ? [] : [{ main, isLocal, isMutable }];
}

/** `<group>/<artifact>/<version>/<sha1>/<file>`: one folder for each file. */
function inGradle(
  directory: string,
  { group, artifact, version, sha1 }: Component,
  files: Files,
): ReadonlyMap<string, string> {
  const base = join(directory, group, artifact, version);
  const used = sha1?.replace(/^0+/, '');
  const held = new Map<string, { readonly path: string; readonly hash: string }[]>();
  for (const { name: hash } of files.list(base) ?? []) {
    const folder = join(base, hash);
    for (const { name } of files.peek(folder) ?? []) {
      const path = files.follow(folder, name);
      if (path === undefined) continue;
      const copies = held.get(name);
      if (copies) copies.push({ path, hash });
      else held.set(name, [{ path, hash }]);
    }
  }
  // Two files of one name: the one the build used, else the newest.
  const best = (copies: readonly { readonly path: string; readonly hash: string }[]) =>
    copies.find(({ hash }) => hash === used) ?? newest(copies, files);
  return new Map(
    [...held].flatMap(([name, found]) => {
      const path = best(found)?.path;
      return path === undefined ? [] : [[name, path] as const];
    }),
  );
}

function newest<T extends { readonly path: string }>(found: readonly T[], files: Files): T | undefined {
  if (found.length < 2) return found[0];
  const age = (item: T) => files.modified(item.path) ?? 0;
  return [...found].sort((a, b) => age(b) - age(a))[0];
}

/** `<group as folders>/<artifact>/<version>/<file>`. */
function inRepository(
  directory: string,
  { group, artifact, version }: Component,
  files: Files,
): ReadonlyMap<string, string> {
  return filesIn(join(directory, ...group.split('.'), artifact, version), files);
}

/** Real paths of the files in a folder, by name. */
function filesIn(folder: string, files: Files): ReadonlyMap<string, string> {
  const held = new Map<string, string>();
  for (const { name, kind } of files.list(folder) ?? []) {
    const path = kind === 'directory' ? undefined : files.follow(folder, name);
    if (path !== undefined) held.set(name, path);
  }
  return held;
}

function jarAt(path: string, files: Files): string | undefined {
  const real = /\.[ja]ar$/.test(path) && files.isFile(path) ? files.real(path) : undefined;
  return real !== undefined && cleanLine(real) === real ? real : undefined;
}

function asArtifact(path: string, { isMutable }: Shelf): Artifact {
  return { kind: 'archive', path, manifest: 'META-INF/MANIFEST.MF', mutable: isMutable };
}
