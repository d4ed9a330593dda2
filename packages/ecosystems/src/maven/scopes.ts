import { join } from 'node:path';
import type { Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { Bom, Component } from './bom.ts';
import { nameOf } from './coordinates.ts';
import { type Use, usesOf } from './graph.ts';
import type { Layout, Module } from './layout.ts';
import { readPom } from './pom.ts';
import type { FoundSbom, SbomFile } from './sbom-file.ts';

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
export function readScopes(
  asked: readonly Module[],
  layout: Layout,
  files: Files,
  sbomAt: (directory: string) => FoundSbom,
): Scopes {
  const read = new Map([...asked.map(({ directory }) => directory), layout.root].map((at) => [at, sbomAt(at)]));
  const names = namesOf(layout, read, files);
  const whole = sbomAt(layout.root);
  const scopes: Scope[] = [];
  const unreported: Module[] = [];
  for (const module of asked) {
    const own = sbomAt(module.directory);
    const start = whole.bom ? nodeOf(module, whole.bom, names) : undefined;
    if (own.bom) scopes.push({ module, sbom: own, uses: usesOf(own.bom, own.bom.start) });
    else if (whole.bom && start !== undefined)
      scopes.push({ module, sbom: whole, uses: usesOf(whole.bom, start, true) });
    else if (module.path !== '.' || !layout.isAggregator || layout.modules.length === 1) unreported.push(module);
  }
  return { scopes, unreported, byName: names, skipped: [...read.values()].flatMap(({ skipped }) => skipped) };
}

function namesOf(layout: Layout, read: ReadonlyMap<string, FoundSbom>, files: Files): ReadonlyMap<string, Module> {
  const names = new Map<string, Module>();
  for (const module of layout.modules) {
    const subject = read.get(module.directory)?.bom?.subject;
    const { group, artifact } =
      subject ?? (layout.tool === 'maven' ? (readPom(join(module.directory, 'pom.xml'), files) ?? {}) : {});
    if (group === undefined || artifact === undefined) continue;
    const name = nameOf({ group, artifact });
    if (!names.has(name)) names.set(name, module);
  }
  return names;
}

/** The node of a module in the graph of the whole build. */
function nodeOf(module: Module, bom: Bom, names: ReadonlyMap<string, Module>): string | undefined {
  const isIt = (component: Component) =>
    names.get(nameOf(component)) === module ||
    component.directory === module.path ||
    component.projectPath?.split(':').filter(Boolean).join('/') === module.path;
  return [...bom.components.values()].find(isIt)?.ref;
}
