import { join } from 'node:path';
import type { Files } from '../files.ts';
import { type ModFile, readModFile } from './mod-file.ts';

/** A go.mod of the project itself, or of a directory that replaces a module. */
export interface Manifest extends ModFile {
  /** Absolute directory it lies in. */
  readonly directory: string;
}

/** The go.mod files of a project, each read once; what is wrong with one is remembered as left out. */
export interface Manifests {
  /** The go.mod in an absolute directory; `undefined` when there is none, or it is no text. */
  at(directory: string): Manifest | undefined;
}

export function openManifests(files: Files): Manifests {
  const known = new Map<string, Manifest | undefined>();
  return {
    at(directory) {
      if (!known.has(directory)) {
        const file = readFile(join(directory, 'go.mod'), 'go.mod', files);
        known.set(directory, file && { ...file, directory });
      }
      return known.get(directory);
    },
  };
}

/** Reads a go.mod or go.work and reports what is wrong with it. */
export function readFile(path: string, kind: 'go.mod' | 'go.work', files: Files): ModFile | undefined {
  const text = files.text(path);
  if (text === undefined) return undefined;
  const file = readModFile(text, kind);
  for (const fault of file.faults) files.skip({ path, reason: 'malformed', ...fault });
  return file;
}
