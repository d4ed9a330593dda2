import { describe, expect, it } from 'vitest';
import { openTestProject } from './fixtures/project.ts';

type Files = Readonly<Record<string, unknown>>;

async function rangesOf(files: Files, member?: string): Promise<readonly string[]> {
  const { reading } = await openTestProject(files).read(member);
  return reading.notes.filter(({ code }) => code === 'out-of-range').map(({ message }) => message);
}

function project(asked: Files, name = 'lib'): Files {
  return {
    'package.json': { name: 'app', ...asked },
    [`node_modules/${name}/package.json`]: { name, version: '1.4.0' },
  };
}

function said(list: string): string {
  return `1 installed version is not what the project asks for (${list}); run \`npm install\`.`;
}

describe('an installed version that a manifest does not ask for, without a lockfile', () => {
  it.each([
    ['another range', { dependencies: { lib: '^2.0.0' } }, 'lib ^2.0.0, installed 1.4.0'],
    ['another version', { devDependencies: { lib: '1.3.0' } }, 'lib 1.3.0, installed 1.4.0'],
    ['an optional one', { optionalDependencies: { lib: '~1.3.0' } }, 'lib ~1.3.0, installed 1.4.0'],
    ['an alias', { dependencies: { lib: 'npm:other@^2.0.0' } }, 'lib npm:other@^2.0.0, installed 1.4.0'],
  ])('A-16 %s', async (_, asked, list) => {
    expect(await rangesOf(project(asked))).toEqual([said(list)]);
  });

  it.each([
    ['a range that holds it', { dependencies: { lib: '^1.2.0' } }],
    ['any version', { dependencies: { lib: '*' } }],
    ['a tag', { dependencies: { lib: 'next' } }],
    ['an alias with a range that holds it', { dependencies: { lib: 'npm:other@^1.0.0' } }],
    ['a repository', { dependencies: { lib: 'github:owner/lib' } }],
    ['a directory', { dependencies: { lib: 'file:../lib' } }],
    ['a peer', { peerDependencies: { lib: '^2.0.0' } }],
    ['what an override decides', { dependencies: { lib: '^2.0.0' }, overrides: { lib: '1.4.0' } }],
    ['what is too long to be a range', { dependencies: { lib: '^2.0.0 || '.repeat(50_000) } }],
  ])('says nothing of %s', async (_, asked) => {
    expect(await rangesOf(project(asked))).toEqual([]);
  });

  it('leaves it to the remarks on the lockfile where there is one', async () => {
    const asked = { dependencies: { lib: '^2.0.0' } };
    const lock = { lockfileVersion: 3, packages: { '': asked, 'node_modules/lib': { version: '2.0.0' } } };
    expect(await rangesOf({ ...project(asked), 'package-lock.json': lock })).toEqual([]);
  });

  it('speaks of the member asked about', async () => {
    const files = {
      'package.json': { name: 'all', workspaces: ['a', 'b'] },
      'a/package.json': { name: 'a', dependencies: { lib: '^2.0.0' } },
      'b/package.json': { name: 'b', dependencies: { lib: '^1.0.0' } },
      'node_modules/lib/package.json': { name: 'lib', version: '1.4.0' },
    };
    expect(await rangesOf(files, 'a')).toEqual([said('lib ^2.0.0, installed 1.4.0')]);
    expect(await rangesOf(files, 'b')).toEqual([]);
    expect(await rangesOf(files)).toEqual([said('lib ^2.0.0, installed 1.4.0')]);
  });

  it('reads the range that a catalog holds', async () => {
    const files = project({
      workspaces: { packages: [], catalog: { lib: '^2.0.0' } },
      dependencies: { lib: 'catalog:' },
    });
    expect(await rangesOf(files)).toEqual([said('lib ^2.0.0, installed 1.4.0')]);
  });
});
