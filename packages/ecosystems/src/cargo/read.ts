import { join, resolve } from 'node:path';
import { type Dependency, LIMITS, type Skipped } from '@skillscope/core';
import type { Project, Reading } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { type CargoConfig, readConfig } from './config.ts';
import { fromDeclared, type Unlocked } from './declared.ts';
import { openLocator } from './installed.ts';
import { findLocals, type Locals, versionOf } from './locals.ts';
import { type LockedPackage, readLock } from './lock.ts';
import { type LockGraph, openLockGraph } from './lock-graph.ts';
import { settle } from './locked.ts';
import { declaredBy, openManifests } from './manifests.ts';
import { mergeDependencies } from './merge.ts';
import { notesOn } from './notes.ts';
import { type Asked, findUses } from './uses.ts';
import { findWorkspace, type Member, type Workspace } from './workspace.ts';

/** Reads the cargo project in `project.directory`: one member's dependencies, or from its root those of a whole workspace. */
export async function read(project: Project): Promise<Reading> {
  const { directory, files, environment, home } = project;
  const cargoHome = resolve(directory, environment['CARGO_HOME'] ?? join(home, '.cargo'));
  const manifests = openManifests(files);
  const manifest = manifests.at(directory);
  if (!manifest) return nothingIn(directory, manifests.skipped());

  const workspace = findWorkspace(manifest, { files, manifests, cargoHome });
  const config = readConfig(directory, cargoHome, files);
  const locals = findLocals(workspace, config, { files, manifests, cargoHome });
  const isUnion = workspace.isWorkspace && workspace.root === directory;
  const asked = workspace.members.filter((member) => isUnion || member.manifest.directory === directory);
  const lock = readLockFile(workspace.root, files);
  const resolved = await resolveUses(asked, { project, workspace, config, locals, cargoHome, lock });

  const member = isUnion || !workspace.isWorkspace ? undefined : asked[0]?.path;
  const dependencies = limited(mergeDependencies(resolved.dependencies));
  return {
    root: workspace.root,
    ...(member === undefined ? {} : { member }),
    members: workspace.isWorkspace ? workspace.members.map(({ path }) => path) : [],
    dependencies: isUnion ? dependencies.found : dependencies.found.map(withoutMembers),
    evidence: {
      declared: [...new Set([workspace.rootManifest, ...asked.map((item) => item.manifest)])].map((item) =>
        join(item.directory, 'Cargo.toml'),
      ),
      locked: lock.exists ? [lock.path] : [],
      installed: resolved.stores,
    },
    skipped: [
      ...manifests.skipped(),
      ...config.skipped,
      ...[...lock.skipped, ...resolved.skipped, ...dependencies.skipped].map((item) => ({ path: lock.path, ...item })),
    ],
    notes: [
      ...workspace.notes,
      ...notesOn(dependencies.found, {
        hasLock: lock.exists,
        isLockRead: lock.packages !== undefined,
        remedies: resolved.remedies,
      }),
    ],
  };
}

type Fault = Omit<Skipped, 'path'>;

interface LockFile {
  readonly path: string;
  readonly exists: boolean;
  /** Absent when there is no lockfile or it is damaged. */
  readonly packages?: readonly LockedPackage[];
  readonly skipped: readonly Fault[];
}

function readLockFile(root: string, files: Files): LockFile {
  const path = join(root, 'Cargo.lock');
  const exists = files.real(path) !== undefined;
  const text = files.text(path, LIMITS.lockfileBytes);
  if (text === undefined) return { path, exists, skipped: [] };
  const lock = readLock(text);
  if (lock.ok)
    return {
      path,
      exists,
      packages: lock.packages,
      skipped: lock.faults.map((message) => ({ reason: 'malformed', message })),
    };
  const { line, message } = lock;
  return { path, exists, skipped: [{ reason: 'malformed', message, ...(line === undefined ? {} : { line }) }] };
}

interface Resolved {
  readonly dependencies: readonly Dependency[];
  readonly skipped: readonly Fault[];
  /** Absolute directories that hold what is installed, sorted. */
  readonly stores: readonly string[];
  /** The command for each package that is locked and not here. */
  readonly remedies: readonly string[];
}

async function resolveUses(
  asked: readonly Member[],
  context: {
    readonly project: Project;
    readonly workspace: Workspace;
    readonly config: CargoConfig;
    readonly locals: Locals;
    readonly cargoHome: string;
    readonly lock: LockFile;
  },
): Promise<Resolved> {
  const { project, workspace, config, locals, cargoHome, lock } = context;
  const { files } = project;
  const graph = openLockGraph(lock.packages ?? []);
  const declaring = asked.map((member) => toAsked(member, workspace, graph));
  const { uses, missing } = await findUses(declaring, graph, locals, () => project.breathe());
  const locator = openLocator(files, cargoHome, config);

  const dependencies: Dependency[] = [];
  const skipped: Fault[] = [];
  const stores = new Set<string>();
  const remedies: string[] = [];
  for (const [index, use] of uses.entries()) {
    if (index % 100 === 0) await project.breathe();
    const settled = settle(use, { files, locals, locator });
    if ('skipped' in settled) {
      skipped.push(settled.skipped);
      continue;
    }
    dependencies.push(settled.dependency);
    if (settled.store !== undefined) stores.add(settled.store);
    if (settled.remedy !== undefined) remedies.push(settled.remedy);
  }
  const unlocked: readonly Unlocked[] = missing;
  dependencies.push(...fromDeclared(unlocked, { files, config, locals }));
  return { dependencies, skipped, stores: [...stores].sort(), remedies };
}

/** The member's own entry in the lockfile: by version, or by name alone while the version has just been changed. */
function toAsked({ path, manifest }: Member, workspace: Workspace, graph: LockGraph): Asked {
  const declared = declaredBy(manifest, workspace.rootManifest);
  const version = versionOf(manifest, workspace.rootManifest);
  const entries = graph.named(manifest.package?.name ?? '').filter(({ source }) => source === undefined);
  const locked = entries.find((entry) => entry.version === version) ?? (entries.length === 1 ? entries[0] : undefined);
  return { path, declared, locked };
}

function limited(dependencies: readonly Dependency[]): { found: readonly Dependency[]; skipped: readonly Fault[] } {
  if (dependencies.length <= LIMITS.dependencies) return { found: dependencies, skipped: [] };
  const direct = dependencies.filter(({ relation }) => relation === 'direct');
  const transitive = dependencies.filter(({ relation }) => relation === 'transitive');
  const message = `The project has ${dependencies.length} dependencies; only ${LIMITS.dependencies} are read.`;
  return {
    found: [...direct, ...transitive].slice(0, LIMITS.dependencies),
    skipped: [{ reason: 'too-many', message }],
  };
}

function withoutMembers({ members: _, ...dependency }: Dependency): Dependency {
  return dependency;
}

function nothingIn(directory: string, skipped: readonly Skipped[]): Reading {
  return {
    root: directory,
    members: [],
    dependencies: [],
    evidence: { declared: [join(directory, 'Cargo.toml')], locked: [], installed: [] },
    skipped,
    notes: [],
  };
}
