import { join, resolve } from 'node:path';
import { type Dependency, LIMITS, type Skipped } from '@skillscope/core';
import type { Project, Reading } from '../ecosystem.ts';
import { readConfig } from './config.ts';
import { findLocals } from './locals.ts';
import { readLockFile } from './lock-file.ts';
import { openManifests } from './manifests.ts';
import { notesOn } from './notes.ts';
import { resolveDependencies } from './resolve.ts';
import { findWorkspace, type Member, type Workspace } from './workspace.ts';

/** Reads the cargo project in `project.directory`: one member's dependencies, or from its root those of a whole workspace. */
export async function read(project: Project): Promise<Reading> {
  const { directory, files, environment, home } = project;
  const cargoHome = resolve(directory, environment['CARGO_HOME'] ?? join(home, '.cargo'));
  const manifests = openManifests(files);
  const manifest = manifests.at(directory);
  if (!manifest) return nothingIn(directory, manifests.skipped());

  const workspace = findWorkspace(manifest, { files, manifests, cargoHome });
  const { root, members, isWorkspace } = workspace;
  const isUnion = isWorkspace && root === directory;
  const asked = members.filter((member) => isUnion || member.manifest.directory === directory);
  const config = readConfig(directory, cargoHome, files);
  const locals = findLocals(workspace, config, { files, manifests, cargoHome });
  const lock = readLockFile(root, files);
  const resolved = await resolveDependencies(asked, { project, cargoHome, workspace, config, locals, lock });

  const { dependencies, skipped } = limited(resolved.dependencies, lock.path);
  const member = isUnion || !isWorkspace ? undefined : asked[0]?.path;
  const { stores, remedies } = resolved;
  return {
    root,
    ...(member === undefined ? {} : { member }),
    members: isWorkspace ? members.map(({ path }) => path).filter((path) => path !== '.') : [],
    dependencies: isUnion ? dependencies : dependencies.map(withoutMembers),
    evidence: {
      declared: manifestsOf([workspace.rootManifest, ...asked.map((item) => item.manifest)]),
      locked: lock.exists ? [lock.path] : [],
      installed: stores,
    },
    skipped: [
      ...manifests.skipped(),
      ...config.skipped,
      ...asked.flatMap((item) => undeclared(item, workspace)),
      ...lock.skipped,
      ...resolved.skipped,
      ...skipped,
    ],
    notes: [
      ...workspace.notes,
      ...notesOn(dependencies, {
        hasLock: lock.exists,
        isLockRead: lock.packages !== undefined,
        remedies,
        outdated: resolved.outdated,
        outOfRange: resolved.outOfRange,
      }),
    ],
  };
}

function manifestsOf(manifests: readonly { readonly directory: string }[]): readonly string[] {
  return [...new Set(manifests.map(({ directory }) => join(directory, 'Cargo.toml')))];
}

/** Entries that a member leaves to its workspace root, and the root does not have. */
function undeclared({ manifest }: Member, { rootManifest }: Workspace): readonly Skipped[] {
  const lacking = manifest.inherited.filter(({ key }) => !rootManifest.workspace?.dependencies.has(key)).length;
  if (lacking === 0) return [];
  const what = lacking === 1 ? '1 dependency' : `${lacking} dependencies`;
  const message = `It inherits ${what} that the workspace root does not declare.`;
  return [{ path: join(manifest.directory, 'Cargo.toml'), reason: 'missing', message }];
}

/** Keeps direct dependencies first when there are too many. */
function limited(
  dependencies: readonly Dependency[],
  path: string,
): { readonly dependencies: readonly Dependency[]; readonly skipped: readonly Skipped[] } {
  if (dependencies.length <= LIMITS.dependencies) return { dependencies, skipped: [] };
  const direct = dependencies.filter(({ relation }) => relation === 'direct');
  const transitive = dependencies.filter(({ relation }) => relation === 'transitive');
  const message = `The project has ${dependencies.length} dependencies; only ${LIMITS.dependencies} are read.`;
  return {
    dependencies: [...direct, ...transitive].slice(0, LIMITS.dependencies),
    skipped: [{ path, reason: 'too-many', message }],
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
