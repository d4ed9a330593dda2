import type { Walk } from '../contents/walk.ts';
import { join } from '../trees/paths.ts';
import { isPruned, PACKAGE_ENTRY } from './conventions.ts';

/** Folders of a source tree that hold copies or environments. */
const COPIES: ReadonlySet<string> = new Set(['build', 'dist', 'env', 'site-packages', 'venv']);

/** Looks into a source directory that is used in place: where it keeps skills itself, then in its import packages. */
export function findInSource(walk: Walk): void {
  const folders = foldersIn('', walk);
  if (folders.includes('.agents')) walk.below('.agents/skills', { standing: 'usual', convention: '.agents/skills' });
  if (folders.includes('skills')) walk.below('skills', { standing: 'usual', convention: 'skills' });
  const packages = folders.filter((name) => name !== 'skills' && !COPIES.has(name) && !isPruned(name));
  findInPackages(packages, walk);
}

/** Folders below an import package, or below what several share, that are looked into. */
const DEPTH = 2;

/** Looks into import packages, and into folders without an `__init__.py` that hold some. */
export function findInPackages(paths: readonly string[], walk: Walk): void {
  for (const path of paths) lookInto(path, 0, false, walk);
}

function lookInto(path: string, depth: number, belowPackage: boolean, walk: Walk): void {
  const entries = walk.list(path) ?? [];
  const names = new Set(entries.map(({ name }) => name));
  const isPackage = belowPackage || names.has('__init__.py');
  const isTop = isPackage && !belowPackage;
  if (names.has('.agents') && (isPackage || holdsPackage(path, walk))) {
    const convention = `${path}/.agents/skills`;
    walk.below(convention, { standing: 'usual', convention });
  }
  if (names.has('skills') && isPackage) {
    const convention = `${path}/skills`;
    walk.below(convention, { standing: isTop ? 'usual' : 'unusual', convention });
  }
  if (names.has('skill') && isPackage) walk.in(`${path}/skill`, { standing: 'unusual', convention: `${path}/skill` });
  if (isTop && (names.has('SKILL.md') || names.has('skill.md')))
    walk.in(path, { standing: 'unusual', convention: PACKAGE_ENTRY });
  if (depth >= DEPTH) return;
  for (const name of foldersIn(path, walk)) {
    if (isPruned(name) || name === 'skills' || name === 'skill') continue;
    lookInto(join(path, name), depth + 1, isPackage, walk);
  }
}

function holdsPackage(path: string, walk: Walk): boolean {
  return foldersIn(path, walk).some((folder) =>
    walk.list(join(path, folder))?.some(({ name }) => name === '__init__.py'),
  );
}

function foldersIn(path: string, walk: Walk): readonly string[] {
  return (walk.list(path) ?? []).filter(({ kind }) => kind === 'directory').map(({ name }) => name);
}
