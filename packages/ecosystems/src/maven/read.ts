import { type Dependency, LIMITS, type Skipped } from '@skillscope/core';
import type { Project, Reading } from '../ecosystem.ts';
import { type Resolved, resolveUse } from './dependencies.ts';
import { findLayout } from './layout.ts';
import { mergeResolved } from './merge.ts';
import { notesOn } from './notes.ts';
import { openSboms } from './sbom-file.ts';
import { readScopes } from './scopes.ts';
import { findStores } from './stores.ts';

/** Libraries located between two turns of the event loop: each costs some looks at the disk. */
const LOCATED_AT_A_TIME = 50;

/** Reads what the build reported about `project.directory`: one module's libraries, or from its root those of all modules. */
export async function read(project: Project): Promise<Reading> {
  const { directory, files } = project;
  const sbomAt = openSboms(files);
  const layout = findLayout(directory, files, sbomAt);
  const isBuildOfMany = layout.modules.length > 1;
  const isUnion = isBuildOfMany && layout.root === directory;
  const asked = layout.modules.filter((module) => isUnion || module.directory === directory);
  const found = readScopes(asked, layout, files, sbomAt);
  const reported = found.scopes.flatMap(({ sbom }) => sbom.bom.stores);
  const stores = findStores(project, layout.root, layout.tool, reported);
  const surroundings = { project, layout, stores, byName: found.byName, located: new Map() };

  const uses = found.scopes.flatMap(({ module, uses: used }) => used.map((use) => ({ module, use })));
  const resolved: Resolved[] = [];
  for (const [index, { module, use }] of uses.slice(0, LIMITS.dependencies).entries()) {
    if (index % LOCATED_AT_A_TIME === 0) await project.breathe();
    const item = resolveUse(use, module, surroundings);
    if (item) resolved.push(item);
  }
  const merged = withoutShared(mergeResolved(resolved));
  const member = isUnion || !isBuildOfMany ? undefined : asked[0]?.path;
  return {
    root: layout.root,
    ...(member === undefined ? {} : { member }),
    members: layout.modules.map(({ path }) => path).filter((path) => path !== '.'),
    dependencies: merged.map(({ dependency }) => (isUnion ? dependency : withoutMembers(dependency))),
    evidence: {
      declared: [...new Set([layout.root, ...asked.map((module) => module.directory)].flatMap(layout.buildFiles))],
      locked: [...new Set(found.scopes.map(({ sbom }) => sbom.path))],
      installed: [...new Set(merged.flatMap(({ store }) => (store === undefined ? [] : [store])))],
    },
    skipped: [...found.skipped, ...tooMany(uses.length, found.scopes[0]?.sbom.path ?? directory)],
    notes: notesOn(merged, found, { layout, files, stores }),
  };
}

/** A jar that is a library of its own here is looked into for that library only. */
function withoutShared(resolved: readonly Resolved[]): readonly Resolved[] {
  const own = new Set(resolved.map(({ dependency }) => dependency.artifact?.path));
  return resolved.map((item) => {
    const { companions = [], ...dependency } = item.dependency;
    const kept = companions.filter(({ path }) => !own.has(path));
    if (kept.length === companions.length) return item;
    return { ...item, dependency: kept.length === 0 ? dependency : { ...dependency, companions: kept } };
  });
}

function tooMany(count: number, path: string): readonly Skipped[] {
  if (count <= LIMITS.dependencies) return [];
  const message = `The build reports ${count} dependencies; only ${LIMITS.dependencies} are read.`;
  return [{ path, reason: 'too-many', message }];
}

function withoutMembers({ members: _, ...dependency }: Dependency): Dependency {
  return dependency;
}
