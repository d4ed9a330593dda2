import { dirname, join, sep } from 'node:path';
import { type Artifact, cleanLine } from '@skillscope/core';
import type { Files } from '../files.ts';
import { type Access, accessTo } from './access.ts';
import { artifactOf, METADATA_FILES, mayHoldData, type Surroundings } from './artifact.ts';
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
  /** Dependency specifiers as its metadata has them; `requirementsOf` reads them. */
  readonly requires: readonly string[];
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
  const surroundings = {
    prefix: environment?.prefix ?? '',
    hasData: environment !== undefined && mayHoldData(environment.prefix, files),
  };
  const read = new Map<string, Distribution>();
  return {
    get(key) {
      const known = read.get(key);
      if (known) return known;
      const entry = located.get(key);
      if (!entry) return undefined;
      const distribution = readDistribution(entry, surroundings, files);
      read.set(key, distribution);
      return distribution;
    },
    own: () =>
      [...located.values()].filter(({ folder }) => isInside(surroundings.prefix, folder)).map(({ key }) => key),
    wasRequested(key) {
      const entry = located.get(key);
      return entry !== undefined && files.isFile(join(entry.folder, entry.entry, 'REQUESTED'));
    },
  };
}

/**
 * Parses the requirements in a distribution's metadata; what is none is left out. Most of them hang on an extra: without
 * any, those that say so plainly are not parsed at all. Default: all.
 */
export function requirementsOf(texts: readonly string[], extras?: ReadonlySet<string>): readonly Requirement[] {
  const wanted = extras?.size === 0 ? texts.filter((text) => !ONLY_FOR_EXTRA.test(text)) : texts;
  // Paths in metadata would be those of another machine.
  return wanted.map((text) => parseRequirement(text, sep)).filter((item) => item !== undefined);
}

const ONLY_FOR_EXTRA = /; *extra *== *["'][^"']*["'] *$/;

/** What a project's own directory says of itself once it was installed from there with setuptools. */
export function readOwnMetadata(directory: string, files: Files): readonly Requirement[] | undefined {
  for (const folder of [directory, join(directory, 'src')]) {
    const entry = files.list(folder)?.find(({ name, kind }) => kind === 'directory' && name.endsWith('.egg-info'));
    if (!entry) continue;
    const requires = files.text(join(folder, entry.name, 'requires.txt'));
    if (requires !== undefined) return requirementsOf(readEggRequires(requires));
  }
  return undefined;
}

function readDistribution(located: Located, environment: Surroundings, files: Files): Distribution {
  const { key, kind } = located;
  const access = accessTo(located, files);
  const linked = kind === 'egg-link' ? linkedDirectory(located, files) : undefined;
  const metadata =
    linked === undefined ? metadataOf(located, access.metadata) : metadataOfLinked(linked, located, files);
  const summary = cleanSummary(metadata.summary);
  const origin: Origin | undefined =
    linked === undefined
      ? (originOf(located, access) ?? unproven(located, access))
      : { source: 'path', path: linked, editable: true };
  return {
    key,
    // Whoever says another name than the folder's is not believed.
    name: isName(metadata.name) && normalName(metadata.name) === key ? metadata.name : located.name,
    version: cleanVersion(metadata.version) ?? located.version ?? '',
    ...(summary === undefined ? {} : { summary }),
    ...(origin === undefined ? {} : { origin }),
    requires: metadata.requires,
    artifact: artifactOf(located, environment, access),
  };
}

/**
 * Any package may bring a folder that names another distribution. One that no installer has written its list of files or
 * its own name into is what lies there and no more; so is one of two that are equally whole. Debian keeps no list.
 */
function unproven({ folder, entry, kind, isContested }: Located, { files, isPlain }: Access): Origin | undefined {
  if (kind !== 'dist-info') return undefined;
  const path = join(folder, entry);
  const isInstalled = isPlain || ['RECORD', 'INSTALLER'].some((name) => files.isFile(join(path, name)));
  return isInstalled && !isContested ? undefined : { source: 'path', path };
}

const NOTHING: Metadata = { requires: [] };

function metadataOf({ folder, entry, kind }: Located, files: Files): Metadata {
  const path = join(folder, entry, METADATA_FILES[kind]);
  const text = files.text(path);
  const metadata = text === undefined ? NOTHING : readMetadata(text);
  if (text !== undefined && (metadata.name === undefined || metadata.faultyLine !== undefined)) {
    const { faultyLine: line } = metadata;
    const message = 'The file does not hold the fields that describe a distribution.';
    files.skip({ path: cleanLine(path), reason: 'malformed', message, ...(line === undefined ? {} : { line }) });
  }
  if (kind === 'dist-info' || metadata.requires.length > 0 || kind === 'egg-file') return metadata;
  const requires = files.text(join(dirname(path), 'requires.txt'));
  return requires === undefined ? metadata : { ...metadata, requires: readEggRequires(requires) };
}

function metadataOfLinked(directory: string, { key, name }: Located, files: Files): Metadata {
  const entry = files
    .list(directory)
    ?.find((item) => item.name.endsWith('.egg-info') && normalName(item.name.slice(0, -9)) === key);
  return entry
    ? metadataOf(
        { key, name, version: undefined, folder: directory, entry: entry.name, kind: 'egg-info', isLink: false },
        files,
      )
    : NOTHING;
}
