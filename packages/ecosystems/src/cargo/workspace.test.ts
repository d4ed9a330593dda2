import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import cargo from './index.ts';
import { lockText, manifestText } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

async function read(ask = '.') {
  return (await readIn(cargo, sandbox, { ask })).reading;
}

describe('which packages are members', () => {
  it.each([
    ['listed', 'members = ["a", "nested/b"]', ['a', 'nested/b']],
    ['matched by a star', 'members = ["crates/*"]', ['crates/x', 'crates/y']],
    ['matched by part of a name', 'members = ["crates/x*"]', ['crates/x']],
    ['matched by one character', 'members = ["crates/?"]', ['crates/x', 'crates/y']],
    ['matched by a set', 'members = ["crates/[!x]"]', ['crates/y']],
    ['matched by a range', 'members = ["crates/[a-x]"]', ['crates/x']],
    ['matched at any depth', 'members = ["nested/**"]', ['nested/b', 'nested/deep/c']],
    ['not excluded', 'members = ["crates/*"]\nexclude = ["crates/y"]', ['crates/x']],
    ['listed although excluded', 'members = ["crates/y"]\nexclude = ["crates"]', ['crates/y']],
    ['path dependencies of members', 'members = ["leads"]', ['a', 'leads']],
    ['whatever default-members says', 'members = ["a", "nested/b"]\ndefault-members = ["a"]', ['a', 'nested/b']],
    ['there at all', 'members = ["a", "missing", "empty"]', ['a']],
    ['given as text', 'members = [1, "a", [], {}]', ['a']],
  ])('takes those that are %s', async (_, workspace, members) => {
    for (const path of ['a', 'nested/b', 'nested/deep/c', 'crates/x', 'crates/y'])
      sandbox.write(join(path, 'Cargo.toml'), manifestText(path.replaceAll('/', '-')));
    sandbox.write('leads/Cargo.toml', manifestText('leads', '[dependencies]\na = { path = "../a" }\n'));
    sandbox.write('empty/readme.md', '');
    sandbox.write('Cargo.toml', `[workspace]\n${workspace}\n`);
    expect((await read()).members).toEqual(members);
  });

  it('takes the package at the root too', async () => {
    sandbox.write('Cargo.toml', `${manifestText('root', '[dependencies]\na = { path = "a" }\n')}[workspace]\n`);
    sandbox.write('a/Cargo.toml', manifestText('a'));
    const { members, dependencies } = await read();
    expect(members).toEqual(['a']);
    expect(dependencies).toMatchObject([{ name: 'a', source: 'workspace', members: ['.'] }]);
  });

  it('does not take a path dependency outside the root, nor one that belongs to another workspace', async () => {
    sandbox.write('w/Cargo.toml', '[workspace]\nmembers = ["a"]\n');
    sandbox.write('w/a/Cargo.toml', manifestText('a', '[dependencies]\nkit = { path = "../../other/kit" }\n'));
    sandbox.write('other/Cargo.toml', '[workspace]\nmembers = ["kit"]\n[workspace.package]\nversion = "7.0.0"\n');
    sandbox.write('other/kit/Cargo.toml', '[package]\nname = "kit"\nversion.workspace = true\n');
    const { members, dependencies } = await read('w');
    expect(members).toEqual(['a']);
    expect(dependencies).toMatchObject([{ name: 'kit', version: '7.0.0', source: 'path' }]);
  });

  it('does not search outside the root', async () => {
    sandbox.write('outside/Cargo.toml', manifestText('outside'));
    sandbox.write('w/Cargo.toml', `[workspace]\nmembers = ["../*", "${sandbox.directory}/*"]\n`);
    const { reading, observations } = await readIn(cargo, sandbox, { ask: 'w' });
    expect(reading.members).toEqual([]);
    expect(observations.filter(([path]) => path.startsWith(join(sandbox.directory, 'outside')))).toEqual([]);
  });

  it('withstands a pattern made to take long', async () => {
    sandbox.write(join('a'.repeat(200), 'Cargo.toml'), manifestText('long'));
    sandbox.write('Cargo.toml', `[workspace]\nmembers = ["${'a*'.repeat(2_000)}b", "${'**/'.repeat(500)}x"]\n`);
    expect((await read()).members).toEqual([]);
  });
});

describe('which workspace a package belongs to', () => {
  it('finds the root above', async () => {
    sandbox.write('Cargo.toml', '[workspace]\nmembers = ["crates/deep/a"]\n');
    sandbox.write('crates/deep/a/Cargo.toml', manifestText('a'));
    expect(await read('crates/deep/a')).toMatchObject({ root: sandbox.directory, member: 'crates/deep/a' });
  });

  it('follows the pointer of a package that lies elsewhere', async () => {
    sandbox.write('w/Cargo.toml', '[workspace]\nmembers = ["../a"]\n');
    sandbox.write('a/Cargo.toml', manifestText('a', 'workspace = "../w"\n'));
    expect(await read('a')).toMatchObject({ root: join(sandbox.directory, 'w'), member: '../a' });
  });

  it('leaves an excluded package to itself', async () => {
    sandbox.write('Cargo.toml', '[workspace]\nmembers = ["a"]\nexclude = ["b"]\n');
    sandbox.write('a/Cargo.toml', manifestText('a'));
    sandbox.write('b/Cargo.toml', manifestText('b'));
    const { root, member, members, notes } = await read('b');
    expect({ root, member, members, notes }).toEqual({
      root: join(sandbox.directory, 'b'),
      member: undefined,
      members: [],
      notes: [],
    });
  });

  it('reads a package alone that its workspace does not list, and says so', async () => {
    sandbox.write('Cargo.toml', '[workspace]\nmembers = ["a"]\n');
    sandbox.write('b/Cargo.toml', manifestText('b'));
    const { root, notes } = await read('b');
    expect(root).toBe(join(sandbox.directory, 'b'));
    expect(notes.map(({ code }) => code)).toEqual(['not-a-member']);
  });

  it('stays with a package that is a workspace of its own', async () => {
    sandbox.write('Cargo.toml', '[workspace]\nmembers = ["*"]\n');
    sandbox.write('own/Cargo.toml', `${manifestText('own')}[workspace]\n`);
    expect((await read('own')).root).toBe(join(sandbox.directory, 'own'));
  });
});

describe('what a member uses', () => {
  beforeEach(() => {
    sandbox.write(
      'Cargo.toml',
      `[workspace]
members = ["a", "b"]
[workspace.dependencies]
renamed = { package = "rand", version = "0.9" }
b = { path = "b" }
`,
    );
    sandbox.write('a/Cargo.toml', manifestText('a', '[dependencies]\nb.workspace = true\nrand = "0.8"\n'));
    sandbox.write(
      'b/Cargo.toml',
      manifestText('b', '[dependencies]\nrenamed.workspace = true\n[dev-dependencies]\ncriterion = "1"\n'),
    );
    sandbox.write(
      'Cargo.lock',
      lockText(
        { name: 'a', source: null, uses: ['b', 'rand 0.8.5'] },
        { name: 'b', source: null, uses: ['criterion', 'rand 0.9.1'] },
        { name: 'criterion' },
        { name: 'rand', version: '0.8.5', uses: ['rand_core'] },
        { name: 'rand', version: '0.9.1', uses: ['rand_core'] },
        { name: 'rand_core' },
      ),
    );
  });

  const shown = async (ask: string) =>
    (await read(ask)).dependencies.map(
      ({ name, version, relation, via, alias, members }) =>
        `${name} ${version} ${relation} [${via}] ${alias ?? '-'} ${members ?? '-'}`,
    );

  it('A-2 A-25 gives each member the versions that member resolves', async () => {
    expect(await shown('a')).toEqual([
      'b 1.0.0 direct [] - -',
      'rand 0.8.5 direct [] - -',
      'rand 0.9.1 transitive [b] - -',
      'rand_core 1.0.0 transitive [rand] - -',
    ]);
    expect(await shown('b')).toEqual([
      'criterion 1.0.0 direct [] - -',
      'rand 0.9.1 direct [] renamed -',
      'rand_core 1.0.0 transitive [rand] - -',
    ]);
  });

  it('joins them at the root, and says which member uses what', async () => {
    expect(await shown('.')).toEqual([
      'b 1.0.0 direct [] - a',
      'criterion 1.0.0 direct [] - b',
      'rand 0.8.5 direct [] - a',
      'rand 0.9.1 direct [] renamed a,b',
      'rand_core 1.0.0 transitive [rand] - a,b',
    ]);
  });
});
