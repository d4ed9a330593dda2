import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { cleanLine, LIMITS, type Note } from '@skillscope/core';
import type { Files } from '../files.ts';
import { expandGlob, isGlob } from './glob.ts';
import type { Manifest } from './manifest.ts';
import { declaredBy, type Manifests } from './manifests.ts';

/** A package that the project consists of. */
export interface Member {
  /** Relative to the workspace root with `/` separators; `.` for the package at the root itself. */
  readonly path: string;
  readonly manifest: Manifest;
}

export interface Workspace {
  /** Absolute directory of the workspace root, or of the project itself where there is no workspace. */
  readonly root: string;
  readonly rootManifest: Manifest;
  /** Every member, sorted by path. A lone package is its own only member. */
  readonly members: readonly Member[];
  readonly isWorkspace: boolean;
  readonly notes: readonly Note[];
}

interface Surroundings {
  readonly files: Files;
  readonly manifests: Manifests;
  /** `CARGO_HOME`: the search for a root does not climb past it. */
  readonly cargoHome: string;
}

/** The workspace that the package or virtual workspace in `manifest` belongs to, found as cargo finds it. */
export function findWorkspace(manifest: Manifest, surroundings: Surroundings): Workspace {
  const root = findRoot(manifest, surroundings);
  if (!root) return alone(manifest, []);
  const members = membersOf(root, surroundings);
  const { directory } = manifest;
  if (directory === root.directory || members.some((member) => member.manifest.directory === directory))
    return { root: root.directory, rootManifest: root, members, isWorkspace: true, notes: [] };
  return alone(manifest, [
    {
      code: 'not-a-member',
      message: `The workspace at ${cleanLine(root.directory)} does not list this package, so it is read by itself. Add it to "members" or "exclude" there.`,
    },
  ]);
}

/** The manifest of the workspace root; the manifest itself when it is one. */
export function findRoot(manifest: Manifest, { manifests, cargoHome }: Surroundings): Manifest | undefined {
  if (manifest.workspace) return manifest;
  if (manifest.package?.workspace) {
    const pointed = manifests.at(manifest.package.workspace);
    return pointed?.workspace ? pointed : undefined;
  }
  for (let directory = dirname(manifest.directory); ; directory = dirname(directory)) {
    const ancestor = manifests.at(directory);
    if (ancestor?.workspace && !isExcluded(manifest.directory, ancestor)) return ancestor;
    if (ancestor?.package?.workspace) return manifests.at(ancestor.package.workspace);
    if (directory === cargoHome || dirname(directory) === directory) return undefined;
  }
}

/** `directory` relative to `root`, with `/` separators; `.` for the root itself. */
export function below(root: string, directory: string): string {
  return relative(root, directory).split(sep).join('/') || '.';
}

/** Globs of one workspace; each may look through many directories, and real ones have a handful. */
const GLOBS = 1_000;

function membersOf(root: Manifest, { files, manifests }: Surroundings): readonly Member[] {
  const found = new Map<string, Member>();
  const patterns = root.workspace?.members ?? [];
  let globs = 0;
  const isTaken = (pattern: string) => !isGlob(pattern) || globs++ < GLOBS;
  const queue = [
    root.directory,
    ...patterns.filter(isTaken).flatMap((pattern) => expandGlob(root.directory, pattern, files)),
  ];
  for (const directory of queue) {
    if (found.size >= LIMITS.workspaceMembers) break;
    if (found.has(directory) || isExcluded(directory, root)) continue;
    const manifest = manifests.at(directory);
    if (!manifest?.package) continue;
    found.set(directory, { path: below(root.directory, directory), manifest });
    for (const { origin } of declaredBy(manifest, root)) {
      if (origin.kind === 'path' && isInside(root.directory, origin.directory)) queue.push(origin.directory);
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isExcluded(directory: string, root: Manifest): boolean {
  const { members, exclude } = plainPathsOf(root);
  return isAmong(exclude, directory) && !isAmong(members, directory);
}

interface PlainPaths {
  readonly members: ReadonlySet<string>;
  readonly exclude: ReadonlySet<string>;
}

/** The directories that a workspace root names without wildcards, absolute. Asked for once a directory. */
function plainPathsOf(root: Manifest): PlainPaths {
  const known = PLAIN_PATHS.get(root);
  if (known) return known;
  const { members = [], exclude = [] } = root.workspace ?? {};
  const plain = (paths: readonly string[]) =>
    new Set(paths.filter((path) => !isGlob(path)).map((path) => resolve(root.directory, `./${path}`)));
  const found = { members: plain(members), exclude: plain(exclude) };
  PLAIN_PATHS.set(root, found);
  return found;
}

const PLAIN_PATHS = new WeakMap<Manifest, PlainPaths>();

/** True for one of the directories, and for what lies below one. */
function isAmong(directories: ReadonlySet<string>, directory: string): boolean {
  if (directories.size === 0) return false;
  for (let at = directory; ; at = dirname(at)) {
    if (directories.has(at)) return true;
    if (dirname(at) === at) return false;
  }
}

function isInside(container: string, directory: string): boolean {
  const path = relative(container, directory);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path));
}

function alone(manifest: Manifest, notes: readonly Note[]): Workspace {
  return {
    root: manifest.directory,
    rootManifest: manifest,
    members: [{ path: '.', manifest }],
    isWorkspace: false,
    notes,
  };
}
