import { cleanLine, type Dependency, type Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import { purlOf } from './identity.ts';
import { inPlace } from './in-place.ts';
import type { Locator } from './installed.ts';
import type { Locals } from './locals.ts';
import { type LockedSource, readSource } from './source.ts';
import type { Use } from './uses.ts';
import { below } from './workspace.ts';

/** Where packages may lie. `root` is that of the workspace. */
export interface Places {
  readonly files: Files;
  readonly root: string;
  readonly locals: Locals;
  readonly locator: Locator;
}

/** What became of one locked package. */
export type Settled =
  | {
      readonly dependency: Dependency;
      /** Directory that shows it is installed; absent for what is used in place. */
      readonly store?: string;
      /** The command that would bring it here; only while nothing of it lies on this machine. */
      readonly remedy?: string;
    }
  | { readonly skipped: Omit<Skipped, 'path'> };

/** Turns a use of a locked package into a dependency, with the place it lies in where there is one. */
export function settle(
  { locked, isDirect, via, alias, members }: Use,
  { files, root, locals, locator }: Places,
): Settled {
  const { name, version } = locked;
  const use = {
    relation: isDirect ? 'direct' : 'transitive',
    via,
    members,
    ...(alias === undefined ? {} : { alias }),
  } as const;

  const local = locked.source === undefined ? locals.find(name, version) : locals.override(name, version);
  if (local) {
    const differs = local.version !== version;
    return { dependency: { ...inPlace(local, files), ...use, ...(differs ? { lockedVersion: version } : {}) } };
  }
  if (locked.source === undefined) return refuse('missing', `No path dependency leads to ${name} ${version}.`);

  const source = readSource(locked.source);
  if (!source) return refuse('unsupported', `The source of ${name} ${version} is of no known kind.`);

  const found = locator.locate(locked, source);
  const summary = cleanLine(found?.description ?? '');
  const isClaimed = found?.standing === 'claimed' && source.kind !== 'git';
  const dependency: Dependency = {
    purl: purlOf(name, version, isClaimed ? { kind: 'path', path: below(root, found.artifact.path) } : source),
    ecosystem: 'cargo',
    name,
    version,
    ...use,
    evidence: found ? 'installed' : 'locked',
    source: isClaimed ? 'path' : kindOf(source),
    ...(found?.standing === 'stored' ? { pinned: true as const } : {}),
    ...(found ? { artifact: found.artifact } : {}),
    ...(summary ? { summary } : {}),
  };
  return found ? { dependency, store: found.store } : { dependency, remedy: locator.remedy(source) };
}

function kindOf({ kind }: LockedSource): Dependency['source'] {
  return kind === 'git' ? 'git' : 'registry';
}

function refuse(reason: Skipped['reason'], message: string): Settled {
  return { skipped: { reason, message } };
}
