import { join } from 'node:path';
import type { Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { Bom } from './bom.ts';
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
  const nodes = whole.bom ? nodesIn(whole.bom, names, layout) : undefined;
  const scopes: Scope[] = [];
  const unreported: Module[] = [];
  for (const module of asked) {
    const own = sbomAt(module.directory);
    const start = nodes?.get(module);
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

/** The nodes of modules in the graph of the whole build; of several that may be a module the first. */
function nodesIn(bom: Bom, names: ReadonlyMap<string, Module>, { moduleAt }: Layout): ReadonlyMap<Module, string> {
  const nodes = new Map<Module, string>();
  for (const component of bom.components.values()) {
    const { ref, directory, projectPath } = component;
    const path = projectPath?.split(':').filter(Boolean).join('/');
    for (const module of [names.get(nameOf(component)), moduleAt(directory ?? ''), moduleAt(path ?? '')])
      if (module && !nodes.has(module)) nodes.set(module, ref);
  }
  return nodes;
}
