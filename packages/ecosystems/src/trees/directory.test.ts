import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDirectory } from './directory.ts';

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'tree-')));
  root = join(base, 'package');
  mkdirSync(join(root, 'skills/one'), { recursive: true });
  writeFileSync(join(root, 'skills/one/SKILL.md'), 'inside');
  writeFileSync(join(base, 'secret.md'), 'secret');
  mkdirSync(join(base, 'package-next-door'));
  writeFileSync(join(base, 'package-next-door/SKILL.md'), 'neighbour');
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const text = async (path: string) => openDirectory(root).text(path);

describe('a directory as a tree (A-19)', () => {
  it('lists by code point and reads what is inside', async () => {
    mkdirSync(join(root, 'skills/Two'));
    writeFileSync(join(root, 'skills/a'), '');
    const tree = openDirectory(root);
    expect(tree.list('skills')).toEqual([
      { name: 'Two', kind: 'directory' },
      { name: 'a', kind: 'file' },
      { name: 'one', kind: 'directory' },
    ]);
    expect(await tree.text('skills/one/SKILL.md')).toBe('inside');
    expect(tree.size('skills/one/SKILL.md')).toBe(6);
    expect(tree.list('skills/one/SKILL.md')).toBeUndefined();
    expect(tree.size('skills')).toBeUndefined();
  });

  it.each(['../secret.md', 'skills/../../secret.md', '/etc/hostname', 'skills//one/SKILL.md', './skills', 'a\0b'])(
    'does not reach %j',
    async (path) => {
      expect(await openDirectory(root).read(path, 100)).toMatchObject({ ok: false, reason: 'missing' });
      expect(openDirectory(root).list(path)).toBeUndefined();
    },
  );

  it('follows a link that stays inside, and knows that both routes are one file', async () => {
    symlinkSync('skills/one', join(root, 'alias'));
    const tree = openDirectory(root);
    expect(tree.list('')).toEqual([
      { name: 'alias', kind: 'directory' },
      { name: 'skills', kind: 'directory' },
    ]);
    expect(await tree.text('alias/SKILL.md')).toBe('inside');
    expect(tree.real('alias/SKILL.md')).toBe('skills/one/SKILL.md');
  });

  it.each([
    ['a file above', '../secret.md'],
    ['the directory above', '..'],
    ['a directory whose name starts like the root', '../package-next-door'],
    ['an absolute path', '/etc'],
    ['nothing', 'nowhere'],
    ['itself', 'out'],
  ])('refuses a link to %s', async (_name, target) => {
    symlinkSync(target, join(root, 'out'));
    const tree = openDirectory(root);
    expect(tree.list('')).toEqual([
      { name: 'out', kind: 'link' },
      { name: 'skills', kind: 'directory' },
    ]);
    expect(await tree.read('out', 100)).toMatchObject({ ok: false, reason: 'outside-artifact' });
    expect(await tree.read('out/SKILL.md', 100)).toMatchObject({ ok: false, reason: 'outside-artifact' });
    expect(tree.list('out')).toBeUndefined();
    expect(tree.size('out')).toBeUndefined();
    expect(tree.real('out')).toBeUndefined();
  });

  it('refuses a chain of links whose last one leads out', async () => {
    symlinkSync('second', join(root, 'first'));
    symlinkSync('../secret.md', join(root, 'second'));
    expect(await openDirectory(root).read('first', 100)).toMatchObject({ reason: 'outside-artifact' });
  });

  it('reads a hard link, as isolated package stores make them', async () => {
    linkSync(join(base, 'secret.md'), join(root, 'hard.md'));
    expect(await text('hard.md')).toBe('secret');
  });

  it('never opens a pipe', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const tree = openDirectory(root);
    expect(tree.list('')?.find(({ name }) => name === 'pipe')).toEqual({ name: 'pipe', kind: 'other' });
    expect(await tree.read('pipe', 100)).toMatchObject({ ok: false, reason: 'unreadable' });
  });

  it('keeps to the cap', async () => {
    expect(await openDirectory(root).read('skills/one/SKILL.md', 5)).toMatchObject({ ok: false, reason: 'too-large' });
    expect(await openDirectory(root).read('skills/one/SKILL.md', 6)).toMatchObject({ ok: true });
  });

  it('answers with nothing for a root that is gone', () => {
    const tree = openDirectory(join(base, 'gone'));
    expect(tree.list('')).toBeUndefined();
    expect(tree.size('package.json')).toBeUndefined();
  });

  it('tells what it looked at, absent things too', async () => {
    const seen: string[] = [];
    const tree = openDirectory(root, (path) => seen.push(path));
    tree.list('');
    await tree.text('skills/one/SKILL.md');
    tree.size('package.json');
    expect(new Set(seen)).toEqual(
      new Set([root, join(root, 'skills/one'), join(root, 'skills/one/SKILL.md'), join(root, 'package.json')]),
    );
  });
});
