import { basename, dirname, join } from 'node:path';
import type { Artifact } from '@skillscope/core';
import type { Files } from '../files.ts';
import { type ModFile, readModFile } from './mod-file.ts';
import { escapeCapitals } from './names.ts';

/** The modules that Go has fetched, shared by all projects of the machine. Paths and versions given must be sound. */
export interface ModuleCache {
  /** Absolute directory. */
  readonly directory: string;
  /** A module as it lies unpacked; `undefined` when it is not there, or not all of it. */
  find(path: string, version: string): Artifact | undefined;
  /** The go.mod of a module, which is there more often than its content. */
  manifest(path: string, version: string): ModFile | undefined;
}

export function openModuleCache(directory: string, files: Files): ModuleCache {
  const real = files.isDirectory(directory) ? files.real(directory) : undefined;
  const manifests = new Map<string, ModFile | undefined>();
  // What Go has put there it never changes, so only what may still come is remembered by itself.
  const settled = files.aside();

  function download(path: string, version: string, extension: string): string {
    return join(directory, 'cache', 'download', escapeCapitals(path), '@v', `${escapeCapitals(version)}.${extension}`);
  }

  function readManifest(path: string, version: string): ModFile | undefined {
    const file = download(path, version, 'mod');
    const text = settled.text(file);
    if (text !== undefined) return readModFile(text, 'go.mod');
    files.isFile(file);
    return undefined;
  }

  return {
    directory,
    find(path, version) {
      if (real === undefined) return undefined;
      const expected = join(real, `${escapeCapitals(path)}@${escapeCapitals(version)}`);
      const found = files.follow(dirname(expected), basename(expected));
      if (found !== expected) {
        files.isDirectory(expected);
        return undefined;
      }
      // Go marks a module so while it unpacks it, and leaves the mark when it is interrupted.
      const mark = download(path, version, 'partial');
      if (settled.isFile(mark)) {
        files.isFile(mark);
        return undefined;
      }
      return directoryArtifact(expected, files, false);
    },
    manifest(path, version) {
      if (real === undefined) return undefined;
      const key = `${path}@${version}`;
      if (!manifests.has(key)) manifests.set(key, readManifest(path, version));
      return manifests.get(key);
    },
  };
}

/** A directory as an artifact. Modules from before go.mod have none; then the directory's own stamp stands for it. */
export function directoryArtifact(path: string, files: Files, mutable: boolean): Artifact {
  const manifest = files.isFile(join(path, 'go.mod')) ? 'go.mod' : '.';
  return { kind: 'directory', path, manifest, mutable };
}
