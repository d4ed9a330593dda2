import { LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { CargoConfig } from './config.ts';
import type { Declared, Manifest } from './manifest.ts';
import { declaredBy, type Manifests } from './manifests.ts';
import { below, findRoot, type Workspace } from './workspace.ts';

/** A package that is used where it lies: a workspace member, a path dependency, a patch. */
export interface Local {
  /** Absolute directory, as the manifests name it. */
  readonly directory: string;
  /** The directory relative to the workspace root, with `/` separators; `.` for the root itself. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly isMember: boolean;
  /** What users of the package bring in with it: all it declares but for development. */
  readonly carries: readonly Declared[];
}

export interface Locals {
  at(directory: string): Local | undefined;
  /** The package of that name, by preference at that version; `undefined` when the choice is not clear. */
  find(name: string, version: string): Local | undefined;
  /** The package that a `paths` override of cargo's configuration puts in the place of this one. */
  override(name: string, version: string): Local | undefined;
}

interface Surroundings {
  readonly files: Files;
  readonly manifests: Manifests;
  readonly cargoHome: string;
}

/** Follows path dependencies from every member, and the directories that patches and overrides name. */
export function findLocals(workspace: Workspace, config: CargoConfig, surroundings: Surroundings): Locals {
  const { manifests } = surroundings;
  const members = new Set(workspace.members.map(({ manifest }) => manifest.directory));
  const byDirectory = new Map<string, Local>();
  const byName = new Map<string, Local[]>();
  const queue = [...members, ...workspace.rootManifest.patched, ...config.patched, ...config.overrides];

  for (const directory of queue) {
    if (byDirectory.size >= LIMITS.workspaceMembers) break;
    if (byDirectory.has(directory)) continue;
    const manifest = manifests.at(directory);
    const isMember = members.has(directory);
    const root = manifest && (isMember ? workspace.rootManifest : findRoot(manifest, surroundings));
    const local = manifest && toLocal(manifest, root, { path: below(workspace.root, directory), isMember });
    if (!local) continue;
    byDirectory.set(directory, local);
    const named = byName.get(local.name);
    if (named) named.push(local);
    else byName.set(local.name, [local]);
    for (const { origin } of declaredBy(manifest, root)) if (origin.kind === 'path') queue.push(origin.directory);
  }

  const overrides = new Map<string, Local>();
  for (const directory of config.overrides) {
    const local = byDirectory.get(directory);
    const key = `${local?.name} ${local?.version}`;
    if (local && !overrides.has(key)) overrides.set(key, local);
  }
  return {
    at: (directory) => byDirectory.get(directory),
    find(name, version) {
      const locals = byName.get(name) ?? [];
      return locals.find((local) => local.version === version) ?? (locals.length === 1 ? locals[0] : undefined);
    },
    override: (name, version) => overrides.get(`${name} ${version}`),
  };
}

/** The version of a package whose manifest may leave it to the workspace root; cargo's default is 0.0.0. */
export function versionOf(manifest: Manifest, root: Manifest | undefined): string {
  const own = manifest.package;
  return (own?.inheritsVersion ? root?.workspace?.version : own?.version) ?? '0.0.0';
}

function toLocal(
  manifest: Manifest,
  root: Manifest | undefined,
  place: Pick<Local, 'path' | 'isMember'>,
): Local | undefined {
  const own = manifest.package;
  if (!own) return undefined;
  const description = own.inheritsDescription ? root?.workspace?.description : own.description;
  return {
    directory: manifest.directory,
    name: own.name,
    version: versionOf(manifest, root),
    ...place,
    carries: declaredBy(manifest, root).filter(({ development }) => !development),
    ...(description ? { description } : {}),
  };
}
