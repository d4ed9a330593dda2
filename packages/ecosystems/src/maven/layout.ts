import { dirname, join, relative, resolve, sep } from 'node:path';
import { cleanLine, LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';
import { readIncludes } from './gradle-settings.ts';
import { type Pom, readPom } from './pom.ts';
import type { FoundSbom } from './sbom-file.ts';

export type Tool = 'gradle' | 'maven';

/** One project of a build. */
export interface Module {
  /** Relative to the root, `/` separators; `.` for the root itself. */
  readonly path: string;
  readonly directory: string;
}

/** The build that a project belongs to. */
export interface Layout {
  readonly tool: Tool;
  readonly root: string;
  /** By path, the root first. Only the root where the build has one project. */
  readonly modules: readonly Module[];
  /** The module with that path; `undefined` where there is none. */
  moduleAt(path: string): Module | undefined;
  /** True when the root only holds others and has nothing of its own. */
  readonly isAggregator: boolean;
  /** Build files that lie in a directory, absolute. */
  buildFiles(directory: string): readonly string[];
}

const SETTINGS = ['settings.gradle.kts', 'settings.gradle'];
const SCRIPTS = ['build.gradle.kts', 'build.gradle'];

/** Finds the build around a directory that has a build file. Where both tools have one, Gradle's counts. */
export function findLayout(directory: string, files: Files, sbomAt: (directory: string) => FoundSbom): Layout {
  const isGradle = [...SETTINGS, ...SCRIPTS].some((name) => files.isFile(join(directory, name)));
  return isGradle ? gradleLayout(directory, files, sbomAt) : mavenLayout(directory, files);
}

function gradleLayout(directory: string, files: Files, sbomAt: (directory: string) => FoundSbom): Layout {
  const root =
    ancestors(directory, files).find((at) => SETTINGS.some((name) => files.isFile(join(at, name)))) ?? directory;
  const settings = SETTINGS.map((name) => files.text(join(root, name))).find((text) => text !== undefined);
  const reported = sbomAt(root).bom?.projects ?? [];
  const included = reported.length > 0 ? reported : readIncludes(settings ?? '');
  const directories = [directory, ...included.map((path) => resolve(root, path))];
  const modules = modulesOf(
    root,
    directories.filter((at) => files.isDirectory(at)),
  );
  return {
    tool: 'gradle',
    root,
    ...modules,
    isAggregator: !SCRIPTS.some((name) => files.isFile(join(root, name))),
    buildFiles: (at) => present(at, [...SCRIPTS, ...SETTINGS, 'gradle.properties', 'gradle/libs.versions.toml'], files),
  };
}

function mavenLayout(directory: string, files: Files): Layout {
  const poms = new Map<string, Pom | undefined>();
  const pomAt = (at: string) => {
    if (!poms.has(at)) poms.set(at, readPom(join(at, 'pom.xml'), files));
    return poms.get(at);
  };
  let root = directory;
  let directories = reachable(directory, pomAt);
  for (const above of ancestors(directory, files).slice(1)) {
    if (pomAt(above) === undefined) continue;
    const found = reachable(above, pomAt);
    if (found.includes(root)) {
      root = above;
      directories = found;
    }
  }
  return {
    tool: 'maven',
    root,
    ...modulesOf(root, directories),
    isAggregator: pomAt(root)?.packaging === 'pom',
    buildFiles: (at) => present(at, ['pom.xml', '.mvn/maven.config', '.mvn/extensions.xml'], files),
  };
}

/** The directories of all modules below one, itself first. */
function reachable(start: string, pomAt: (directory: string) => Pom | undefined): readonly string[] {
  const found = new Set([start]);
  for (const directory of found) {
    for (const module of pomAt(directory)?.modules ?? []) {
      if (found.size >= LIMITS.workspaceMembers) break;
      const target = resolve(directory, module);
      const child = module.endsWith('.xml') ? dirname(target) : target;
      if (pomAt(child) !== undefined) found.add(child);
    }
  }
  return [...found];
}

/** The directory and those above it, up to the root of the repository. */
function ancestors(directory: string, files: Files): readonly string[] {
  const found: string[] = [];
  for (let at = directory; ; at = dirname(at)) {
    found.push(at);
    const isRepository = files.isDirectory(join(at, '.git')) || files.isFile(join(at, '.git'));
    if (isRepository || dirname(at) === at) return found;
  }
}

function modulesOf(root: string, directories: readonly string[]): Pick<Layout, 'modules' | 'moduleAt'> {
  const modules = new Map<string, Module>();
  for (const directory of [root, ...directories]) {
    const path = relative(root, directory).split(sep).join('/') || '.';
    // A name that does not show as it is could pass for another.
    if (modules.size < LIMITS.workspaceMembers && cleanLine(path) === path) modules.set(path, { path, directory });
  }
  return {
    modules: [...modules.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    moduleAt: (path) => modules.get(path),
  };
}

function present(directory: string, names: readonly string[], files: Files): readonly string[] {
  return names.map((name) => join(directory, name)).filter((path) => files.isFile(path));
}
