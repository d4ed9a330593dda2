import { join } from 'node:path';
import type { Artifact } from '@skillscope/core';
import type { Files } from '../files.ts';
import { readDirectUrl } from './direct-url.ts';
import { readMetadata } from './metadata.ts';
import { cleanSummary, cleanVersion, isName, normalName } from './names.ts';
import type { Origin } from './origin.ts';
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
  /** Normal names of all of them. */
  readonly keys: () => Iterable<string>;
}

/** Opens the folders of an environment, in the order Python looks into them: the first distribution of a name counts. */
export function openInstalled(folders: readonly string[], files: Files): Installed {
  const located = new Map<string, Located>();
  for (const folder of folders) {
    for (const entry of locate(folder, files)) if (!located.has(entry.key)) located.set(entry.key, entry);
  }
  const read = new Map<string, Distribution>();
  return {
    get(key) {
      const known = read.get(key);
      if (known) return known;
      const entry = located.get(key);
      if (!entry) return undefined;
      const distribution = readDistribution(entry, files);
      read.set(key, distribution);
      return distribution;
    },
    keys: () => located.keys(),
  };
}

interface Located {
  readonly key: string;
  readonly name: string;
  readonly version: string;
  /** Absolute real path of the folder with many distributions. */
  readonly folder: string;
  /** Name of its metadata folder. */
  readonly entry: string;
}

const SUFFIX = '.dist-info';

function locate(folder: string, files: Files): readonly Located[] {
  const found: Located[] = [];
  for (const { name: entry, kind } of files.list(folder) ?? []) {
    if (kind !== 'directory' || !entry.endsWith(SUFFIX)) continue;
    const stem = entry.slice(0, -SUFFIX.length);
    const dash = stem.indexOf('-');
    const name = dash < 0 ? stem : stem.slice(0, dash);
    const version = dash < 0 ? undefined : cleanVersion(stem.slice(dash + 1));
    if (isName(name) && version) found.push({ key: normalName(name), name, version, folder, entry });
  }
  return found;
}

function readDistribution({ key, name, version, folder, entry }: Located, files: Files): Distribution {
  const text = files.text(join(folder, entry, 'METADATA'));
  const metadata = text === undefined ? undefined : readMetadata(text);
  const summary = cleanSummary(metadata?.summary);
  const origin = readDirectUrl(join(folder, entry, 'direct_url.json'), files);
  return {
    key,
    name: isName(metadata?.name) && normalName(metadata.name) === key ? metadata.name : name,
    version: cleanVersion(metadata?.version) ?? version,
    ...(summary === undefined ? {} : { summary }),
    ...(origin === undefined ? {} : { origin }),
    requires: (metadata?.requires ?? [])
      .map((line) => parseRequirement(line, folder))
      .filter((item) => item !== undefined),
    artifact: { kind: 'directory', path: folder, inside: entry, manifest: `${entry}/METADATA`, mutable: false },
  };
}
