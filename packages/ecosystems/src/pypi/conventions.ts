import type { Marking } from '../contents/walk.ts';
import type { Tree } from '../tree.ts';

/** How an author came to put a skill where it lies. */
export interface Convention extends Marking {
  /** Where to look, below the artifact's root. */
  readonly folder: string;
  /** True where every SKILL.md at any depth below the folder is one. */
  readonly nested: boolean;
}

/** Convention of a SKILL.md in an import package itself. */
export const PACKAGE_ENTRY = '<package>/SKILL.md';

/** Folders whose skills are samples, tests, patterns for other projects or somebody else's. */
const PRUNED: ReadonlySet<string> = new Set(
  `__pycache__ _tests _vendor doc docs example examples fixture fixtures node_modules spec template templates test
  testing tests third_party vendor vendored`.split(/\s+/),
);

/** Folders between an import package and its `skills`, as in `<package>/ai_agents/skills`. */
const DEPTH = 2;

/** True for a folder that holds nothing meant for a library's users. */
export function isPruned(name: string): boolean {
  return name.startsWith('.') || PRUNED.has(name);
}

/**
 * The convention by which a SKILL.md counts; `undefined` where it follows none. `base` is the folder of import packages
 * below the artifact's root; what lies elsewhere is data that an installer put into the environment.
 */
export function conventionOf(entry: string, base: string, tree: Tree): Convention | undefined {
  const isData = base !== '' && !entry.startsWith(`${base}/`);
  const start = isData || base === '' ? [] : base.split('/');
  const folders = entry.split('/').slice(start.length, -1);
  const folderAt = (count: number): string => [...start, ...folders.slice(0, count)].join('/');

  const agents = folders.findIndex((name, index) => name === '.agents' && folders[index + 1] === 'skills');
  const skills = folders.indexOf('skills');
  const way = folders.slice(0, agents >= 0 ? agents : skills >= 0 ? skills : folders.length);
  if (way.some(isPruned)) return undefined;

  const label = folders.slice(0, way.length + (agents >= 0 ? 2 : 1)).join('/');
  if (agents >= 0) {
    const standing = isData || way.length === 0 ? 'unusual' : 'usual';
    return { folder: folderAt(way.length + 2), nested: true, standing, convention: label };
  }
  const depth = isData ? 0 : packageDepth(way, folderAt, tree);
  if (skills >= 0) {
    if (way.length > depth + DEPTH) return undefined;
    const standing = !isData && way.length === depth && depth > 0 ? 'usual' : 'unusual';
    return { folder: folderAt(way.length + 1), nested: true, standing, convention: label };
  }
  if (isData || way.length === 0) return undefined;
  if (way.length === depth)
    return { folder: folderAt(depth), nested: false, standing: 'unusual', convention: PACKAGE_ENTRY };
  if (way.at(-1) !== 'skill' || way.length > depth + DEPTH) return undefined;
  return { folder: folderAt(way.length), nested: false, standing: 'unusual', convention: way.join('/') };
}

/** How many folders deep the import package lies: folders above it, without an `__init__.py`, are shared with others. */
function packageDepth(way: readonly string[], folderAt: (count: number) => string, tree: Tree): number {
  for (let count = 1; count <= way.length; count += 1) {
    if (tree.size(`${folderAt(count)}/__init__.py`) !== undefined) return count;
  }
  return Math.min(way.length, 1);
}
