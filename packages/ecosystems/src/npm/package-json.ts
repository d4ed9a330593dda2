import type { Files } from '../files.ts';
import { isCopy, under } from './installed-path.ts';
import { conflictLine, readJson } from './lock.ts';
import { type Manifest, PUBLISHED_FIELDS, readManifest } from './manifest.ts';

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

/** Reads a package.json without the sections that nothing is taken from, which are half of what is published. */
function readPublished(text: string): ReturnType<typeof readJson> {
  const unused = UNUSED.find(([opening]) => text.startsWith(opening))?.[1];
  const kept = unused ? text.replace(unused, '') : text;
  const json = readJson(kept);
  return json.ok || kept.length === text.length ? json : readJson(text);
}

/** By how the first line is indented: as npm writes it, or by tabs. */
const UNUSED = ['  ', '\t'].map((indent) => [`{\n${indent}"`, unusedSections(indent)] as const);

/** Sections on lines of their own, down to the bracket that stands below their key. All of its lines are indented further. */
function unusedSections(indent: string): RegExp {
  const key = String.raw`"(?!(?:${PUBLISHED_FIELDS.join('|')})")[^"\n]*"`;
  const lines = String.raw`(?:${indent}${indent}.*\n)*${indent}`;
  return new RegExp(String.raw`^${indent}${key}: (?:\{\n${lines}\}|\[\n${lines}\]),\n`, 'gm');
}

function read(directory: string, files: Files): Manifest | undefined {
  const path = under(directory, 'package.json');
  const text = files.text(path);
  if (text === undefined) return undefined;
  const own = !isCopy(directory);
  const json = own ? readJson(text) : readPublished(text);
  if (!json.ok) {
    const conflict = conflictLine(text);
    const message = conflict
      ? 'This package.json has an unsettled merge conflict.'
      : 'This package.json is no valid JSON.';
    files.skip({ path, reason: 'malformed', message, line: conflict ?? json.line });
    return undefined;
  }
  const manifest = readManifest(json.value, own);
  if (!manifest) files.skip({ path, reason: 'malformed', message: 'This package.json holds no object.' });
  return manifest;
}
