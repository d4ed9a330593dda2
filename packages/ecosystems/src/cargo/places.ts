import { LIMITS, parseSkill } from '@skillscope/core';
import { openWalk, type Walk } from '../contents/walk.ts';
import type { Places } from '../ecosystem.ts';
import type { Tree } from '../tree.ts';
import { join } from '../trees/paths.ts';
import { readSymposium } from './symposium.ts';

/** Where crates ship skills. A crate's `.agents/skills` are for those who work on the crate and are left alone. */
export async function places(tree: Tree): Promise<Places> {
  const walk = openWalk(tree);
  const folders = new Set((walk.list('') ?? []).filter(({ kind }) => kind === 'directory').map(({ name }) => name));
  const layout = await readSymposium(tree, walk);

  if (layout.defaultFolder && folders.has('skills')) walk.below('skills', { standing: 'usual', convention: 'skills' });
  for (const path of layout.folders) {
    if (walk.list(path) === undefined)
      walk.skip(path, 'missing', 'The crate names this folder for its skills, and it is not in the crate.');
    else walk.below(path, { standing: 'usual', convention: 'symposium source.path' });
  }
  if (folders.has('.symposium'))
    walk.below('.symposium/skills', { standing: 'unusual', convention: '.symposium/skills' });
  if (folders.has('context')) await findContextSkills(tree, walk);
  return walk.places();
}

/** Documents in `context` that declare themselves skills; all others there are ordinary reading. */
async function findContextSkills(tree: Tree, walk: Walk): Promise<void> {
  const documents = (walk.list('context') ?? []).filter(({ name, kind }) => kind === 'file' && name.endsWith('.md'));
  for (const { name } of documents.slice(0, LIMITS.skillsPerArtifact)) {
    const path = join('context', name);
    const text = await tree.text(path, LIMITS.skillFileBytes);
    if (text && declaresSkill(text)) walk.file(path, { standing: 'usual', convention: 'context/*.md' });
  }
  const next = documents[LIMITS.skillsPerArtifact];
  if (next)
    walk.skip(join('context', next.name), 'too-many', `The first ${LIMITS.skillsPerArtifact} documents are looked at.`);
}

function declaresSkill(text: string): boolean {
  const reading = parseSkill(text);
  // One that says it is a skill and cannot be read as one is named among what was left out.
  if (!reading.ok)
    return (
      reading.reason !== 'no-frontmatter' &&
      /^[ \t]*type:[ \t]*["']?skill["']?[ \t]*$/m.test(text.slice(0, LIMITS.frontmatterBytes))
    );
  const { type, metadata } = reading.skill.frontmatter;
  return (
    type === 'skill' ||
    (typeof metadata === 'object' && metadata !== null && 'type' in metadata && metadata.type === 'skill')
  );
}
