import type { Artifact } from '@skillscope/core';
import { openWalk, type Walk } from '../contents/walk.ts';
import type { Places } from '../ecosystem.ts';
import type { Tree } from '../tree.ts';
import { join } from '../trees/paths.ts';
import { namedInManifest } from './named-places.ts';

/** Where npm packages ship skills. */
export async function places(tree: Tree, artifact?: Artifact): Promise<Places> {
  const walk = openWalk(tree);
  const root = walk.list('') ?? [];
  const folders = new Set(root.filter(({ kind }) => kind === 'directory').map(({ name }) => name));

  if (folders.has('skills')) walk.below('skills', { standing: 'usual', convention: 'skills' });
  if (folders.has('.agents')) walk.below('.agents/skills', { standing: 'usual', convention: '.agents/skills' });
  if (root.some(({ name }) => name.toLowerCase() === 'skill.md'))
    walk.in('', { standing: 'usual', convention: 'SKILL.md' });
  if (folders.has('resources')) findBoost(walk);
  if (artifact?.namesSkills !== false) await namedInManifest(tree, walk);
  findUnusual(walk);
  return walk.places();
}

/** Folders whose skills, if any, are samples, tests or somebody else's, and folders that hold nothing but code. */
const PRUNED: ReadonlySet<string> = new Set(
  `__fixtures__ __mocks__ __tests__ doc docs example examples fixture fixtures meta node_modules spec template templates
  test tests vendor bin cjs commonjs es es5 es6 esm esm2015 esm5 locale locales types typings umd`.split(/\s+/),
);

/** Content that a tool hands out through its own command; agent-browser keeps its guides here. */
const RUN_TIME_CONTENT = 'skill-data';

/** How deep a `skills` folder in build output may lie, in folders above it, as in `lib/tools/skills`. */
const SEARCH_DEPTH = 2;

function findUnusual(walk: Walk): void {
  let level = [''];
  for (let depth = 0; depth < SEARCH_DEPTH; depth++) {
    const below: string[] = [];
    for (const directory of level) {
      for (const { name, kind } of walk.list(directory) ?? []) {
        if (kind !== 'directory' || name.startsWith('.') || PRUNED.has(name)) continue;
        const path = join(directory, name);
        if (name === SKILLS) {
          if (depth > 0) walk.below(path, { standing: 'unusual', convention: path });
        } else if (depth === 0 && name === RUN_TIME_CONTENT) {
          noteRunTimeContent(walk);
        } else if (depth === 0 && isTwinSet(name)) {
          walk.below(path, { standing: 'unusual', convention: path });
        } else {
          if (depth === 0) walk.in(path, { standing: 'unusual', convention: '<folder>/SKILL.md' });
          below.push(path);
        }
      }
    }
    level = below;
  }
  // Listing these thousands takes longer than all else here, and nothing but this one name is looked for in them.
  for (const directory of level) {
    const path = join(directory, SKILLS);
    if (walk.list(path) && walk.list(directory)?.some(({ name }) => name === SKILLS))
      walk.below(path, { standing: 'unusual', convention: path });
  }
}

const SKILLS = 'skills';

/** `skills-zh`, `skills-pt-BR`: the same skills in another language. */
function isTwinSet(name: string): boolean {
  return /^skills-[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(name);
}

function noteRunTimeContent(walk: Walk): void {
  const names = (walk.list(RUN_TIME_CONTENT) ?? []).filter(({ kind }) => kind === 'directory').map(({ name }) => name);
  const skills = names.filter((name) =>
    walk.list(join(RUN_TIME_CONTENT, name))?.some((file) => file.name === 'SKILL.md'),
  );
  if (skills.length > 0)
    walk.skip(
      RUN_TIME_CONTENT,
      'unsupported',
      `${skills.length} guides in here are handed out by the tool's own command and are not listed.`,
    );
}

const BOOST = 'resources/boost/skills';

function findBoost(walk: Walk): void {
  const marking = { standing: 'usual', convention: BOOST } as const;
  walk.children(BOOST, marking);
  for (const { name, kind } of walk.list(BOOST) ?? []) {
    if (kind !== 'directory') continue;
    const path = join(BOOST, name);
    const files = (walk.list(path) ?? []).map((file) => file.name);
    if (files.includes('SKILL.blade.php') && !files.includes('SKILL.md'))
      walk.skip(
        join(path, 'SKILL.blade.php'),
        'unsupported',
        'This is a program that makes a skill, and nothing is run.',
      );
  }
}
