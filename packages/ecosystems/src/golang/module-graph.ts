import { LIMITS } from '@skillscope/core';
import type { Project } from '../ecosystem.ts';
import type { Manifest, Manifests } from './manifests.ts';
import type { ModFile, Requirement } from './mod-file.ts';
import type { ModuleCache } from './module-cache.ts';
import type { Replacements } from './replacements.ts';
import { compareVersions, isVersion } from './versions.ts';
import type { Workspace } from './workspace.ts';

/** What the modules of a project ask for, as far as their go.mod files lie on this machine. */
export interface ModuleGraph {
  /** The highest version that anything in the graph asks for; `undefined` for a path that nothing asks for. */
  selected(path: string): string | undefined;
  /** What a module asks for at the version given; empty when its go.mod is not here. */
  requirements(path: string, version: string): readonly Requirement[];
}

export interface GraphSources {
  readonly project: Project;
  readonly workspace: Workspace;
  readonly manifests: Manifests;
  readonly replacements: Replacements;
  readonly cache: ModuleCache;
}

interface Node {
  readonly path: string;
  readonly version: string;
  /** True while everything below counts; false below a module that lists all it needs. */
  readonly isWhole: boolean;
}

/**
 * Follows go.mod files from the members on, and selects for each path the highest version met. As in Go, the
 * requirements of a module that lists all it needs are not followed further, unless a member from before Go 1.17,
 * or a dependency from before it, leads there.
 */
export async function openModuleGraph(sources: GraphSources): Promise<ModuleGraph> {
  const { project, workspace, manifests, replacements, cache } = sources;
  const members = new Map(workspace.members.map(({ manifest }) => [manifest.module ?? '', manifest]));
  const excluded = new Set(workspace.members.flatMap(({ manifest }) => [...manifest.excluded]));
  const selected = new Map<string, string>();
  const seen = new Set<string>();
  const queue: Node[] = [];

  function fileOf(path: string, version: string): ModFile | undefined {
    const target = replacements.find(path, version);
    if (target?.kind === 'directory') return manifests.at(target.directory);
    const { path: name, version: exact } = target ?? { path, version };
    return isVersion(exact) ? cache.manifest(name, exact) : undefined;
  }

  function requirements(path: string, version: string): readonly Requirement[] {
    const member = members.get(path);
    return member ? member.requirements : (fileOf(path, version)?.requirements ?? []);
  }

  function demand(node: Node): void {
    const { path, version } = node;
    if (members.has(path) || excluded.has(`${path}@${version}`)) return;
    const known = selected.get(path);
    if (known === undefined || compareVersions(known, version) < 0) selected.set(path, version);
    const key = `${path}@${version}`;
    if (seen.has(`${key} whole`) || (!node.isWhole && seen.has(key))) return;
    if (queue.length >= LIMITS.dependencies) return;
    seen.add(node.isWhole ? `${key} whole` : key);
    queue.push(node);
  }

  function requireAll(manifest: Manifest): void {
    for (const { path, version } of manifest.requirements) demand({ path, version, isWhole: !manifest.listsAll });
  }

  for (const { manifest } of workspace.members) requireAll(manifest);
  for (const [index, { path, version, isWhole }] of queue.entries()) {
    if (index % NODES_PER_TURN === 0) await project.breathe();
    const file = fileOf(path, version);
    if (!file) continue;
    for (const requirement of file.requirements) {
      if (isWhole || !file.listsAll) demand({ ...requirement, isWhole: isWhole || !file.listsAll });
      else note(requirement);
    }
  }
  if (queue.length >= LIMITS.dependencies) {
    const message = `Only ${LIMITS.dependencies} modules are followed.`;
    project.files.skip({ path: workspace.root, reason: 'too-many', message });
  }
  return { selected: (path) => selected.get(path), requirements };

  /** Asked for by a module that lists all it needs: it counts for the selection and leads no further. */
  function note({ path, version }: Requirement): void {
    if (members.has(path) || excluded.has(`${path}@${version}`)) return;
    const known = selected.get(path);
    if (known === undefined || compareVersions(known, version) < 0) selected.set(path, version);
  }
}

/** Modules taken between two turns of the event loop; each may be a file to read. */
const NODES_PER_TURN = 50;
