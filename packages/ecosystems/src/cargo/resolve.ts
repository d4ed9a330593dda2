import type { Dependency, Skipped } from '@skillscope/core';
import type { Project } from '../ecosystem.ts';
import type { CargoConfig } from './config.ts';
import { fromDeclared } from './declared.ts';
import { openLocator } from './installed.ts';
import { type Locals, versionOf } from './locals.ts';
import type { LockFile } from './lock-file.ts';
import { type LockGraph, openLockGraph } from './lock-graph.ts';
import { settle } from './locked.ts';
import type { Declared } from './manifest.ts';
import { declaredBy } from './manifests.ts';
import { mergeDependencies } from './merge.ts';
import type { Mismatch } from './notes.ts';
import { misses } from './requirement.ts';
import { type Asked, findUses } from './uses.ts';
import type { Member, Workspace } from './workspace.ts';

export interface Resolved {
  /** One entry for each package and place, sorted by purl. */
  readonly dependencies: readonly Dependency[];
  readonly skipped: readonly Skipped[];
  /** Absolute directories that hold what is installed, sorted. */
  readonly stores: readonly string[];
  /** The command for each package that is locked and not here. */
  readonly remedies: readonly string[];
  /** What the members declare and the lockfile holds at another version. */
  readonly outdated: readonly Mismatch[];
  /** What the members declare and is used from a directory that holds another version. */
  readonly outOfRange: readonly Mismatch[];
}

interface Surroundings {
  readonly project: Project;
  readonly cargoHome: string;
  readonly workspace: Workspace;
  readonly config: CargoConfig;
  readonly locals: Locals;
  readonly lock: LockFile;
}

/** What the asked members depend on, by the best evidence there is for each dependency. */
export async function resolveDependencies(asked: readonly Member[], surroundings: Surroundings): Promise<Resolved> {
  const { project, cargoHome, workspace, config, locals, lock } = surroundings;
  const { files } = project;
  const graph = openLockGraph(lock.packages ?? []);
  const declaring = asked.map((member) => toAsked(member, workspace, graph));
  const { uses, missing, outdated } = await findUses(declaring, graph, locals, () => project.breathe());
  const locator = openLocator(files, cargoHome, config);

  const dependencies: Dependency[] = [];
  const skipped: Skipped[] = [];
  const stores = new Set<string>();
  const remedies: string[] = [];
  for (const [index, use] of uses.entries()) {
    if (index % 100 === 0) await project.breathe();
    const settled = settle(use, { files, root: workspace.root, locals, locator });
    if ('skipped' in settled) {
      skipped.push({ path: lock.path, ...settled.skipped });
      continue;
    }
    dependencies.push(settled.dependency);
    if (settled.store !== undefined) stores.add(settled.store);
    if (settled.remedy !== undefined) remedies.push(settled.remedy);
  }
  const declared = fromDeclared(missing, { files, config, locals });
  return {
    dependencies: mergeDependencies([...dependencies, ...declared]),
    skipped,
    stores: [...stores].sort(),
    remedies,
    outdated: outdated.map(({ declared: asked, locked }) => mismatch(asked, locked.version)),
    outOfRange: outOfRangeIn(declaring, locals),
  };
}

/** Directories whose version the manifest that names them does not ask for. */
function outOfRangeIn(declaring: readonly Asked[], locals: Locals): readonly Mismatch[] {
  const found: Mismatch[] = [];
  for (const declared of declaring.flatMap((member) => member.declared)) {
    const { origin, requirement } = declared;
    const local = origin.kind === 'path' ? locals.at(origin.directory) : undefined;
    if (local && misses(requirement, local.version)) found.push(mismatch(declared, local.version));
  }
  return found;
}

function mismatch({ name, requirement }: Declared, version: string): Mismatch {
  return { name, requirement, version };
}

/** A member with its own entry in the lockfile: by version, or by name alone while the version has just been changed. */
function toAsked({ path, manifest }: Member, workspace: Workspace, graph: LockGraph): Asked {
  const declared = declaredBy(manifest, workspace.rootManifest);
  const version = versionOf(manifest, workspace.rootManifest);
  const entries = graph.named(manifest.package?.name ?? '').filter(({ source }) => source === undefined);
  const locked = entries.find((entry) => entry.version === version) ?? (entries.length === 1 ? entries[0] : undefined);
  return { path, declared, locked };
}
