import type { Walk } from '../contents/walk.ts';
import { join, nameOf } from '../trees/paths.ts';
import { isPruned, PACKAGE_ENTRY } from './conventions.ts';

/** Folders of a source tree where import packages lie. */
const LAYOUTS = ['src', 'lib', 'python'];

/** Folders of a source tree that hold copies or environments. */
const COPIES: ReadonlySet<string> = new Set(['build', 'dist', 'env', 'site-packages', 'venv']);

/** Looks into a source directory that is used in place: where it keeps skills itself, then in its import packages. */
export function findInSource(walk: Walk): void {
  const names = foldersIn('', walk);
  if (hasFolder('', '.agents', walk)) walk.below('.agents/skills', { standing: 'usual', convention: '.agents/skills' });
  if (names.includes('skills')) walk.below('skills', { standing: 'usual', convention: 'skills' });
  const inside = LAYOUTS.filter((name) => names.includes(name)).flatMap((layout) =>
    foldersIn(layout, walk).map((name) => join(layout, name)),
  );
  const packages = [...names.filter((name) => name !== 'skills' && !LAYOUTS.includes(name)), ...inside];
  findInPackages(
    packages.filter((path) => !COPIES.has(nameOf(path))),
    walk,
  );
}

/** Folders below an import package, or below what several share, that are looked into. */
const DEPTH = 2;

/** Looks into import packages, and into folders without an `__init__.py` that may hold some. */
export function findInPackages(paths: readonly string[], walk: Walk): void {
  for (const path of paths) lookInto(path, 0, false, walk);
}

function lookInto(path: string, depth: number, belowPackage: boolean, walk: Walk): void {
  const entries = walk.list(path) ?? [];
  const names = new Set(entries.map(({ name }) => name));
  const isPackage = names.has('__init__.py');
  const isTop = isPackage && !belowPackage;
  if (names.has('.agents')) {
    const convention = `${path}/.agents/skills`;
    walk.below(convention, { standing: 'usual', convention });
  }
  if (names.has('skills') && (isPackage || belowPackage)) {
    const convention = `${path}/skills`;
    walk.below(convention, { standing: isTop ? 'usual' : 'unusual', convention });
  }
  if (names.has('skill') && (isPackage || belowPackage))
    walk.in(`${path}/skill`, { standing: 'unusual', convention: `${path}/skill` });
  if (isTop && (names.has('SKILL.md') || names.has('skill.md')))
    walk.in(path, { standing: 'unusual', convention: PACKAGE_ENTRY });
  if (depth >= DEPTH) return;
  for (const { name, kind } of entries) {
    if (kind !== 'directory' || isPruned(name) || name === 'skills' || name === 'skill') continue;
    lookInto(join(path, name), depth + 1, belowPackage || isPackage, walk);
  }
}

function foldersIn(path: string, walk: Walk): readonly string[] {
  return (walk.list(path) ?? [])
    .filter(({ kind, name }) => kind === 'directory' && !isPruned(name))
    .map(({ name }) => name);
}

function hasFolder(path: string, wanted: string, walk: Walk): boolean {
  return walk.list(path)?.some(({ name, kind }) => name === wanted && kind === 'directory') ?? false;
}
