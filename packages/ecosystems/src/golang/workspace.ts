import { dirname, join, relative, resolve, sep } from 'node:path';
import { cleanLine, LIMITS, type Note } from '@skillscope/core';
import type { Project } from '../ecosystem.ts';
import { type Manifest, type Manifests, readFile } from './manifests.ts';
import type { ModFile } from './mod-file.ts';

/** A module that is worked on: its own, not a dependency. */
export interface Member {
  /** Relative to the workspace root with `/` separators; `.` for the module at the root itself. */
  readonly path: string;
  readonly manifest: Manifest;
}

export interface Workspace {
  /** Absolute directory of go.work, or of the project itself where there is no workspace. */
  readonly root: string;
  /** Absolute path of go.work and what it says; absent where there is no workspace. */
  readonly work?: { readonly path: string; readonly file: ModFile };
  /** Sorted by path. A lone module is its own only member. */
  readonly members: readonly Member[];
  /** The members asked for: all of them at the root of a workspace. */
  readonly asked: readonly Member[];
  readonly notes: readonly Note[];
}

/** The workspace that a project belongs to, found as Go finds it: the nearest go.work at or above, or what GOWORK names. */
export function findWorkspace(
  { directory, files }: Project,
  manifests: Manifests,
  workFile: string | undefined,
): Workspace {
  if (workFile === 'off') return alone(directory, manifests, files.isFile(join(directory, 'go.work')) ? [OFF] : []);
  const path = workFile ?? nearestWorkFile(directory, files);
  const file = path === undefined ? undefined : readFile(path, 'go.work', files);
  if (path === undefined || file === undefined) return alone(directory, manifests, []);

  const root = files.real(dirname(path)) ?? dirname(path);
  const members = membersOf(root, path, file, manifests, files);
  const found = { root, work: { path, file }, members, notes: [] };
  if (root === directory) return { ...found, asked: members };
  const asked = members.filter(({ manifest }) => manifest.directory === directory);
  if (asked.length > 0) return { ...found, asked };
  return alone(directory, manifests, [
    {
      code: 'not-a-member',
      message: `The workspace at ${cleanLine(root)} does not use this module, so it is read by itself. Run \`go work use\` here to add it.`,
    },
  ]);
}

const OFF: Note = {
  code: 'workspace-off',
  message: 'GOWORK is off, so the go.work here is not read; `unset GOWORK` to ask for the workspace.',
};

/** `directory` relative to `root`, with `/` separators; `.` for the root itself. */
export function below(root: string, directory: string): string {
  return relative(root, directory).split(sep).join('/') || '.';
}

function nearestWorkFile(start: string, files: Project['files']): string | undefined {
  for (let directory = start; ; directory = dirname(directory)) {
    const path = join(directory, 'go.work');
    if (files.isFile(path)) return path;
    if (dirname(directory) === directory) return undefined;
  }
}

function membersOf(
  root: string,
  path: string,
  file: ModFile,
  manifests: Manifests,
  files: Project['files'],
): readonly Member[] {
  const members = new Map<string, Member>();
  for (const use of file.uses) {
    const directory = files.real(resolve(root, use));
    if (directory !== undefined && members.has(directory)) continue;
    if (members.size >= LIMITS.workspaceMembers) {
      const message = `Only ${LIMITS.workspaceMembers} members of the workspace are read.`;
      files.skip({ path, reason: 'too-many', message });
      break;
    }
    const manifest = directory === undefined ? undefined : manifests.at(directory);
    if (manifest) members.set(manifest.directory, { path: below(root, manifest.directory), manifest });
    else files.skip({ path, reason: 'missing', message: `"${cleanLine(use)}" is used here and holds no go.mod.` });
  }
  return [...members.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function alone(directory: string, manifests: Manifests, notes: readonly Note[]): Workspace {
  const manifest = manifests.at(directory);
  const members = manifest ? [{ path: '.', manifest }] : [];
  return { root: directory, members, asked: members, notes };
}
