import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFiles } from './files.ts';
import { isInstalled, outsideInstalled } from './installed-tree.ts';
import { findProject, projectsBelow } from './project.ts';
import { writeTree } from './trees/testing/write-tree.ts';

it.each([
  ['/app/node_modules/evil/src', '/app'],
  ['/app/node_modules', '/app'],
  ['/app/node_modules/.pnpm/a@1.0.0/node_modules/a', '/app'],
  ['/app/Node_Modules/evil', '/app'],
  ['/app/.venv/src/evil', '/app'],
  ['/app/env/lib/python3.13/site-packages/evil', '/app/env/lib/python3.13'],
  ['/usr/lib/python3/dist-packages/evil', '/usr/lib/python3'],
  ['/home/a/.m2/repository/org/evil', '/home/a/.m2'],
  ['/home/a/.gradle/caches/evil', '/home/a/.gradle'],
  ['/home/a/.cargo/registry/src/index-0123456789abcdef/evil-1.0.0', '/home/a/.cargo'],
  ['/cargo/registry/src/index-0123456789abcdef/evil-1.0.0', '/cargo/registry/src'],
  ['/cargo/git/checkouts/evil-0123456789abcdef/1234567', '/cargo/git/checkouts'],
  ['/go/pkg/mod/example.com/evil@v1.2.3/sub', '/go/pkg/mod/example.com'],
  ['/app/vendor/evil', '/app/vendor/evil'],
  ['/app/src/registry/src', '/app/src/registry/src'],
  ['/app/node_modules_old/a', '/app/node_modules_old/a'],
])('%s is looked at from %s', (path, expected) => {
  expect(outsideInstalled(path, openFiles())).toBe(expected);
  expect(isInstalled(path, openFiles())).toBe(path !== expected);
});

describe('a project is never what was installed', () => {
  it.each<[string, Record<string, string>]>([
    ['node_modules/evil', { 'node_modules/evil/package.json': '{}' }],
    ['node_modules/evil/src', { 'node_modules/evil/package.json': '{}', 'node_modules/evil/src/a.js': '' }],
    ['node_modules/evil', { 'node_modules/evil/package.json': '{}', 'node_modules/evil/.git/HEAD': '' }],
    ['vendor/a.b/evil', { 'vendor/modules.txt': '', 'vendor/a.b/evil/go.mod': 'module a.b/evil' }],
    ['vendor/x/evil', { 'vendor/composer/installed.json': '{}', 'vendor/x/evil/package.json': '{}' }],
    ['third/evil', { 'third/evil/.cargo-checksum.json': '{}', 'third/evil/Cargo.toml': '[package]' }],
    ['env/lib/python3.13/site-packages/evil', { 'env/lib/python3.13/site-packages/evil/pyproject.toml': '[project]' }],
  ])('%s answers for the application', (start, files) => {
    const root = writeTree({ 'package.json': '{}', ...files });
    expect(findProject(join(root, start))).toMatchObject({ directory: root });
  });

  it('has no project where nothing lies above, and suggests none', () => {
    const root = writeTree({ '.git/HEAD': '', 'node_modules/evil/package.json': '{}' });
    const start = join(root, 'node_modules', 'evil');
    expect(findProject(start)).toBeUndefined();
    expect(projectsBelow(dirname(start))).toEqual([]);
  });

  it('leaves a directory that is only called vendor alone', () => {
    const root = writeTree({ 'package.json': '{}', 'vendor/own/package.json': '{}' });
    mkdirSync(join(root, 'vendor', 'own', 'src'));
    expect(findProject(join(root, 'vendor', 'own', 'src'))).toMatchObject({ directory: join(root, 'vendor', 'own') });
  });
});
