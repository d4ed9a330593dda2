import { join } from 'node:path';
import { cleanLine, LIMITS, type Skipped } from '@skillscope/core';
import picomatch from 'picomatch';
import type { Files } from './files.ts';

/** The globs of one workspace, ready to be asked. */
export interface MemberGlobs {
  /** True when a path below the root, with `/` separators, is one of the members' directories. */
  matches(path: string): boolean;
  /** Directories below the root that match, by code point. `node_modules` is never entered, links are not followed. */
  expand(root: string, files: Files): readonly string[];
}

interface Glob {
  /** The part before the first sign with a meaning. */
  readonly base: string;
  /** How many directories below the base can match. */
  readonly depth: number;
  readonly matches: (path: string) => boolean;
}

/** Depth of `**`; members lie two or three directories deep. */
const ANY_DEPTH = 16;
/** Longest glob; expressions made of longer ones are somebody's attack, not somebody's layout. */
const GLOB_CHARACTERS = 1_024;
const GLOBS = 1_000;
const NEVER_ENTERED: ReadonlySet<string> = new Set(['node_modules', '.git', '.venv', '__pycache__']);
/** Members named as left out for their names; more say nothing new. */
const NAMED = 20;
/** Stars in one segment: each multiplies the time a match may take. */
const STARS = 3;

/** Globs as npm, pnpm, Yarn and Bun read them: `!` takes away, whatever leads out of the root counts for nothing. */
export function readMemberGlobs(globs: readonly string[]): MemberGlobs {
  const wanted: Glob[] = [];
  const unwanted: Glob[] = [];
  for (const glob of globs.slice(0, GLOBS)) {
    const negated = glob.startsWith('!');
    const path = normal(negated ? glob.slice(1) : glob);
    const compiled = path === undefined ? undefined : compile(path);
    if (compiled) (negated ? unwanted : wanted).push(compiled);
  }
  const matches = (path: string): boolean =>
    wanted.some((glob) => glob.matches(path)) && !unwanted.some((glob) => glob.matches(path));
  return { matches, expand: (root, files) => expand(root, files, wanted, matches) };
}

function expand(
  root: string,
  files: Files,
  wanted: readonly Glob[],
  matches: (path: string) => boolean,
): readonly string[] {
  const found = new Set<string>();
  const unplain = new Set<string>();
  /** Directory → how deep it was walked below. */
  const walked = new Map<string, number>();
  let budget = LIMITS.workspaceDirectories;

  function walk(path: string, depth: number): void {
    if (found.size >= LIMITS.workspaceMembers || budget <= 0) return;
    if (path !== '' && matches(path)) {
      if (isPlain(path)) found.add(path);
      else unplain.add(path);
    }
    if (depth === 0 || (walked.get(path) ?? -1) >= depth) return;
    walked.set(path, depth);
    budget -= 1;
    for (const { name, kind } of files.list(join(root, path)) ?? []) {
      if (kind !== 'directory' || NEVER_ENTERED.has(name)) continue;
      walk(path === '' ? name : `${path}/${name}`, depth - 1);
    }
  }

  for (const { base, depth } of wanted) {
    if (base.split('/').includes('node_modules')) continue;
    if (base === '' || files.isDirectory(join(root, base))) walk(base, depth);
  }
  if (found.size >= LIMITS.workspaceMembers || budget <= 0) files.skip(tooMany(root));
  for (const path of [...unplain].sort().slice(0, NAMED)) files.skip(unshowable(root, path));
  return [...found].sort();
}

/** Paths of members are shown, so one that hides or moves the text around it is no member. */
function isPlain(name: string): boolean {
  return /^[\x20-\x7e]+$/.test(name) || cleanLine(name) === name;
}

function unshowable(root: string, path: string): Skipped {
  const message =
    "The workspace's globs match this directory, whose path holds characters that cannot be shown, so it was left out.";
  return { path: cleanLine(join(root, path)), reason: 'unsupported', message };
}

function tooMany(root: string): Skipped {
  const message = `The workspace has more than ${LIMITS.workspaceMembers} members or ${LIMITS.workspaceDirectories} directories; the rest was left out.`;
  return { path: root, reason: 'too-many', message };
}

function compile(path: string): Glob | undefined {
  try {
    const { base, glob } = picomatch.scan(path);
    const segments = glob === '' ? [] : glob.split('/');
    return {
      base: glob === '' ? path : base,
      depth: segments.includes('**') || glob.includes('**') ? ANY_DEPTH : segments.length,
      matches: picomatch(path, { noextglob: true }),
    };
  } catch {
    return undefined;
  }
}

/** Without `./`, doubled and trailing slashes; `undefined` for the root itself and for what leads out of it. */
function normal(glob: string): string | undefined {
  if (glob.length > GLOB_CHARACTERS || glob.startsWith('/') || glob.includes('\\')) return undefined;
  const segments = glob.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0 || segments.includes('..')) return undefined;
  return segments.some((segment) => segment.split('*').length > STARS + 1) ? undefined : segments.join('/');
}
