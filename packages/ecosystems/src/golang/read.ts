import { join } from 'node:path';
import { type Dependency, LIMITS } from '@skillscope/core';
import type { Project, Reading } from '../ecosystem.ts';
import { openManifests } from './manifests.ts';
import { openModuleCache } from './module-cache.ts';
import { type ModuleGraph, openModuleGraph } from './module-graph.ts';
import { notesOn } from './notes.ts';
import { collectReplacements } from './replacements.ts';
import { findUsed, type Used } from './scope.ts';
import { readSettings } from './settings.ts';
import { type SettleSources, settle } from './settle.ts';
import { readSums } from './sum-file.ts';
import { readVendored } from './vendored.ts';
import { compareVersions } from './versions.ts';
import { findWorkspace, type Workspace } from './workspace.ts';

/** Reads the Go project in `project.directory`: one module's dependencies, or from its root those of a whole workspace. */
export async function read(project: Project): Promise<Reading> {
  const { directory, files } = project;
  const settings = readSettings(project);
  const manifests = openManifests(files);
  const workspace = findWorkspace(project, manifests, settings.workFile);
  const { root, work, members, asked } = workspace;
  const cache = openModuleCache(settings.moduleCache, files);
  const sums = readSums(sumFilesOf(workspace), files);
  const vendored = readVendored(root, files);
  const replacements = collectReplacements(workspace);
  const graph = await openModuleGraph({ project, workspace, manifests, replacements, cache });
  const breathe = () => project.breathe();
  const found = await findUsed({ workspace, graph, sums, replacements, vendored, breathe });
  const used = limited(found, workspace, files);
  const locals = new Map(members.map(({ manifest }) => [manifest.module ?? '', manifest.directory]));
  const own = new Set(members.map(({ manifest }) => manifest.directory));
  const sources = { files, workspace, locals, own, replacements, sums, cache, vendored };
  const { dependencies, stores } = await settleAll(used, sources, project);

  const isUnion = work !== undefined && root === directory;
  const member = isUnion || work === undefined ? undefined : asked[0]?.path;
  return {
    root: member === undefined ? directory : root,
    ...(member === undefined ? {} : { member }),
    members: work === undefined ? [] : members.map(({ path }) => path).filter((path) => path !== '.'),
    dependencies: isUnion ? dependencies : dependencies.map(withoutMembers),
    evidence: {
      declared: declaredIn(workspace, directory),
      locked: sums.paths,
      installed: stores,
    },
    skipped: [],
    notes: [
      ...workspace.notes,
      ...notesOn(dependencies, {
        hasSums: sums.paths.length > 0,
        isWorkspace: work !== undefined,
        ...(vendored ? { vendor: files.real(vendored.directory) ?? vendored.directory } : {}),
        outdated: outdatedIn(workspace, graph),
        conflicts: replacements.conflicts,
        choices: asked.flatMap(({ manifest }) => manifest.requirements.filter(({ skills }) => skills.length > 0)),
      }),
    ],
  };
}

async function settleAll(
  used: readonly Used[],
  sources: SettleSources,
  project: Project,
): Promise<{ readonly dependencies: readonly Dependency[]; readonly stores: readonly string[] }> {
  const found = new Map<string, Dependency>();
  const stores = new Set<string>();
  for (const [index, item] of used.entries()) {
    if (index % MODULES_PER_TURN === 0) await project.breathe();
    const { dependency, store, skipped } = settle(item, sources);
    const { purl, artifact } = dependency;
    const key = `${purl}\0${artifact?.path ?? ''}`;
    // Two paths may be replaced by one module.
    const known = found.get(key);
    if (!known || (known.relation === 'transitive' && dependency.relation === 'direct')) found.set(key, dependency);
    if (store !== undefined) stores.add(store);
    if (skipped)
      project.files.skip({ path: sources.workspace.work?.path ?? join(sources.workspace.root, 'go.mod'), ...skipped });
  }
  return { dependencies: [...found.values()], stores: [...stores].sort() };
}

/** Modules settled between two turns of the event loop. */
const MODULES_PER_TURN = 100;

function sumFilesOf({ root, work, members }: Workspace): readonly string[] {
  const paths = members.map(({ manifest }) => join(manifest.directory, 'go.sum'));
  return work === undefined ? paths : [...paths, join(root, 'go.work.sum')];
}

/** A damaged go.mod declares too: it is what has to be mended. */
function declaredIn({ work, asked }: Workspace, directory: string): readonly string[] {
  const directories = work || asked.length > 0 ? asked.map(({ manifest }) => manifest.directory) : [directory];
  return [...(work ? [work.path] : []), ...directories.map((path) => join(path, 'go.mod'))];
}

/** Keeps direct dependencies first when there are too many. */
function limited(used: readonly Used[], { root }: Workspace, files: Project['files']): readonly Used[] {
  if (used.length <= LIMITS.dependencies) return used;
  const message = `The project has ${used.length} dependencies; only ${LIMITS.dependencies} are read.`;
  files.skip({ path: root, reason: 'too-many', message });
  const direct = used.filter(({ relation }) => relation === 'direct');
  const transitive = used.filter(({ relation }) => relation === 'transitive');
  return [...direct, ...transitive].slice(0, LIMITS.dependencies);
}

/** In a workspace Go raises versions by itself; a lone module must list them as they are used. */
function outdatedIn({ work, asked }: Workspace, graph: ModuleGraph): readonly string[] {
  if (work !== undefined) return [];
  return asked
    .filter(({ manifest }) => manifest.listsAll)
    .flatMap(({ manifest }) => manifest.requirements)
    .filter(({ path, version }) => compareVersions(version, graph.selected(path) ?? version) < 0)
    .map(({ path }) => path);
}

function withoutMembers({ members: _, ...dependency }: Dependency): Dependency {
  return dependency;
}
