import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestProject } from './fixtures/project.ts';

function members(...paths: readonly string[]) {
  return Object.fromEntries(paths.map((path) => [`${path}/package.json`, { name: path.replaceAll('/', '-') }]));
}

describe('the members of a workspace', () => {
  it.each([
    ['a star', ['packages/*'], ['packages/a', 'packages/b']],
    ['a literal', ['packages/a'], ['packages/a']],
    ['two stars', ['packages/**'], ['packages/a', 'packages/b', 'packages/group/c']],
    ['a negation', ['packages/**', '!packages/group/**'], ['packages/a', 'packages/b']],
    ['a negation before', ['!packages/b', 'packages/*'], ['packages/a']],
    ['a dot and a slash', ['./packages/*/'], ['packages/a', 'packages/b']],
    ['braces', ['packages/{a,group/c}'], ['packages/a', 'packages/group/c']],
    ['the way out', ['../*', 'packages/../../x', '/tmp/*'], []],
    ['a folder of installed packages', ['node_modules/*', '**/node_modules/*'], []],
    ['too many stars', ['packages/*a*b*c*d*'], []],
    ['nothing', [], []],
  ])('are found by globs: %s', async (_, globs, found) => {
    const project = openTestProject({
      'package.json': { name: 'root', workspaces: globs },
      ...members('packages/a', 'packages/b', 'packages/group/c', 'packages/a/node_modules/d', 'node_modules/e'),
      'packages/no-package/readme.md': '',
    });
    const { reading } = await project.read();
    expect(reading.members).toEqual(found);
  });

  it('are left out with a reason where their folders cannot be shown', async () => {
    const project = openTestProject({
      'package.json': { workspaces: ['packages/*'] },
      ...members('packages/a', 'packages/b\x1b[31mc', 'packages/d\u202ee'),
    });
    const { reading, skipped } = await project.read();
    expect(reading.members).toEqual(['packages/a']);
    expect(skipped).toEqual(
      ['packages/bc', 'packages/de'].map((path) => ({
        path: join(project.directory, path),
        reason: 'unsupported',
        message:
          "The workspace's globs match this directory, whose path holds characters that cannot be shown, so it was left out.",
      })),
    );
  });

  it.each([
    ['package.json', { 'package.json': { workspaces: ['packages/*'] } }],
    ['package.json, with packages', { 'package.json': { workspaces: { packages: ['packages/*'], nohoist: [] } } }],
    ['pnpm-workspace.yaml', { 'pnpm-workspace.yaml': "packages:\n- 'packages/*'\n- '!**/test/**'\n" }],
    ['pnpm-workspace.yaml in one line', { 'pnpm-workspace.yaml': "packages: ['packages/*'] # all\n" }],
  ])('are declared in %s', async (_, files) => {
    const project = openTestProject({ 'package.json': {}, ...files, ...members('packages/a', 'packages/b') });
    const from = await project.read('packages/a');
    expect([from.reading.root, from.reading.member]).toEqual([project.directory, 'packages/a']);
    expect(from.reading.members).toEqual(['packages/a', 'packages/b']);
  });

  it('leave out a project that no glob names', async () => {
    const project = openTestProject({
      'package.json': { workspaces: ['packages/*'] },
      ...members('packages/a', 'other'),
    });
    const { reading } = await project.read('other');
    expect([reading.root, reading.member, reading.members]).toEqual([join(project.directory, 'other'), undefined, []]);
  });

  it('are not looked for behind links', async () => {
    const project = openTestProject({ 'package.json': { workspaces: ['packages/**'] }, ...members('packages/a') });
    project.link('packages/loop', 'packages');
    const { reading } = await project.read();
    expect(reading.members).toEqual(['packages/a']);
  });

  it('are read beside a damaged one, which is reported', async () => {
    const project = openTestProject({
      'package.json': { workspaces: ['packages/*'] },
      ...members('packages/a'),
      'packages/b/package.json': '{',
    });
    const { reading, skipped } = await project.read();
    expect(reading.members).toEqual(['packages/a']);
    expect(skipped.map(({ path }) => path)).toEqual([join(project.directory, 'packages/b/package.json')]);
  });
});
