import { dirname, join } from 'node:path';
import type { Files } from '../files.ts';
import { readMemberGlobs } from '../member-globs.ts';
import type { Manifest, Manifests } from './manifest.ts';
import { toPath } from './paths.ts';

/** A project with the uv workspace it belongs to; a project without one is its own root. */
export interface Workspace {
  readonly root: string;
  /** Path of the member asked from; absent when the root was asked. */
  readonly member?: string;
  /** Members' paths below the root, sorted, without the root. */
  readonly members: readonly string[];
  /** By path, `.` for the root. */
  readonly manifests: ReadonlyMap<string, Manifest>;
}

/** Finds the workspace a directory is root or member of: the nearest one above whose globs name the directory. */
export function findWorkspace(directory: string, files: Files, manifests: Manifests): Workspace {
  for (let root = directory; ; root = dirname(root)) {
    const workspace =
      root === directory || files.isFile(join(root, 'pyproject.toml')) ? manifests.at(root)?.workspace : undefined;
    if (workspace) {
      const globs = readMemberGlobs([...workspace.members, ...workspace.exclude.map((glob) => `!${glob}`)]);
      const member = toPath(root, directory);
      if (member === '.' || globs.matches(member)) {
        const members = globs.expand(root, files).filter((path) => manifests.at(join(root, path)) !== undefined);
        return workspaceOf(root, member, members, manifests);
      }
      // uv looks no further than the nearest workspace.
      break;
    }
    if (dirname(root) === root) break;
  }
  return workspaceOf(directory, '.', [], manifests);
}

function workspaceOf(root: string, member: string, members: readonly string[], manifests: Manifests): Workspace {
  const found = new Map<string, Manifest>();
  for (const path of ['.', ...members]) {
    const manifest = manifests.at(join(root, path));
    if (manifest) found.set(path, manifest);
  }
  return { root, ...(member === '.' ? {} : { member }), members, manifests: found };
}
