import { lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { LIMITS } from '@skillscope/core';
import { isInstalled, openFiles } from '@skillscope/ecosystems';
import type { Scope } from '../scope.ts';
import { LOCK_FILE } from './lock.ts';

/** A file of the project that may say something about trust. */
export interface TrustFile {
  readonly kind: 'own' | 'package' | 'pnpm' | 'go' | 'lock';
  /** Absolute. */
  readonly path: string;
  /** `undefined`: it is there and cannot be read. */
  readonly text: string | undefined;
  /** False for a file above the project's root, in the same repository: there only our own policies count. */
  readonly isInProject: boolean;
}

/** As much of a scope as says where its files lie. */
export type Placed = Pick<Scope, 'directory' | 'root' | 'ecosystems' | 'notes'>;

export const OWN_FILE = 'skillscope.json';

/**
 * Reads what may hold a policy, from the project's directory up to the root of its repository, without one all the way
 * up, and the lock at the project's root. Most projects have none, so each file costs one look unless it is there.
 */
export function findTrustFiles(scope: Placed): readonly TrustFile[] {
  const files: TrustFile[] = [];
  const { inside, above } = directoriesOf(scope);
  const isNpm = scope.ecosystems.some(({ id }) => id === 'npm');
  let foundPnpm = false;

  function take(path: string, kind: TrustFile['kind'], isInProject: boolean, isWanted?: (text: string) => boolean) {
    const read = readWhole(path);
    if (read === undefined || (read.text !== undefined && isWanted && !isWanted(read.text))) return read !== undefined;
    files.push({ kind, path, text: read.text, isInProject });
    return true;
  }

  for (const directory of [...inside, ...above]) {
    const isInProject = inside.includes(directory);
    take(join(directory, OWN_FILE), 'own', isInProject);
    take(join(directory, 'package.json'), 'package', isInProject, mentionsPolicy);
    if (isNpm && isInProject && !foundPnpm)
      foundPnpm = take(join(directory, 'pnpm-workspace.yaml'), 'pnpm', true, mentionsPermissions);
  }
  if (scope.notes.some(({ code }) => code === 'chosen-skills'))
    for (const path of goFilesOf(scope)) take(path, 'go', true);
  if (inside.includes(scope.root)) take(join(scope.root, LOCK_FILE), 'lock', true);
  return files;
}

/**
 * Up to the project's root, and above it up to the outermost repository that holds it: a repository within another, as
 * submodules are, does not hide what the outer one says.
 */
function directoriesOf({ directory, root }: Placed) {
  // A workspace file may lie anywhere that a variable points to.
  const isAbove = directory === root || directory.startsWith(root.endsWith(sep) ? root : root + sep);
  if (isAbove) return { inside: [...upFrom(directory, root)], above: repositoryAbove(root) };
  const places = isInstalled(root, openFiles()) ? [directory] : [directory, root];
  return { inside: places, above: [...new Set(places.flatMap(repositoryAbove))].filter((at) => !places.includes(at)) };
}

/**
 * The directories above one, up to the outermost that is the root of a repository. Without a repository nothing says where
 * the project's own end, so all count: a policy only narrows.
 */
function repositoryAbove(directory: string): readonly string[] {
  const all = [...upFrom(directory)];
  const outermost = all.findLastIndex((at) => statSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined);
  return outermost < 0 ? all.slice(1) : all.slice(1, outermost + 1);
}

function* upFrom(directory: string, end?: string): Iterable<string> {
  for (let at = directory; ; at = dirname(at)) {
    yield at;
    if (at === end || dirname(at) === at) return;
  }
}

/** Of the members asked about; a scan has read them, and is made anew once one of them changes. */
function goFilesOf({ ecosystems }: Placed): readonly string[] {
  return ecosystems
    .filter(({ id }) => id === 'golang')
    .flatMap(({ evidence }) => evidence.declared.filter((path) => path.endsWith('go.mod')));
}

/** `text` is `undefined` for what is there and cannot be read; the result is, for what is not there. */
function readWhole(path: string): { readonly text: string | undefined } | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (!stat.isFile() || stat.size > LIMITS.manifestBytes || isLinkedLock(path)) return { text: undefined };
    return { text: readFileSync(path, 'utf8').replace(/^\uFEFF/, '') };
  } catch {
    return { text: undefined };
  }
}

/** Approvals count where a review sees them, not where a link in the project leads. */
function isLinkedLock(path: string): boolean {
  return basename(path) === LOCK_FILE && lstatSync(path).isSymbolicLink();
}

/** True where one of the keys may be there, also escaped, or in an encoding in which it cannot be seen. */
function mentionsPolicy(text: string): boolean {
  return (
    text.includes('"skillscope"') ||
    text.includes('"intent"') ||
    text.includes('\\u') ||
    text.includes('\0') ||
    text.startsWith('\uFFFD')
  );
}

function mentionsPermissions(text: string): boolean {
  return text.includes('permissions');
}
