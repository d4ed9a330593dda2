import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { writePackage } from './contents.ts';
import type { Model, Package } from './model.ts';
import { integrityOf, writeFlat } from './npm.ts';

/** What pnpm installs by default: every package in a folder of its own, its dependencies linked beside it. */
export function writeIsolatedTree(root: string, model: Model): void {
  for (const item of model.packages) {
    writePackage(join(root, storeOf(item)), item);
    for (const [name, target] of item.dependencies) link(root, join(beside(item), name), target);
    if (!item.inside) link(root, join('node_modules/.pnpm/node_modules', item.name), item);
  }
  for (const item of model.direct) link(root, join('node_modules', item.name), item);
  writeState(root, model, 'isolated');
}

/** What pnpm installs with `nodeLinker: hoisted`: the layout of npm with the lockfile of pnpm. */
export function writeHoistedTree(root: string, model: Model): void {
  writeFlat(root, model);
  writeState(root, model, 'hoisted');
}

function writeState(root: string, model: Model, nodeLinker: string): void {
  const lock = lockfile(model);
  writeFileSync(join(root, 'pnpm-lock.yaml'), lock);
  const state = {
    layoutVersion: 5,
    nodeLinker,
    hoistPattern: ['*'],
    packageManager: 'pnpm@10.18.0',
    storeDir: 'store',
  };
  writeFileSync(join(root, 'node_modules/.modules.yaml'), JSON.stringify(state, undefined, 2));
  mkdirSync(join(root, 'node_modules/.pnpm'), { recursive: true });
  writeFileSync(join(root, 'node_modules/.pnpm/lock.yaml'), lock);
}

function lockfile({ direct, packages }: Model): string {
  const sorted = [...packages].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const importer = direct.flatMap(({ name, version }) => [
    `      '${name}':`,
    `        specifier: ^${version}`,
    `        version: ${version}`,
  ]);
  const described = sorted.flatMap((item) => [
    `  '${keyOf(item)}':`,
    `    resolution: {integrity: ${integrityOf(item)}}`,
    "    engines: {node: '>=18'}",
    '',
  ]);
  const snapshots = sorted.flatMap((item) => {
    const needs = [...item.dependencies].map(([name, { version }]) => `      '${name}': ${version}`);
    return needs.length === 0
      ? [`  '${keyOf(item)}': {}`, '']
      : [`  '${keyOf(item)}':`, '    dependencies:', ...needs, ''];
  });
  return [
    "lockfileVersion: '9.0'",
    '',
    'settings:\n  autoInstallPeers: true\n  excludeLinksFromLockfile: false',
    '',
    'importers:\n\n  .:\n    dependencies:',
    ...importer,
    '',
    'packages:',
    '',
    ...described,
    'snapshots:',
    '',
    ...snapshots,
  ].join('\n');
}

function link(root: string, path: string, target: Package): void {
  const from = join(root, path);
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(relative(dirname(from), join(root, storeOf(target))), from, 'dir');
}

/** The folder that Node looks into from a package of the store. */
function beside(item: Package): string {
  return join('node_modules/.pnpm', keyOf(item).replace('/', '+'), 'node_modules');
}

function storeOf(item: Package): string {
  return join(beside(item), item.name);
}

function keyOf({ name, version }: Package): string {
  return `${name}@${version}`;
}
