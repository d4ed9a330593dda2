import { LIMITS, type SkipReason } from '@skillscope/core';
import type { Catalogs, Manifest } from './manifest.ts';
import type { Origin } from './origin.ts';

/** One package as a lockfile fixes it. */
export interface LockedPackage {
  readonly name: string;
  /** Empty where the lockfile does not say it, as for linked directories. */
  readonly version: string;
  /** The address of a `path` or `workspace` source is a path below the workspace root. */
  readonly origin: Origin;
  /** True when the lockfile says neither where it was fetched from nor what its bytes hash to. */
  readonly unproven?: true;
  /** Name it is imported by → key of the package that answers. */
  readonly edges: ReadonlyMap<string, string>;
  /** True when it is only meant for some operating systems or processors: not being there is no fault. */
  readonly platform: boolean;
}

/** What a lockfile says, whatever its format. */
export interface LockGraph {
  /** Path of a member below the root (`.` for the root) → name it imports by → key. */
  readonly importers: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly packages: ReadonlyMap<string, LockedPackage>;
  /**
   * What each member asked for when the lockfile was written, without peers: path of the member → name → as its manifest
   * said it, or empty where the format does not repeat that. Absent where hooks of the project may have changed it.
   */
  readonly declared?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** What `catalog:` stood for then. */
  readonly catalogs?: Catalogs;
  /** True when the keys of packages are the paths below the root that each lies at. */
  readonly isPlaced?: true;
  /** Names whose ranges the lockfile says are replaced. */
  readonly overridden?: ReadonlySet<string>;
}

export type LockReading =
  | { readonly ok: true; readonly graph: LockGraph }
  | { readonly ok: false; readonly reason: SkipReason; readonly message: string; readonly line?: number };

/** The package.json of every member by its path; formats that do not repeat what members declare need them. */
export type Manifests = ReadonlyMap<string, Manifest>;

/** Reads one format. Pure: text and manifests in, graph or fault out. */
export type LockFormat = (text: string, manifests: Manifests) => LockReading | Promise<LockReading>;

/** 1-based line of the first unsettled merge conflict. */
export function conflictLine(text: string): number | undefined {
  if (text.startsWith(CONFLICT)) return 1;
  const at = text.indexOf(`\n${CONFLICT}`);
  return at < 0 ? undefined : lineAt(text, at + 1);
}

const CONFLICT = '<<<<<<< ';

/** 1-based line of a position. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** The faults every format has in common; `undefined` when none shows. */
export function commonFault(text: string): LockReading | undefined {
  const conflict = conflictLine(text);
  if (conflict !== undefined) {
    const message = 'The lockfile has an unsettled merge conflict; settle it and install again.';
    return { ok: false, reason: 'malformed', message, line: conflict };
  }
  return text.trim() === '' ? { ok: false, reason: 'malformed', message: 'The lockfile is empty.' } : undefined;
}

/** What a lockfile is whose packages lie deeper than any package manager puts them: each name is looked up on all the way out. */
export const NESTED_TOO_DEEP: LockReading = {
  ok: false,
  reason: 'too-deep',
  message: `The lockfile nests packages more than ${LIMITS.nestedFolders} folders deep.`,
};

export function isNestedTooDeep(path: string): boolean {
  let folders = 1;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders += 1;
  return folders > LIMITS.nestedFolders;
}

/** Parses JSON; a fault carries its line, the last one where the parser does not say it. */
export function readJson(
  text: string,
):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly line: number } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const position = / at position (\d+)/.exec(String(error))?.[1];
    return { ok: false, message: 'The JSON is damaged.', line: lineAt(text, Number(position ?? text.length)) };
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
