import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, sep } from 'node:path';
import { cleanLine, SkillscopeError } from '@skillscope/core';
import { isInstalled, openFiles } from '@skillscope/ecosystems';
import { catalogFor, type LookupRequest, openLookup } from '../lookup.ts';
import type { Scope } from '../scope.ts';
import type { HookCall } from './call.ts';
import type { Edit } from './edits.ts';
import { importedBy, isSource } from './imported.ts';
import { indexText } from './index-text.ts';
import { HOOK_LIMITS } from './limits.ts';
import { type ListedLibrary, readableIn, renderListing } from './listing.ts';
import type { SessionMemory } from './memory.ts';

export interface HookRequest {
  /** Where to look up, but `start`, which the call decides unless the user named a project. */
  readonly lookup: Omit<LookupRequest, 'start'> & { readonly start?: string };
  readonly memory: SessionMemory;
  /** UTF-8 bytes of a text. Default: `HOOK_LIMITS`. */
  readonly maxBytes?: number;
}

/** What the agent is told; `undefined` when there is nothing to say, or nothing to say it from. */
export async function hookAnswer(call: HookCall, request: HookRequest): Promise<string | undefined> {
  return call.event === 'session-start' ? atSessionStart(call, request) : beforeEdit(call, request);
}

async function atSessionStart({ directories }: HookCall, request: HookRequest): Promise<string | undefined> {
  const start = request.lookup.start ?? directories[0];
  if (start === undefined) return undefined;
  return within(start, request, async (scope) => indexText(scope, request.maxBytes));
}

async function beforeEdit({ directories, edits }: HookCall, request: HookRequest): Promise<string | undefined> {
  const texts: string[] = [];
  for (const [start, own] of [
    ...byProject(
      edits.filter(({ path }) => isSource(path)),
      directories,
      request.lookup.start,
    ),
  ].slice(0, HOOK_LIMITS.projects)) {
    const text = await within(start, request, (scope) => listingFor(own, scope, request));
    if (text !== undefined) texts.push(text);
  }
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}

async function listingFor(
  edits: readonly Edit[],
  scope: Scope,
  { memory, maxBytes = HOOK_LIMITS.editBytes }: HookRequest,
): Promise<string | undefined> {
  const listed = readableIn(scope);
  const imported = new Set<ListedLibrary>();
  const files: string[] = [];
  for (const edit of edits) {
    const own = await importedBy(edit, scope, listed);
    if (own.length > 0) files.push(basename(edit.path));
    for (const library of own) imported.add(library);
  }
  const claimed = memory.claim([...imported].flatMap(({ skills }) => skills.map(keyOf)));
  const libraries = listed
    .filter((library) => imported.has(library))
    .map(({ library, skills }) => ({ library, skills: skills.filter((skill) => claimed.has(keyOf(skill))) }))
    .filter(({ skills }) => skills.length > 0);
  const opening = `skillscope: ${cleanLine(files.join(', '), FILE_CHARACTERS)} uses libraries that ship skills, written by their authors for the versions in use. Read what fits the change before you go on.`;
  return renderListing({ scope, libraries, opening, maxBytes });
}

/** Characters for the names of files: enough to know them again. */
const FILE_CHARACTERS = 200;

/** A skill that has changed since is told of again. */
function keyOf({ id, digest }: { readonly id: string; readonly digest: string }): string {
  return `${id} ${digest}`;
}

/**
 * Opens the scope at a directory. A scan that did not fit the time is not tried again in this session: only one that is
 * stored by then answers.
 */
async function within<T>(
  start: string,
  { lookup, memory }: HookRequest,
  use: (scope: Scope) => Promise<T | undefined>,
): Promise<T | undefined> {
  const catalog = catalogFor(lookup);
  const key = `no time to scan ${start}`;
  const signal = memory.has(key) ? AbortSignal.abort() : lookup.signal;
  try {
    const { scan } = await openLookup({ ...lookup, start, ...(signal ? { signal } : {}) }, catalog);
    return await use(scan);
  } catch (error) {
    if (signal?.aborted) memory.claim([key]);
    if (error instanceof SkillscopeError && error.code === 'not-a-project') return undefined;
    throw error;
  } finally {
    catalog.close();
  }
}

/** Edits by the directory that their project is looked for from. What lies outside of where the agent works is left out. */
function byProject(
  edits: readonly Edit[],
  directories: readonly string[],
  project: string | undefined,
): ReadonlyMap<string, readonly Edit[]> {
  const roots = directories.filter(isAbsolute).flatMap((directory) => realDirectory(directory) ?? []);
  const projects = new Map<string, Edit[]>();
  const files = openFiles();
  for (const edit of edits) {
    const own = nearestDirectory(dirname(edit.path));
    if (own === undefined || isInstalled(edit.path, files) || isInstalled(own, files)) continue;
    if (project === undefined && !roots.some((root) => isWithin(root, own))) continue;
    const start = project ?? own;
    projects.set(start, [...(projects.get(start) ?? []), edit]);
  }
  return projects;
}

/** The real path of a directory, or of the nearest above it that is there. */
function nearestDirectory(directory: string): string | undefined {
  for (let current = directory; ; current = dirname(current)) {
    const real = realDirectory(current);
    if (real !== undefined || current === dirname(current)) return real;
  }
}

function realDirectory(directory: string): string | undefined {
  try {
    return realpathSync(directory);
  } catch {
    return undefined;
  }
}

function isWithin(root: string, inner: string): boolean {
  const path = relative(root, inner);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
