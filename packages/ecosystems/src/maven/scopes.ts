import { join } from 'node:path';
import type { Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { Bom, Component } from './bom.ts';
import { nameOf } from './coordinates.ts';
import { type Use, usesOf } from './graph.ts';
import type { Layout, Module } from './layout.ts';
import { readPom } from './pom.ts';
import { readSbomFile, type SbomFile } from './sbom-file.ts';

/** What one module uses, and the document that says so. */
export interface Scope {
  readonly module: Module;
  readonly sbom: Omit<SbomFile, 'skipped'>;
  readonly uses: readonly Use[];
}

export interface Scopes {
  readonly scopes: readonly Scope[];
  /** Modules that no document speaks of. */
  readonly unreported: readonly Module[];
  /** Modules by `group:artifact`, as far as anything says what they are called. */
  readonly byName: ReadonlyMap<string, Module>;
  readonly skipped: readonly Skipped[];
}

/** Reads the documents of some modules; one without its own is looked up in that of the whole build. */
export function readScopes(asked: readonly Module[], layout: Layout, files: Files): Scopes {
  const read = new Map(layout.modules.map((module) => [module, readSbomFile(module.directory, files)]));
  const names = new Map<string, Module>();
  for (const module of layout.modules) {
    const name = nameOfModule(module, read.get(module)?.bom, layout, files);
    if (name !== undefined && !names.has(name)) names.set(name, module);
  }
  const whole = layout.modules
    .map((module) => ({ module, ...read.get(module) }))
    .find(({ module }) => module.path === '.');
  const scopes: Scope[] = [];
  const unreported: Module[] = [];
  for (const module of asked) {
    const own = read.get(module);
    if (isWhole(own)) {
      scopes.push({ module, sbom: own, uses: usesOf(own.bom, own.bom.start) });
      continue;
    }
    const start = whole && isWhole(whole) ? nodeOf(module, whole.bom, names) : undefined;
    if (start !== undefined && whole && isWhole(whole))
      scopes.push({ module, sbom: whole, uses: usesOf(whole.bom, start, true) });
    else if (module.path !== '.' || !layout.isAggregator || layout.modules.length === 1) unreported.push(module);
  }
  const skipped = layout.modules.filter((module) => asked.includes(module) || module.path === '.');
  return { scopes, unreported, byName: names, skipped: skipped.flatMap((module) => read.get(module)?.skipped ?? []) };
}

function isWhole(file: Partial<SbomFile> | undefined): file is SbomFile {
  return file?.bom !== undefined;
}

function nameOfModule(module: Module, bom: Bom | undefined, layout: Layout, files: Files): string | undefined {
  if (bom?.subject) return nameOf(bom.subject);
  if (layout.tool !== 'maven') return undefined;
  const { group, artifact } = readPom(join(module.directory, 'pom.xml'), files) ?? {};
  return group === undefined || artifact === undefined ? undefined : nameOf({ group, artifact });
}

/** The node of a module in the graph of the whole build. */
function nodeOf(module: Module, bom: Bom, names: ReadonlyMap<string, Module>): string | undefined {
  const isIt = (component: Component) =>
    names.get(nameOf(component)) === module ||
    component.directory === module.path ||
    component.projectPath?.split(':').filter(Boolean).join('/') === module.path;
  return [...bom.components.values()].find(isIt)?.ref;
}
