import { headingsOf, LIMITS } from '@skillscope/core';
import { openWalk, type Walk } from '../contents/walk.ts';
import type { Label, Places } from '../ecosystem.ts';
import type { Tree } from '../tree.ts';
import { join } from '../trees/paths.ts';

/** Where JVM libraries ship skills: in the jar, in the sources published beside it, in a module of the same build. */
export async function places(tree: Tree): Promise<Places> {
  const walk = openWalk(tree);
  const folders = foldersIn('', walk);
  if (folders.includes('META-INF')) await findInMetaInf('META-INF', tree, walk);
  if (folders.includes('skill') && tree.size('META-INF/skill-library.properties') !== undefined)
    walk.in('skill', { standing: 'usual', convention: 'skill' });
  findBesideSources('', folders, tree, walk);
  if (folders.includes('src')) await findInSource(tree, walk);
  return walk.places();
}

async function findInMetaInf(folder: string, tree: Tree, walk: Walk): Promise<void> {
  walk.below(join(folder, 'skills'), { standing: 'usual', convention: 'META-INF/skills' });
  walk.below(join(folder, 'resources/skills'), { standing: 'usual', convention: 'META-INF/resources/skills' });
  const quarkus = join(folder, 'quarkus-skill.md');
  if (tree.size(quarkus) === undefined) return;
  walk.file(
    quarkus,
    { standing: 'usual', convention: 'META-INF/quarkus-skill.md' },
    await labelOf(quarkus, tree, walk),
  );
}

/** A module of the build: what it will ship, where it is written. */
async function findInSource(tree: Tree, walk: Walk): Promise<void> {
  for (const set of foldersIn('src', walk)) {
    if (set === 'test' || set.endsWith('Test')) continue;
    const folder = join('src', set);
    walk.below(join(folder, 'skills'), { standing: 'usual', convention: 'src/<set>/skills' });
    await findInMetaInf(join(folder, 'resources/META-INF'), tree, walk);
  }
}

/**
 * `skills` at the root, or in a folder for each Kotlin source set. In a jar of sources that is a convention; among
 * classes it is what the library itself loads at run time.
 */
function findBesideSources(root: string, folders: readonly string[], tree: Tree, walk: Walk): void {
  const sets = folders.filter((name) => /^[A-Za-z0-9]+(?:Main|Test)$/.test(name)).map((name) => join(root, name));
  const holders = [root, ...sets]
    .map((folder) => join(folder, 'skills'))
    .filter((path) => tree.list(path) !== undefined);
  if (holders.length === 0) return;
  const standing = holdsClasses(tree) ? 'unusual' : 'usual';
  for (const path of holders) walk.below(path, { standing, convention: path });
}

/** Folders looked into for a class file: every jar of classes has one near its root. */
const FOLDERS_FOR_CLASSES = 200;

function holdsClasses(tree: Tree): boolean {
  const queue = [''];
  for (let index = 0; index < Math.min(queue.length, FOLDERS_FOR_CLASSES); index++) {
    const folder = queue[index] ?? '';
    for (const { name, kind } of tree.list(folder) ?? []) {
      if (kind === 'file' && name.endsWith('.class')) return true;
      if (kind === 'directory' && name !== 'META-INF' && name !== 'skills') queue.push(join(folder, name));
    }
  }
  return false;
}

/** The guide of a Quarkus extension has no frontmatter: it goes by the extension's name, and says what it is about by its headings. */
async function labelOf(path: string, tree: Tree, walk: Walk): Promise<Label> {
  const name = artifactName(walk)?.replace(/-deployment$/, '') ?? 'quarkus-skill';
  const headings = headingsOf((await tree.text(path, LIMITS.skillFileBytes)) ?? '');
  const about = headings.length === 0 ? '.' : `: ${headings.slice(0, HEADINGS_NAMED).join(', ')}.`;
  return { name, description: `How to use the extension ${name}${about}` };
}

const HEADINGS_NAMED = 12;

/** What Maven wrote into the jar about itself, where it is alone there. */
function artifactName(walk: Walk): string | undefined {
  const [group, otherGroup] = foldersIn('META-INF/maven', walk);
  const [artifact, other] = group === undefined ? [] : foldersIn(join('META-INF/maven', group), walk);
  return otherGroup === undefined && other === undefined ? artifact : undefined;
}

function foldersIn(path: string, walk: Walk): readonly string[] {
  return (walk.list(path) ?? []).filter(({ kind }) => kind === 'directory').map(({ name }) => name);
}
