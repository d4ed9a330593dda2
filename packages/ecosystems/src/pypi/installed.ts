import { dirname, join } from 'node:path';
import { type Artifact, LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';
import { artifactOf, METADATA_FILES } from './artifact.ts';
import { originOf } from './direct-url.ts';
import { readEggRequires } from './egg-requires.ts';
import type { Environment } from './environment.ts';
import { type Located, linkedDirectory, locate } from './located.ts';
import { type Metadata, readMetadata } from './metadata.ts';
import { cleanSummary, cleanVersion, isName, normalName } from './names.ts';
import type { Origin } from './origin.ts';
import { isInside } from './paths.ts';
import { parseRequirement, type Requirement } from './requirement.ts';

/** One distribution as it lies in an environment. */
export interface Distribution {
  readonly key: string;
  /** As its authors spell it. */
  readonly name: string;
  readonly version: string;
  readonly summary?: string;
  readonly requires: readonly Requirement[];
  /** What it was installed from, where its installer wrote it down. */
  readonly origin?: Origin;
  readonly artifact: Artifact;
}

/** The distributions of an environment. */
export interface Installed {
  /** By normal name. Read when first asked for. */
  get(key: string): Distribution | undefined;
  /** Normal names of those in the environment itself, without those it shares with others. */
  readonly own: () => readonly string[];
  /** True for what somebody asked for by name when it was installed, rather than what came along. */
  wasRequested(key: string): boolean;
}

/** Opens an environment: the first distribution of a name counts, in the order Python looks into its folders. */
export function openInstalled(environment: Environment | undefined, files: Files): Installed {
  const located = new Map<string, Located>();
  for (const folder of environment?.folders ?? []) {
    for (const entry of locate(folder, files)) if (!located.has(entry.key)) located.set(entry.key, entry);
  }
  const prefix = environment?.prefix ?? '';
  const read = new Map<string, Distribution>();
  return {
    get(key) {
      const known = read.get(key);
      if (known) return known;
      const entry = located.get(key);
      if (!entry) return undefined;
      const distribution = readDistribution(entry, prefix, files);
      read.set(key, distribution);
      return distribution;
    },
    own: () => [...located.values()].filter(({ folder }) => isInside(prefix, folder)).map(({ key }) => key),
    wasRequested(key) {
      const entry = located.get(key);
      return entry !== undefined && files.isFile(join(entry.folder, entry.entry, 'REQUESTED'));
    },
  };
}

/** What a project's own directory says of itself once it was installed from there with setuptools. */
export function readOwnMetadata(directory: string, files: Files): readonly Requirement[] | undefined {
  for (const folder of [directory, join(directory, 'src')]) {
    const entry = files.list(folder)?.find(({ name, kind }) => kind === 'directory' && name.endsWith('.egg-info'));
    if (!entry) continue;
    const requires = files.text(join(folder, entry.name, 'requires.txt'));
    if (requires !== undefined) return requirementsOf(readEggRequires(requires), directory);
  }
  return undefined;
}

function readDistribution(located: Located, prefix: string, files: Files): Distribution {
  const { key, kind } = located;
  const linked = kind === 'egg-link' ? linkedDirectory(located, files) : undefined;
  const metadata = linked === undefined ? metadataOf(located, files) : metadataOfLinked(linked, located, files);
  const summary = cleanSummary(metadata.summary);
  const record = kind === 'dist-info' ? recordOf(located, files) : undefined;
  const origin: Origin | undefined =
    linked === undefined ? originOf(located, record, files) : { source: 'path', path: linked, editable: true };
  return {
    key,
    // Whoever says another name than the folder's is not believed.
    name: isName(metadata.name) && normalName(metadata.name) === key ? metadata.name : located.name,
    version: cleanVersion(metadata.version) ?? located.version ?? '',
    ...(summary === undefined ? {} : { summary }),
    ...(origin === undefined ? {} : { origin }),
    requires: requirementsOf(metadata.requires, located.folder),
    artifact: artifactOf(located, { prefix, record, files }),
  };
}

const NOTHING: Metadata = { requires: [] };

function metadataOf({ folder, entry, kind }: Located, files: Files): Metadata {
  const path = join(folder, entry, METADATA_FILES[kind]);
  const text = files.text(path);
  const metadata = text === undefined ? NOTHING : readMetadata(text);
  if (kind === 'dist-info' || metadata.requires.length > 0 || kind === 'egg-file') return metadata;
  const requires = files.text(join(dirname(path), 'requires.txt'));
  return requires === undefined ? metadata : { ...metadata, requires: readEggRequires(requires) };
}

function metadataOfLinked(directory: string, { key, name }: Located, files: Files): Metadata {
  const entry = files
    .list(directory)
    ?.find((item) => item.name.endsWith('.egg-info') && normalName(item.name.slice(0, -9)) === key);
  return entry
    ? metadataOf({ key, name, version: undefined, folder: directory, entry: entry.name, kind: 'egg-info' }, files)
    : NOTHING;
}

function recordOf({ folder, entry }: Located, files: Files): string | undefined {
  return files.text(join(folder, entry, 'RECORD'), LIMITS.fileListBytes);
}

function requirementsOf(texts: readonly string[], directory: string): readonly Requirement[] {
  return texts.map((text) => parseRequirement(text, directory)).filter((item) => item !== undefined);
}
