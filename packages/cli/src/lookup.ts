import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { type Catalog, findArtifacts, openCatalog, readScan } from '@skillscope/catalog';
import { artifactsOf, type Note, SkillscopeError } from '@skillscope/core';
import {
  type FoundProject,
  findProject,
  INDEXERS,
  isInstalled,
  type Library,
  openFiles,
  type Progress,
  projectsBelow,
  stampOf,
  VARIABLES,
} from '@skillscope/ecosystems';
import { cacheDirectory } from './cache-directory.ts';
import type { Asker } from './print/asker.ts';
import { type KeptScope, restoreScope, type Scope } from './scope.ts';
import { trust } from './trust/trust.ts';
import type { TrustedScope } from './trust/trusted-scope.ts';

/** Raise when the stored shape of a scan changes. */
const RESULT_SHAPE = 3;

export interface LookupRequest {
  /** Absolute directory to start from. */
  readonly start: string;
  /** True when the user named the directory, so that an error can say so. */
  readonly explicit: boolean;
  /** Whom an error's hint speaks to. Default: whoever typed the command. */
  readonly asker?: Asker;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Ids of the ecosystems that count; default all. */
  readonly only?: readonly string[];
  readonly useCache: boolean;
  /** True when `artifacts` will be asked: a stored scan is not enough then, the catalog must hold them too. */
  readonly searching?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  /** Called where the stored scan no longer holds. */
  readonly beforeScan?: () => Promise<void>;
}

/** A project's scope, ready to be asked. */
export interface Lookup {
  /** Under the project's policies: what they leave out is not in it. */
  readonly scan: TrustedScope;
  /** About the project, then about the cache. */
  readonly notes: readonly Note[];
  /** True when a stored scan still held. */
  readonly fromCache: boolean;
  readonly catalog: Catalog;
  /**
   * Numbers of the libraries' artifacts in the catalog, for searching; libraries that it does not hold are absent. They
   * are asked for once, so nothing may be indexed between two calls.
   */
  artifacts(): ReadonlyMap<number, HeldArtifact>;
}

/** One artifact of a library. */
export interface HeldArtifact {
  /** As it was scanned: `scan.shown` and `scan.verdictOf` say what of it may be answered. */
  readonly library: Library;
  /** As in `SkillOrigin`. */
  readonly artifact: number;
}

/** Opens the catalog that a request asks for. The caller closes it. */
export function catalogFor({ useCache, environment }: Pick<LookupRequest, 'useCache' | 'environment'>): Catalog {
  return openCatalog({ directory: useCache ? cacheDirectory(environment) : undefined, indexers: INDEXERS });
}

/**
 * Finds the project and its scope, from the catalog when nothing has changed, else by a scan that is then stored.
 *
 * @throws SkillscopeError `not-a-project`, `usage` for an unknown ecosystem; `signal`'s reason when aborted
 */
export async function openLookup(request: LookupRequest, catalog: Catalog): Promise<Lookup> {
  const project = projectOf(request);
  const key = keyOf(project, request);
  if (request.searching) (await import('./index-waiting.ts')).indexWaiting(catalog);
  const stored = readScan(catalog, key);
  if (stored?.holds(stampOf)) {
    const kept = stored.result as KeptScope['result'];
    const scope = restoreScope(kept, () => stored.details() as KeptScope['details']);
    const trusted = await trust(await inWhole(scope, request, catalog));
    if (!request.searching) return lookupOf(trusted, true, catalog);
    const { artifacts, isWhole } = heldOf(trusted, catalog);
    // The database may have been lost since, or what waited to be put into it.
    if (isWhole) return lookupOf(trusted, true, catalog, artifacts);
  }
  request.signal?.throwIfAborted();
  await request.beforeScan?.();
  // Loaded here, since an answer from the catalog needs none of it.
  const { scanInto } = await import('./scan-into.ts');
  const scope = await scanInto(catalog, key, project, request, { isFirst: stored === undefined });
  return lookupOf(await trust(await inWhole(scope, request, catalog)), false, catalog);
}

/**
 * A scope of some ecosystems, with the root that the project has by all of them: which ones somebody asks about does not
 * decide whose policies and approvals count.
 */
async function inWhole(scope: Scope, { only, ...request }: LookupRequest, catalog: Catalog): Promise<Scope> {
  if (only === undefined) return scope;
  const { scan } = await openLookup({ ...request, start: scope.directory, searching: false }, catalog);
  if (scan.root.length >= scope.root.length) return scope;
  return { ...scope, root: scan.root, ...(scan.member === undefined ? {} : { member: scan.member }) };
}

/** True when a directory is there. Any text may be asked about. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function projectOf(request: LookupRequest): FoundProject {
  const { start, only, asker } = request;
  const project = findProject(start, only);
  if (project) return project;
  const nearby = projectsBelow(start, only);
  const below = nearby.length > 0 ? '; these directories below it hold one:' : '.';
  throw new SkillscopeError(
    'not-a-project',
    `No ${only ? `${only.join(' or ')} ` : ''}project was found at "${start}" or above it${below}`,
    {
      candidates: asker === 'tool' ? nearby : nearby.map((path) => relative(start, path)),
      hint: elsewhere(start, only) ?? whereToAsk(request, nearby.length > 0),
    },
  );
}

/** For who asked about ecosystems that a project there has nothing to do with. */
function elsewhere(start: string, only: readonly string[] | undefined): string | undefined {
  const other = only && findProject(start);
  if (!other) return undefined;
  const ids = other.ecosystems.map(({ id }) => id).join(' and ');
  return `"${other.directory}" is a project of ${ids}; leave --ecosystem out to ask about that.`;
}

function whereToAsk({ asker, explicit, start }: LookupRequest, isNearby: boolean): string {
  if (isInstalled(start, openFiles()))
    return 'It lies among installed packages, which are never a project: ask from the project that uses them.';
  const place =
    'directory that holds a manifest, such as package.json, pyproject.toml, Cargo.toml, go.mod or pom.xml, or lies below one.';
  if (asker === 'tool')
    return isNearby ? 'Pass one of these directories as `project`.' : `Pass as \`project\` a ${place}`;
  if (isNearby) return 'Change to one of them to ask from there, or name it with --project.';
  return `${explicit ? 'Name' : 'Go to, or name with --project,'} a ${place}`;
}

/** Everything that decides what a scan finds, but the files it looks at. */
function keyOf(project: FoundProject, { environment }: LookupRequest): string {
  return JSON.stringify([
    RESULT_SHAPE,
    project.directory,
    project.ecosystems.map(({ id, version }) => [id, version]),
    VARIABLES.map((name) => environment[name] ?? null),
  ]);
}

function lookupOf(
  scope: TrustedScope,
  fromCache: boolean,
  catalog: Catalog,
  known?: ReadonlyMap<number, HeldArtifact>,
): Lookup {
  let numbered = known;
  return {
    scan: scope,
    get notes() {
      return [...scope.notes, ...catalog.notes];
    },
    fromCache,
    catalog,
    artifacts() {
      numbered ??= heldOf(scope, catalog).artifacts;
      return numbered;
    },
  };
}

/** What the catalog holds of a scope, and whether that is all of it. */
function heldOf({ whole }: TrustedScope, catalog: Catalog) {
  // A companion counts only where skills were taken from it: it would repeat what the library says of itself.
  const wanted = whole.libraries.flatMap((library) =>
    artifactsOf(library)
      .map(({ path, inside = '' }, artifact) => ({ library, artifact, path, inside }))
      .filter(({ artifact }) => artifact === 0 || library.skills.some(({ origin }) => origin?.artifact === artifact)),
  );
  const numbers = findArtifacts(
    catalog,
    wanted.map(({ path, inside, library: { ecosystem } }) => ({ path, inside, ecosystem })),
  );
  const artifacts = new Map<number, HeldArtifact>();
  wanted.forEach(({ library, artifact }, index) => {
    const number = numbers[index];
    if (number !== undefined) artifacts.set(number, { library, artifact });
  });
  return { artifacts, isWhole: !numbers.includes(undefined) };
}
