import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePackage } from './contents.ts';
import type { Model, Package } from './model.ts';

/** What npm installs: a flat `node_modules`, second versions inside their dependents, package-lock.json version 3. */
export function writeNpmTree(root: string, model: Model, manifest: object): void {
  writeFlat(root, model);
  const entries = Object.fromEntries(
    model.packages.map((item) => [pathOf(item), lockEntry(item)] as const).sort(byPath),
  );
  const lock = (packages: object) =>
    `${JSON.stringify({ name: 'bench', version: '1.0.0', lockfileVersion: 3, requires: true, packages }, undefined, 2)}\n`;
  writeFileSync(join(root, 'package-lock.json'), lock({ '': manifest, ...entries }));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), lock(entries));
}

/** The packages alone, as a manager without links lays them out. */
export function writeFlat(root: string, model: Model): void {
  for (const item of model.packages) writePackage(join(root, pathOf(item)), item);
  mkdirSync(join(root, 'node_modules/.bin'));
}

export function integrityOf({ name, version }: Package): string {
  return `sha512-${createHash('sha512').update(`${name}@${version}`).digest('base64')}`;
}

function pathOf({ name, inside }: Package): string {
  return `${inside ? `${pathOf(inside)}/` : ''}node_modules/${name}`;
}

function lockEntry(item: Package): object {
  const { name, version, dependencies } = item;
  const short = name.slice(name.indexOf('/') + 1);
  return {
    version,
    resolved: `https://packages.example/${name}/-/${short}-${version}.tgz`,
    integrity: integrityOf(item),
    license: 'MIT',
    dependencies: Object.fromEntries([...dependencies].map(([key, target]) => [key, `^${target.version}`])),
    engines: { node: '>=18' },
  };
}

function byPath([a]: readonly [string, object], [b]: readonly [string, object]): number {
  return a < b ? -1 : 1;
}
