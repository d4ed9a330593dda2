import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openListed } from './listed.ts';
import { writeTree } from './testing/write-tree.ts';

it('shows files that lie elsewhere under the names of a list', async () => {
  const root = writeTree({ ab12: 'one', cd34: 'two' });
  const tree = openListed([
    ['package.json', { path: join(root, 'ab12'), size: 3 }],
    ['skills/use/SKILL.md', { path: join(root, 'cd34'), size: 3 }],
    ['./skills/use/more.md', { path: join(root, 'gone'), size: 3 }],
  ]);
  expect(tree.list('')).toEqual([
    { name: 'package.json', kind: 'file' },
    { name: 'skills', kind: 'directory' },
  ]);
  expect(tree.list('skills/use')?.map(({ name }) => name)).toEqual(['SKILL.md', 'more.md']);
  expect(tree.list('package.json')).toBeUndefined();
  expect(await tree.text('skills/use/SKILL.md')).toBe('two');
  expect(await tree.text('skills/use/more.md')).toBeUndefined();
  expect(await tree.read('skills/use/SKILL.md', 2)).toMatchObject({ ok: false, reason: 'too-large' });
  expect(await tree.read('absent', 9)).toMatchObject({ ok: false, reason: 'missing' });
  expect(tree.size('package.json')).toBe(3);
  expect(tree.size('skills')).toBeUndefined();
  expect([tree.real('skills'), tree.real('skills/use/SKILL.md'), tree.real('absent')]).toEqual([
    'skills',
    'skills/use/SKILL.md',
    undefined,
  ]);
});

it.each(['/etc/passwd', '../up.md', 'a/../../up.md', 'c:\\x', 'a\0b', '', '.', 'd/'.repeat(100).concat('x')])(
  'leaves out the name %j',
  (name) => {
    expect(openListed([[name, { path: '/nowhere', size: 1 }]]).list('')).toEqual([]);
  },
);

it('takes a name for the folder where it is both', () => {
  const file = { path: '/nowhere', size: 1 };
  for (const names of [
    ['a', 'a/b'],
    ['a/b', 'a'],
  ]) {
    const tree = openListed(names.map((name) => [name, file] as const));
    expect(tree.list('')).toEqual([{ name: 'a', kind: 'directory' }]);
    expect(tree.size('a')).toBeUndefined();
  }
});
