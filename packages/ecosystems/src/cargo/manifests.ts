import { join } from 'node:path';
import type { Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import { readToml } from '../formats/toml.ts';
import { type Declared, type Manifest, readManifest } from './manifest.ts';

/** The Cargo.toml files of a project, each read once. */
export interface Manifests {
  /** The manifest in a directory; `undefined` when there is none or it is damaged, which is then reported. */
  at(directory: string): Manifest | undefined;
  readonly skipped: () => readonly Skipped[];
}

export function openManifests(files: Files): Manifests {
  const known = new Map<string, Manifest | undefined>();
  const skipped: Skipped[] = [];

  function read(directory: string): Manifest | undefined {
    const path = join(directory, 'Cargo.toml');
    const text = files.text(path);
    if (text === undefined) return undefined;
    const toml = readToml(text);
    if (!toml.ok) {
      const { line, message } = toml;
      skipped.push({ path, reason: 'malformed', message, ...(line === undefined ? {} : { line }) });
      return undefined;
    }
    const manifest = readManifest(toml.table, directory);
    if (!manifest.package && !manifest.workspace)
      skipped.push({
        path,
        reason: 'malformed',
        message: 'The file has neither a usable [package] nor a [workspace].',
      });
    for (const message of new Set(manifest.faults)) skipped.push({ path, reason: 'malformed', message });
    return manifest;
  }

  return {
    at(directory) {
      if (!known.has(directory)) known.set(directory, read(directory));
      return known.get(directory);
    },
    skipped: () => skipped,
  };
}

/** All dependencies a manifest declares, those it inherits from its workspace root included. */
export function declaredBy(manifest: Manifest, root: Manifest | undefined): readonly Declared[] {
  const inherited = manifest.inherited.flatMap(({ key, development }) => {
    const declared = root?.workspace?.dependencies.get(key);
    return declared ? [{ ...declared, development }] : [];
  });
  return [...manifest.dependencies, ...inherited];
}
