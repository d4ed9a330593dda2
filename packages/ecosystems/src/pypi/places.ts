import { LIMITS } from '@skillscope/core';
import { openWalk, type Walk } from '../contents/walk.ts';
import type { Places } from '../ecosystem.ts';
import type { Tree } from '../tree.ts';
import { join, nameOf, parentOf } from '../trees/paths.ts';
import { conventionOf, PACKAGE_ENTRY } from './conventions.ts';
import { skillEntries } from './record.ts';
import { findInPackages, findInSource } from './source-places.ts';

/** Where Python distributions ship skills. */
export async function places(tree: Tree): Promise<Places> {
  const walk = openWalk(tree);
  let own: ReadonlySet<string> | undefined;
  if (tree.inside === '') findInSource(walk);
  else own = await findInstalled(tree, walk);
  const { places: found, skipped } = walk.places();
  return {
    places: found
      .filter(({ entry }) => own === undefined || own.has(entry))
      .map((place) => (place.convention === PACKAGE_ENTRY ? { ...place, extent: 'root' } : place)),
    skipped,
  };
}

/** Lists of a distribution's files, by what wrote them. */
const FILE_LISTS = ['RECORD', 'installed-files.txt'];

/**
 * Looks where the distribution's list of its own files says that a SKILL.md lies; returns those entries. Without such a
 * list, as in Debian's packages, it looks into the packages that its metadata names, all of which is its own.
 */
async function findInstalled(tree: Tree, walk: Walk): Promise<ReadonlySet<string> | undefined> {
  const { inside } = tree;
  for (const name of FILE_LISTS) {
    const path = join(inside, name);
    if (tree.size(path) === undefined) continue;
    const text = await tree.text(path, LIMITS.fileListBytes);
    if (text === undefined) {
      walk.skip(path, 'unreadable', 'The list of files is too large, or is not text.');
      continue;
    }
    return findListed(text, name === 'RECORD' ? inside : `${inside}/${name}`, tree, walk);
  }
  const base = parentOf(inside);
  const topLevel = await tree.text(join(inside, 'top_level.txt'));
  const packages = topLevel?.split(/\s+/).filter(Boolean) ?? [nameOf(inside).split('-', 1)[0] ?? ''];
  findInPackages(
    packages.map((name) => join(base, name)),
    walk,
  );
  return undefined;
}

function findListed(text: string, inside: string, tree: Tree, walk: Walk): ReadonlySet<string> {
  const entries = skillEntries(text, inside);
  if (entries.length > LIMITS.skillsPerArtifact)
    walk.skip(inside, 'too-many', `It lists ${entries.length} skills; ${LIMITS.skillsPerArtifact} are looked at.`);
  const own = new Set<string>();
  const folders = new Set<string>();
  for (const { path, written } of entries.slice(0, LIMITS.skillsPerArtifact)) {
    if (path === undefined) {
      walk.skip(written, 'outside-artifact', 'The distribution lists a skill outside its environment.');
      continue;
    }
    own.add(path);
    const convention = conventionOf(path, parentOf(tree.inside), tree);
    if (!convention || folders.has(convention.folder)) continue;
    folders.add(convention.folder);
    if (convention.nested) walk.below(convention.folder, convention);
    else walk.in(convention.folder, convention);
  }
  return own;
}
