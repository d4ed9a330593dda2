import { cleanLine, LIMITS, type Skipped, type SkipReason } from '@skillscope/core';
import type { Label, Place, Places } from '../ecosystem.ts';
import type { Tree } from '../tree.ts';
import { join, nameOf, parentOf } from '../trees/paths.ts';

/** How the places found on one walk are marked. */
export interface Marking {
  readonly standing: Place['standing'];
  /** The convention as people write it, e.g. `dist/skills`. */
  readonly convention: string;
}

/**
 * Collects the places of one artifact. All walks on it share one budget of directories, so that no artifact can
 * keep a scan busy; whatever is cut off is named in `skipped`.
 */
export interface Walk {
  /** Every SKILL.md at any depth below a folder: skills may hold skills, and folders without an entry are categories. */
  below(folder: string, marking: Marking): void;
  /** `<folder>/<name>/SKILL.md`, one level. */
  children(folder: string, marking: Marking): void;
  /** `<folder>/SKILL.md`. True when there is one. */
  in(folder: string, marking: Marking): boolean;
  /** One file that is a skill by itself; with a label, also when it has no frontmatter. */
  file(path: string, marking: Marking, label?: Label): void;
  /** Entries of a directory, within the budget. */
  list(directory: string): ReturnType<Tree['list']>;
  skip(path: string, reason: SkipReason, message: string): void;
  places(): Places;
}

/** Folders that hold copies of other packages, or an author's working material, wherever they lie. */
const NEVER_BELOW: ReadonlySet<string> = new Set(['node_modules', '_artifacts', '.git']);

/** Folders of a skill for its own files: a SKILL.md in there is sample text. */
const PARTS_OF_A_SKILL: ReadonlySet<string> = new Set([
  'assets',
  'evals',
  'examples',
  'fixtures',
  'references',
  'scripts',
  'template',
  'templates',
]);

const REFUSED_LINK = 'This link leads out of the package or nowhere; it is not followed.';

export function openWalk(tree: Tree): Walk {
  const places: Place[] = [];
  const skipped: Omit<Skipped, 'purl'>[] = [];
  const listed = new Set<string>();
  let exhausted = false;
  let uncounted = 0;

  function skip(path: string, reason: SkipReason, message: string): void {
    if (skipped.length < LIMITS.skippedPerArtifact)
      skipped.push({ path: cleanLine(path, LIMITS.pathCharacters), reason, message });
    else uncounted += 1;
  }

  function list(directory: string): ReturnType<Tree['list']> {
    if (!listed.has(directory)) {
      if (listed.size >= LIMITS.directoriesPerArtifact) {
        if (!exhausted)
          skip(directory, 'too-many', `The search for skills ended after ${LIMITS.directoriesPerArtifact} folders.`);
        exhausted = true;
        return undefined;
      }
      listed.add(directory);
      if (isUnreadableFolder(tree, directory))
        skip(directory, 'unreadable', 'This folder cannot be listed, so skills in it are not found.');
    }
    return tree.list(directory);
  }

  function enter(folder: string, marking: Marking): boolean {
    const entry = entryName(list(folder) ?? []);
    if (!entry) return false;
    const path = join(folder, entry.name);
    if (entry.kind === 'file') {
      places.push({ ...marking, entry: path, extent: folder === '' ? 'root' : 'directory' });
    } else if (entry.kind === 'link') {
      skip(path, 'outside-artifact', REFUSED_LINK);
    } else {
      skip(path, 'unreadable', 'This is not a regular file.');
    }
    return entry.kind === 'file';
  }

  function below(folder: string, marking: Marking): void {
    const seen = new Set<string>();
    let tooDeep = false;
    const queue = [{ path: folder, depth: 0, inSkill: false }];
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { path, depth } = next;
      const real = tree.real(path);
      if (real === undefined || seen.has(real)) continue;
      seen.add(real);
      const inSkill = enter(path, marking) || next.inSkill;
      for (const { name, kind } of list(path) ?? []) {
        if (kind === 'link' && !name.endsWith('.md')) skip(join(path, name), 'outside-artifact', REFUSED_LINK);
        if (kind !== 'directory' || NEVER_BELOW.has(name) || (inSkill && PARTS_OF_A_SKILL.has(name))) continue;
        if (depth < LIMITS.skillDepth) {
          queue.push({ path: join(path, name), depth: depth + 1, inSkill });
        } else if (!tooDeep) {
          tooDeep = true;
          skip(join(path, name), 'too-deep', `Folders more than ${LIMITS.skillDepth} levels down are not searched.`);
        }
      }
    }
  }

  return {
    below,
    children(folder, marking) {
      for (const { name, kind } of list(folder) ?? []) {
        if (kind === 'directory' && !NEVER_BELOW.has(name)) enter(join(folder, name), marking);
        if (kind === 'link') skip(join(folder, name), 'outside-artifact', REFUSED_LINK);
      }
    },
    in: enter,
    file(path, marking, label) {
      places.push({ ...marking, entry: path, extent: 'file', ...(label === undefined ? {} : { label }) });
    },
    list,
    skip,
    places() {
      if (uncounted === 0) return { places, skipped };
      const rest = { path: '', reason: 'too-many', message: `${uncounted} more places were left out.` } as const;
      return { places, skipped: [...skipped, rest] };
    },
  };
}

/** True for a folder that is there and may not be listed. What is absent, or a file, is ordinary. */
function isUnreadableFolder(tree: Tree, path: string): boolean {
  if (tree.list(path) !== undefined || tree.real(path) === undefined) return false;
  const named = tree.list(parentOf(path))?.find(({ name }) => name === nameOf(path));
  return path === '' || named?.kind === 'directory';
}

/** `SKILL.md`, else `skill.md`, which the format's reference validator takes too. Exact, on every file system. */
function entryName(entries: NonNullable<ReturnType<Tree['list']>>) {
  return entries.find(({ name }) => name === 'SKILL.md') ?? entries.find(({ name }) => name === 'skill.md');
}
