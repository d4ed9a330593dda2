import { LIMITS } from '@skillscope/core';
import type { Walk } from '../contents/walk.ts';
import type { Tree } from '../tree.ts';
import { containedPath, nameOf, parentOf } from '../trees/paths.ts';
import { SKILL_FIELDS } from './manifest.ts';

/**
 * Skills that package.json names itself: `agents.skills[]`, `agentskills` (a list or a map of name to path) and
 * `aiAgentSkill` (a path, a list, or paths between commas). Whatever it names must lie inside the package.
 */
export async function namedInManifest(tree: Tree, walk: Walk): Promise<void> {
  const text = await tree.text('package.json');
  if (!text || !SKILL_FIELDS.some((key) => text.includes(`"${key}"`))) return;
  const manifest = parse(text);
  if (!isRecord(manifest)) return;
  for (const [key, paths] of [
    ['agents.skills', listed(isRecord(manifest.agents) ? manifest.agents.skills : undefined)],
    ['agentskills', agentskills(manifest.agentskills)],
    ['aiAgentSkill', aiAgentSkill(manifest.aiAgentSkill)],
  ] as const) {
    if (paths.length > LIMITS.skillsPerArtifact)
      walk.skip(
        'package.json',
        'too-many',
        `"${key}" names ${paths.length} skills; ${LIMITS.skillsPerArtifact} are read.`,
      );
    for (const path of paths.slice(0, LIMITS.skillsPerArtifact)) place(path, key, tree, walk);
  }
}

function place(written: unknown, key: string, tree: Tree, walk: Walk): void {
  if (typeof written !== 'string') {
    walk.skip('package.json', 'malformed', `"${key}" holds something that is no path.`);
    return;
  }
  const path = containedPath(written);
  if (path === undefined || path.split('/').includes('node_modules')) {
    walk.skip(written, 'outside-artifact', `"${key}" in package.json names a path outside the package.`);
    return;
  }
  const marking = { standing: 'usual', convention: key } as const;
  const isEntry = ENTRY_NAMES.has(nameOf(path));
  if (!isEntry && tree.size(path) !== undefined) {
    if (path.endsWith('.md')) walk.file(path, marking);
    else walk.skip(path, 'unsupported', `"${key}" in package.json names a file that is no markdown.`);
  } else if (walk.in(isEntry ? parentOf(path) : path, marking)) {
    return;
  } else if (path !== '' && !isEntry && tree.list(path)) {
    walk.below(path, marking);
  } else {
    walk.skip(path, 'missing', `"${key}" in package.json names a skill that is not in the package.`);
  }
}

const ENTRY_NAMES: ReadonlySet<string> = new Set(['SKILL.md', 'skill.md']);

function listed(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [null];
  return value.map((item: unknown) => (isRecord(item) ? item.path : item));
}

function agentskills(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return value === undefined ? [] : listed(value);
  return 'skills' in value
    ? isRecord(value.skills)
      ? Object.values(value.skills)
      : listed(value.skills)
    : Object.values(value);
}

function aiAgentSkill(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return listed(value);
  return value
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
