import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProject, scan } from '@skillscope/ecosystems';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MonorepoMembers, monorepoEnvironment, writeMonorepo } from '../bench/tree/monorepo.ts';
import { command } from './helpers/command.ts';
import { plant } from './helpers/tree.ts';

/** One repository in which five managers have their members, asked from its root and from members of each kind. */
const SIZE = 200;
const root = plant({}, 'skillscope-monorepo-');
const environment = monorepoEnvironment(root);
const cache = plant({});
let members: MonorepoMembers;

beforeAll(() => {
  members = writeMonorepo(root, SIZE);
});
afterAll(() => {
  for (const directory of [root, cache]) rmSync(directory, { recursive: true, force: true });
});

interface Listed {
  readonly project: { readonly root: string; readonly member?: string; readonly ecosystems: readonly string[] };
  readonly libraries: readonly { readonly name: string; readonly members?: readonly string[] }[];
  readonly skipped: readonly unknown[];
  readonly notes: readonly { readonly code: string }[];
}

async function list(directory: string): Promise<Listed> {
  const { out } = await command(['list', '--json'], { directory: join(root, directory), cache, environment });
  return JSON.parse(out);
}

async function words(directory: string, subcommand: string): Promise<string> {
  return (await command([subcommand], { directory: join(root, directory), cache, environment })).out;
}

describe(`a monorepo of ${SIZE} members of five ecosystems (A-11)`, () => {
  it('is the union of all members at its root', async () => {
    const answer = await list('.');
    expect(answer.project).toEqual({ root, ecosystems: ['cargo', 'golang', 'maven', 'npm', 'pypi'] });
    expect(answer).toMatchObject({
      counts: { libraries: 472, direct: 472, skills: 27 },
      skipped: [],
    });
    expect(answer.notes.map(({ code }) => code)).toEqual(['no-lockfile', 'no-sources']);
    const shared = answer.libraries.find(({ name }) => name === 'shared-000');
    expect(shared?.members).toEqual(members.npm);
  });

  it('names a few members of the many that use a library', async () => {
    const out = await words('.', 'list');
    expect(out).toContain('(cargo, golang, maven, npm, pypi): 472 dependencies (472 direct), 27 ship 27 skills.');
    expect(out).toContain(
      'shared-000 1.0.0  [npm] direct, used by packages/packages-000, packages/packages-001, packages/packages-002, packages/packages-003, packages/packages-004 and 115 more\n',
    );
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThan(250);
  });

  it('says how many members each ecosystem has', async () => {
    const lines = (await words('.', 'status')).split('\n');
    expect(lines.filter((line) => line.includes('workspace of'))).toEqual([
      'cargo workspace of 21 members',
      'golang workspace of 20 members',
      'maven workspace of 10 members',
      'npm workspace of 120 members',
      'pypi workspace of 30 members',
    ]);
    expect(lines.length).toBeLessThan(40);
  });

  it.each<[string, string, readonly string[], object]>([
    ['npm', 'packages/packages-119', ['npm'], { libraries: 179, direct: 8, skills: 6 }],
    ['uv', 'services/services-029', ['pypi'], { libraries: 89, direct: 8, skills: 6 }],
    ['Cargo', 'crates/crates-019', ['cargo'], { libraries: 74, direct: 8, skills: 5 }],
    ['Go', 'tools/tools-019', ['golang'], { libraries: 74, direct: 8, skills: 5 }],
    ['Maven', 'apps/apps-009', ['maven'], { libraries: 54, direct: 8, skills: 4 }],
    ['npm and Cargo', 'packages/packages-000', ['cargo', 'npm'], { libraries: 82, direct: 14, skills: 7 }],
  ])('is what one member uses, asked from a member of %s', async (_manager, directory, ecosystems, counts) => {
    const answer = await list(directory);
    expect(answer).toMatchObject({ project: { root, member: directory, ecosystems }, counts, skipped: [] });
    expect(answer.libraries.filter((library) => library.members !== undefined)).toEqual([]);
    expect(await words(directory, 'list')).toMatch(`${directory} (${ecosystems.join(', ')}): `);
  });
});

it.each(['npm', 'pypi', 'cargo', 'golang', 'maven'] as const)(
  'looks at no more places than grow with the members: %s',
  async (ecosystem) => {
    const places = async (directory: string) => {
      const project = findProject(directory, [ecosystem]);
      if (!project) throw new Error(`There is no project of ${ecosystem}.`);
      const { observations } = await scan({ project, environment, home: cache });
      return observations.length;
    };
    const own = members[ecosystem].length;
    expect(await places(root)).toBeLessThan(250 + own * 12);
  },
);
