import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ArtifactContents } from './contents/index.ts';
import { stampOf } from './files.ts';
import { findProject } from './project.ts';
import { scan } from './scan.ts';
import { withoutRootsPowers } from './trees/testing/without-roots-powers.ts';
import { skillText, writeTree } from './trees/testing/write-tree.ts';

it('looks again at a folder that could not be read, once that may be (A-17)', async () => {
  const root = realpathSync(
    writeTree({
      'package.json': '{ "name": "shop", "dependencies": { "cart": "^1.0.0" } }',
      'node_modules/cart/package.json': '{ "name": "cart", "version": "1.0.0" }',
      'node_modules/cart/skills/checkout/SKILL.md': skillText('checkout'),
    }),
  );
  const project = findProject(root);
  if (!project) throw new Error('The project was not found');
  const known = new Map<string, ArtifactContents>();
  const request = {
    project,
    environment: {},
    home: root,
    known: ({ path }: { readonly path: string }) => known.get(path),
    indexed: ({ path }: { readonly path: string }, _: unknown, contents: ArtifactContents) => known.set(path, contents),
  };
  const first = await withoutRootsPowers(root, 'node_modules/cart/skills', 0o000, () => scan(request));
  expect(first.scan.skipped.map(({ path, reason }) => [path, reason])).toEqual([['skills', 'unreadable']]);
  const folder = join(root, 'node_modules/cart/skills');
  expect(new Map(first.observations).get(folder)).not.toBe(stampOf(folder));

  const second = await scan(request);
  expect(second.scan.libraries.flatMap(({ skills }) => skills.map(({ name }) => name))).toEqual(['checkout']);
  expect(second.scan.skipped).toEqual([]);
});
