import type { Files } from '../files.ts';
import { isCopy, under } from './installed-path.ts';
import { conflictLine, readJson } from './lock.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** Reads the package.json of directories, each once. `undefined` for none, and for a damaged one, which is reported. */
export type ManifestReader = (directory: string) => Manifest | undefined;

export function openManifestReader(files: Files): ManifestReader {
  const known = new Map<string, Manifest | undefined>();
  return (directory) => {
    if (known.has(directory)) return known.get(directory);
    const manifest = read(directory, files);
    known.set(directory, manifest);
    return manifest;
  };
}

function read(directory: string, files: Files): Manifest | undefined {
  const path = under(directory, 'package.json');
  const text = files.text(path);
  if (text === undefined) return undefined;
  const json = readJson(text);
  if (!json.ok) {
    const conflict = conflictLine(text);
    const message = conflict
      ? 'This package.json has an unsettled merge conflict.'
      : 'This package.json is no valid JSON.';
    files.skip({ path, reason: 'malformed', message, line: conflict ?? json.line });
    return undefined;
  }
  const manifest = readManifest(json.value, !isCopy(directory));
  if (!manifest) files.skip({ path, reason: 'malformed', message: 'This package.json holds no object.' });
  return manifest;
}
