import { sep } from 'node:path';
import type { Artifact, Dependency, Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import { purlOf } from './identity.ts';
import { directoryArtifact, type ModuleCache } from './module-cache.ts';
import type { Replacements } from './replacements.ts';
import type { Used } from './scope.ts';
import type { Sums } from './sum-file.ts';
import type { Vendored } from './vendored.ts';
import { isVersion } from './versions.ts';
import { below, type Workspace } from './workspace.ts';

export interface SettleSources {
  readonly files: Files;
  readonly workspace: Workspace;
  /** Absolute directories of the members, by module path. */
  readonly locals: ReadonlyMap<string, string>;
  /** The same directories. */
  readonly own: ReadonlySet<string>;
  readonly replacements: Replacements;
  readonly sums: Sums;
  readonly cache: ModuleCache;
  readonly vendored: Vendored | undefined;
}

export interface Settled {
  readonly dependency: Dependency;
  /** Absolute directory that shows it is there, shared by many; for `status`. */
  readonly store?: string;
  readonly skipped?: Omit<Skipped, 'purl' | 'path'>;
}

/** What a used module is, by the best evidence there is, and where it lies. */
export function settle(used: Used, sources: SettleSources): Settled {
  const { locals, replacements } = sources;
  const local = locals.get(used.path);
  if (local !== undefined) return inPlace(used, local, sources);
  const target = replacements.find(used.path, used.version);
  if (target?.kind === 'directory') return inPlace(used, target.directory, sources);
  return fetched(used, target ?? used, sources);
}

/** A member, or a directory that stands in for a module: its content may change at any time. */
function inPlace(used: Used, directory: string, sources: SettleSources): Settled {
  const { files, workspace, vendored } = sources;
  const real = files.isFile(`${directory}/go.mod`) ? files.real(directory) : undefined;
  const isMember = real !== undefined && sources.own.has(real);
  const source = isMember ? 'workspace' : 'path';
  const purl = purlOf(used.path, used.version, { path: below(workspace.root, real ?? directory) });
  if (real !== undefined)
    return { dependency: dependencyOf(used, { purl, source, artifact: directoryArtifact(real, files, true) }) };
  const artifact = vendored?.find(used.path)?.artifact;
  if (artifact && vendored)
    return { dependency: dependencyOf(used, { purl, source, artifact }), store: vendored.directory };
  return {
    dependency: dependencyOf(used, { purl, source }),
    skipped: { reason: 'missing', message: `The directory that replaces ${used.path} holds no go.mod.` },
  };
}

/** A module that Go fetches. The module cache has all of it; a vendor folder has only folders with packages. */
function fetched(
  used: Used,
  wanted: { readonly path: string; readonly version: string },
  sources: SettleSources,
): Settled {
  const { workspace, sums, cache, vendored } = sources;
  const { path: name } = wanted;
  const copy = vendored?.find(used.path);
  const version = copy?.artifact ? (copy.version ?? wanted.version) : wanted.version;
  const whole = isVersion(version) ? cache.find(name, version) : undefined;
  const artifact = whole ?? copy?.artifact;
  const store = whole ? cache.directory : vendored?.directory;
  const isLocked = isVersion(version) && sums.has(name, version);
  const isPinned = whole !== undefined && sums.hasContent(name, version) && !isBelow(workspace.root, cache.directory);
  const dependency = dependencyOf(used, {
    purl: purlOf(name, version),
    source: 'registry',
    name,
    version,
    isLocked,
    isPinned,
    ...(version === wanted.version ? {} : { lockedVersion: wanted.version }),
    ...(artifact ? { artifact } : {}),
  });
  return { dependency, ...(artifact && store !== undefined ? { store } : {}) };
}

type Known = Pick<Dependency, 'purl' | 'source'> &
  Partial<Pick<Dependency, 'name' | 'version' | 'lockedVersion'>> & {
    readonly artifact?: Artifact;
    readonly isLocked?: boolean;
    readonly isPinned?: boolean;
  };

function dependencyOf(used: Used, known: Known): Dependency {
  const { purl, source, name = used.path, version = used.version, lockedVersion, artifact, isLocked, isPinned } = known;
  return {
    purl,
    ecosystem: 'golang',
    name,
    version,
    relation: used.relation,
    via: used.via,
    evidence: artifact ? 'installed' : isLocked ? 'locked' : 'declared',
    source,
    ...(isPinned ? { pinned: true } : {}),
    ...(lockedVersion === undefined ? {} : { lockedVersion }),
    ...(name === used.path ? {} : { alias: used.path }),
    members: used.members,
    ...(artifact ? { artifact } : {}),
  };
}

/** A cache that came with the project proves nothing to others. */
function isBelow(root: string, directory: string): boolean {
  return `${directory}${sep}`.startsWith(root.endsWith(sep) ? root : root + sep);
}
