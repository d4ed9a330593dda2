import { LIMITS, type Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import { isModulePath } from './names.ts';
import { isVersion } from './versions.ts';

/** The checksums of a project: go.sum of each member, and go.work.sum. They say what was fetched, not what is selected. */
export interface Sums {
  /** Absolute paths of the files that are there. */
  readonly paths: readonly string[];
  /** True when the content of that module was fetched for a build, not its go.mod alone. */
  hasContent(path: string, version: string): boolean;
  /** True when anything of that module was fetched. */
  has(path: string, version: string): boolean;
}

export function readSums(paths: readonly string[], files: Files): Sums {
  const contents = new Set<string>();
  const manifests = new Set<string>();
  const present: string[] = [];
  for (const path of paths) {
    const text = files.text(path, LIMITS.lockfileBytes);
    if (text === undefined) continue;
    present.push(path);
    const fault = readInto(contents, manifests, text);
    if (fault) files.skip({ path, reason: 'malformed', ...fault });
  }
  return {
    paths: present,
    hasContent: (path, version) => contents.has(`${path} ${version}`),
    has: (path, version) => contents.has(`${path} ${version}`) || manifests.has(`${path} ${version}`),
  };
}

/** Adds `path version` of each line; returns the first fault. */
function readInto(
  contents: Set<string>,
  manifests: Set<string>,
  text: string,
): Pick<Skipped, 'line' | 'message'> | undefined {
  let fault: Pick<Skipped, 'line' | 'message'> | undefined;
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const raw = text.slice(start, end < 0 ? text.length : end).trimEnd();
    start = end < 0 ? text.length : end + 1;
    line += 1;
    if (raw === '') continue;
    const [path = '', version = '', hash = '', ...rest] = raw.split(' ');
    const isManifest = version.endsWith(MANIFEST);
    const plain = isManifest ? version.slice(0, -MANIFEST.length) : version;
    if (rest.length > 0 || !/^h\d+:/.test(hash) || !isVersion(plain) || !isModulePath(path))
      fault ??= { line, message: 'A line here is no module with a version and a checksum; the others are read.' };
    else (isManifest ? manifests : contents).add(`${path} ${plain}`);
  }
  return fault;
}

const MANIFEST = '/go.mod';
