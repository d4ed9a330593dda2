import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type Artifact, cleanLine, type Dependency } from '@skillscope/core';
import type { Project } from '../ecosystem.ts';
import type { Component } from './bom.ts';
import { isSnapshot, nameOf, purlOf } from './coordinates.ts';
import type { Use } from './graph.ts';
import type { Layout, Module } from './layout.ts';
import { type Located, locate } from './locate.ts';
import { republisherOf } from './republishers.ts';
import type { Stores } from './stores.ts';

export interface Surroundings {
  readonly project: Project;
  readonly layout: Layout;
  readonly stores: Stores;
  /** Modules of the build by `group:artifact`. */
  readonly byName: ReadonlyMap<string, Module>;
  /** What has been located, since the modules of a build mostly use the same libraries. */
  readonly located: Map<string, Located>;
}

/** One library with what of it lies on this machine. */
export interface Resolved {
  readonly dependency: Dependency;
  readonly hasSources: boolean;
  readonly store?: string;
}

/** Turns one use by a module into a dependency; `undefined` when it is the module itself. */
export function resolveUse(use: Use, module: Module, surroundings: Surroundings): Resolved | undefined {
  const { component, twins } = use;
  const { layout, project } = surroundings;
  const sibling = siblingOf(component, module, surroundings);
  if (sibling === module) return undefined;
  if (sibling) return inPlace(use, sibling, 'workspace', module, surroundings);
  const directory = component.directory === undefined ? undefined : resolve(module.directory, component.directory);
  if (
    directory !== undefined &&
    cleanLine(directory) === directory &&
    layout.buildFiles(directory).length > 0 &&
    project.files.isDirectory(directory)
  )
    return inPlace(use, { directory, path: relativeTo(layout.root, directory) }, 'path', module, surroundings);
  return released(use, [component, ...twins], module, surroundings);
}

function released(
  { component, relation, via, twins }: Use,
  modules: readonly Component[],
  user: Module,
  { project, layout, stores, located }: Surroundings,
): Resolved {
  const key = modules.map((module) => keyOf(module, user)).join('\n');
  const found = located.get(key) ?? locate(modules, { files: project.files, stores, directory: user.directory });
  located.set(key, found);
  const { artifacts, hasSources, summary, store, isLocal } = found;
  const [artifact, ...companions] = artifacts;
  const [twin] = twins;
  const republisher = republisherOf(component);
  const path = isLocal && artifact ? relativeTo(layout.root, artifact.path) : undefined;
  return {
    dependency: {
      purl: purlOf(component, path),
      ecosystem: 'maven',
      name: nameOf(component),
      version: component.version,
      relation,
      via,
      evidence: artifact ? 'installed' : 'locked',
      source: isLocal ? 'path' : 'registry',
      ...(!isLocal && isPinned(component, artifact, layout.root) ? { pinned: true } : {}),
      ...(twin === undefined ? {} : { alias: nameOf(twin) }),
      members: [user.path],
      ...(artifact === undefined ? {} : { artifact }),
      ...(companions.length === 0 ? {} : { companions }),
      ...(republisher === undefined ? {} : { republisher }),
      ...(summary === undefined ? {} : { summary }),
    },
    hasSources,
    ...(store === undefined ? {} : { store }),
  };
}

/** The report has the digest of what the build used, and that release lies in a store that did not come with the project. */
function isPinned(component: Component, artifact: Artifact | undefined, root: string): boolean {
  const { version, sha1 } = component;
  if (artifact === undefined || sha1 === undefined || isSnapshot(component)) return false;
  const folder = basename(dirname(artifact.path));
  return (folder === version || folder === sha1.replace(/^0+/, '')) && !artifact.path.startsWith(root + sep);
}

/** Everything that decides where a library is looked for. */
function keyOf({ group, artifact, version, classifier, sha1, file }: Component, { directory }: Module): string {
  const noted = file === undefined ? undefined : resolve(directory, file);
  return [group, artifact, version, classifier, sha1, noted].join('\0');
}

/** A module of the same build, or of one that it includes, read where it lies. */
function inPlace(
  { component, relation, via }: Use,
  sibling: Module,
  source: 'workspace' | 'path',
  user: Module,
  { project: { files }, layout }: Surroundings,
): Resolved {
  const path = files.real(sibling.directory);
  const [manifest = 'pom.xml'] = layout
    .buildFiles(sibling.directory)
    .map((file) => relativeTo(sibling.directory, file));
  return {
    dependency: {
      purl: purlOf(component, sibling.path),
      ecosystem: 'maven',
      name: nameOf(component),
      version: component.version,
      relation,
      via,
      evidence: path === undefined ? 'locked' : 'installed',
      source,
      members: [user.path],
      ...(path === undefined ? {} : { artifact: { kind: 'directory', path, manifest, mutable: true } }),
    },
    hasSources: true,
  };
}

function siblingOf(component: Component, user: Module, { layout, byName }: Surroundings): Module | undefined {
  const { directory, projectPath } = component;
  const at = directory === undefined ? undefined : relative(layout.root, resolve(user.directory, directory));
  const paths = [at?.split(sep).join('/'), projectPath && join('.', ...projectPath.split(':'))];
  const found = paths.map((path) => (path === undefined ? undefined : layout.moduleAt(path || '.')));
  return found.find((module) => module !== undefined) ?? byName.get(nameOf(component));
}

function relativeTo(root: string, path: string): string {
  return cleanLine(relative(root, path).split(sep).join('/') || '.');
}
