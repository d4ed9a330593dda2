import { holds, type Known } from './candidate.ts';
import { isInRange } from './in-range.ts';
import type { Manifest } from './manifest.ts';
import type { Declared } from './requirement.ts';
import type { Tool } from './tool.ts';

/** What a manifest asks for while another version answers for it. */
export interface OutOfRange {
  readonly name: string;
  /** As the manifest says it. */
  readonly range: string;
  /** The version in the lockfile, or in the environment. */
  readonly version: string;
}

export interface Ranges {
  /** What the lockfile holds. */
  readonly locked: readonly OutOfRange[];
  /** What is installed and the lockfile says nothing about. */
  readonly installed: readonly OutOfRange[];
}

/** What wrote the lockfile; `compiled` for requirements files that a tool wrote. */
export type LockedBy = Tool | 'compiled';

/**
 * Versions that lie outside what the asked manifests ask for. Only what is certain counts: addresses, members of the
 * workspace, conditions that do not surely hold here, names whose ranges are overridden, and lists that a lockfile is
 * not made from are passed over.
 */
export function findOutOfRange(
  known: Known,
  asked: Iterable<Manifest>,
  overridden: ReadonlySet<string>,
  lockedBy: LockedBy | undefined,
): Ranges {
  const locked = new Map<string, OutOfRange>();
  const installed = new Map<string, OutOfRange>();
  for (const { declared } of asked) {
    for (const item of declared) {
      const { name, key, specifier: range } = item;
      if (!isPlain(item) || overridden.has(key) || known.own.has(key) || key === known.self?.key) continue;
      if (holds(known, item) !== true) continue;
      const versions = lockedVersions(known, key);
      if (versions.length > 0) {
        const [version = ''] = versions;
        const isSettled = versions.some((one) => isInRange(one, range) !== false);
        if (!isSettled && isCovered(item, lockedBy)) locked.set(`${key} ${range}`, { name, range, version });
        continue;
      }
      const distribution = known.installed.get(key);
      if (!distribution || item.optional || (distribution.origin?.source ?? 'registry') !== 'registry') continue;
      const { version } = distribution;
      if (isInRange(version, range) === false) installed.set(`${key} ${range}`, { name, range, version });
    }
  }
  return { locked: [...locked.values()], installed: [...installed.values()] };
}

function isPlain({ specifier, origin, fromWorkspace, isPartial }: Declared): boolean {
  return specifier !== '' && origin.source === 'registry' && fromWorkspace !== true && isPartial !== true;
}

/** Empty where the lockfile holds none, or holds something else than a release from an index. */
function lockedVersions({ lock }: Known, key: string): readonly string[] {
  const packages = lock?.packages.get(key) ?? [];
  if (packages.some(({ origin, version }) => origin.source !== 'registry' || version === '')) return [];
  return packages.map(({ version }) => version);
}

/** True when the lockfile is surely made from the list that asks. */
function isCovered({ statedIn, list, optional }: Declared, lockedBy: LockedBy | undefined): boolean {
  switch (lockedBy) {
    case 'uv':
    case 'poetry':
      return statedIn === undefined;
    case 'pdm':
    case 'pip':
      return statedIn === undefined && list === 'main';
    case 'pipenv':
      return statedIn === 'pipfile';
    case 'compiled':
      return (statedIn === undefined && list === 'main') || (statedIn === 'requirements' && !optional);
    case undefined:
      return false;
  }
}
