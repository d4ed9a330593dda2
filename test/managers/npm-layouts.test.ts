import { join } from 'node:path';
import type { Dependency } from '@skillscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexArtifact } from '../../packages/ecosystems/src/contents/index.ts';
import { readNpmProject, summarize } from '../../packages/ecosystems/src/npm/fixtures/project.ts';
import npm from '../../packages/ecosystems/src/npm/index.ts';
import { openTree } from '../../packages/ecosystems/src/trees/index.ts';
import { INSTALL_TIMEOUT, LAYOUT_NAMES, prepare } from './npm-harness.ts';

/** One workspace, installed by every manager in every layout it has: the answers are the same. */
describe.each(LAYOUT_NAMES)('a workspace installed by %s', (name) => {
  let root: string;
  beforeAll(() => {
    root = prepare(name);
  }, INSTALL_TIMEOUT);

  it('A-11 A-16 A-25 answers from the root for all members', async () => {
    const { reading, skipped } = await readNpmProject(root);
    expect(reading.root).toBe(root);
    expect(reading.members).toEqual(['packages/a', 'packages/b']);
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/%40electric-sql/client@1.5.28 in packages/a, packages/b',
      'direct installed pkg:npm/%40fixture/b@1.0.0?path=packages%2Fb in packages/a',
      'direct installed pkg:npm/%40optique/core@1.3.6 in ., packages/a',
      'direct installed pkg:npm/%40tanstack/virtual-file-routes@1.161.4 in packages/a, packages/b',
      'direct installed pkg:npm/%40tanstack/virtual-file-routes@1.162.0 in packages/a',
      'direct installed pkg:npm/local-lib@0.1.0?path=libs%2Flocal in packages/a',
      'transitive installed pkg:npm/%40microsoft/fetch-event-source@2.0.1 via @electric-sql/client in packages/a, packages/b',
    ]);
    expect(reading.notes).toEqual([]);
    expect(skipped).toEqual([]);
    expect(reading.evidence.locked).toHaveLength(1);
    expect(reading.evidence.installed).not.toEqual([]);
  });

  it('A-2 A-25 answers from a member with what that member gets', async () => {
    const { reading } = await readNpmProject(join(root, 'packages/a'));
    expect([reading.root, reading.member]).toEqual([root, 'packages/a']);
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/%40fixture/b@1.0.0?path=packages%2Fb',
      'direct installed pkg:npm/%40tanstack/virtual-file-routes@1.161.4 as routes-alias',
      'direct installed pkg:npm/%40tanstack/virtual-file-routes@1.162.0',
      'direct installed pkg:npm/local-lib@0.1.0?path=libs%2Flocal',
      'transitive installed pkg:npm/%40electric-sql/client@1.5.28 via @fixture/b',
      'transitive installed pkg:npm/%40microsoft/fetch-event-source@2.0.1 via @fixture/b > @electric-sql/client',
      'transitive installed pkg:npm/%40optique/core@1.3.6 via local-lib',
    ]);
    const other = await readNpmProject(join(root, 'packages/b'));
    expect(summarize(other.reading.dependencies)).toEqual([
      'direct installed pkg:npm/%40electric-sql/client@1.5.28',
      'direct installed pkg:npm/%40tanstack/virtual-file-routes@1.161.4',
      'transitive installed pkg:npm/%40microsoft/fetch-event-source@2.0.1 via @electric-sql/client',
    ]);
  });

  it('A-17 A-19 leads to artifacts that hold that version and its skills', async () => {
    const { reading } = await readNpmProject(root);
    const found: Record<string, unknown> = {};
    for (const dependency of reading.dependencies) found[idOf(dependency)] = await contentsOf(dependency);
    expect(found).toEqual({
      '@electric-sql/client@1.5.28': ['1.5.28', false, 8],
      '@fixture/b@1.0.0': ['1.0.0', true, 0],
      '@microsoft/fetch-event-source@2.0.1': ['2.0.1', false, 0],
      '@optique/core@1.3.6': ['1.3.6', false, 1],
      '@tanstack/virtual-file-routes@1.161.4': ['1.161.4', false, 0],
      '@tanstack/virtual-file-routes@1.162.0': ['1.162.0', false, 1],
      'local-lib@0.1.0': ['0.1.0', true, 1],
    });
  });
});

function idOf({ name, version }: Dependency): string {
  return `${name}@${version}`;
}

/** The version in the artifact itself, whether it may change, and how many skills it ships. */
async function contentsOf({
  artifact,
}: Dependency): Promise<readonly [version: unknown, mutable: boolean, skills: number]> {
  if (!artifact) throw new Error('The package is not there.');
  const tree = await openTree(artifact);
  if ('reason' in tree) throw new Error(tree.message);
  const manifest: { readonly version?: unknown } = JSON.parse((await tree.text('package.json')) ?? '{}');
  const { skills } = await indexArtifact(tree, npm);
  tree.close();
  return [manifest.version, artifact.mutable, skills.length];
}
