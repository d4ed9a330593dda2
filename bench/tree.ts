import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDirectory } from './cached-directory.ts';
import { type Model, modelOf } from './tree/model.ts';
import { writeNpmTree } from './tree/npm.ts';
import { writeHoistedTree, writeIsolatedTree } from './tree/pnpm.ts';

/** `npm`: npm's own. `isolated`: pnpm's default, all links. `hoisted`: pnpm without links. */
export type Layout = 'npm' | 'isolated' | 'hoisted';

export interface Tree {
  readonly directory: string;
  readonly packages: number;
  /** Packages that ship a skill. */
  readonly withSkills: number;
  readonly skills: number;
}

/** Raise when the same arguments give another tree. */
const REVISION = 1;

/** A project of so many installed packages, the same at every call and on every machine. */
export function plantTree(layout: Layout, count: number): Tree {
  const model = modelOf(count);
  const directory = cachedDirectory(`tree-${layout}-${count}-${REVISION}`, (root) => {
    const manifest = manifestOf(model);
    writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    if (layout === 'npm') writeNpmTree(root, model, manifest);
    else if (layout === 'isolated') writeIsolatedTree(root, model);
    else writeHoistedTree(root, model);
  });
  const shipping = model.packages.filter(({ skills }) => skills > 0);
  return {
    directory,
    packages: model.packages.length,
    withSkills: shipping.length,
    skills: shipping.reduce((sum, { skills }) => sum + skills, 0),
  };
}

function manifestOf({ direct }: Model): object {
  const dependencies = Object.fromEntries(direct.map(({ name, version }) => [name, `^${version}`]));
  return { name: 'bench', version: '1.0.0', private: true, dependencies };
}
