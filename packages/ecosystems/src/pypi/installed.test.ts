import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Dependency } from '@skillscope/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import pypi from './index.ts';
import { COMMIT, install, makeEnvironment, metadataText, projectText, uvLockText } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

const SITE = '.venv/lib/python3.11/site-packages';

async function read(ask = '.') {
  const { reading, skipped } = await readIn(pypi, sandbox, { ask });
  return {
    ...reading,
    skipped: skipped.map(({ path, reason }) => [path.replace(`${sandbox.directory}/`, ''), reason]),
  };
}

async function only(name: string): Promise<Dependency | undefined> {
  return (await read()).dependencies.find((item) => item.name === name);
}

describe('what a distribution is (A-2, A-25)', () => {
  it('has the name its authors spell, and a list of files beside others', async () => {
    sandbox.write('requirements.txt', 'ruamel_yaml\n');
    const folder = install(sandbox, 'ruamel.yaml', { version: '0.18.6' });
    expect(await read()).toMatchObject({
      dependencies: [
        {
          purl: 'pkg:pypi/ruamel-yaml@0.18.6',
          name: 'ruamel.yaml',
          version: '0.18.6',
          relation: 'direct',
          via: [],
          evidence: 'installed',
          source: 'registry',
          summary: 'What ruamel.yaml is for',
          artifact: {
            kind: 'directory',
            path: folder,
            inside: 'ruamel_yaml-0.18.6.dist-info',
            manifest: 'ruamel_yaml-0.18.6.dist-info/METADATA',
            mutable: false,
          },
        },
      ],
      notes: [],
      skipped: [],
    });
  });

  it.each<[string, object, string, Dependency['source']]>([
    [
      'a commit',
      { url: 'https://example.com/x.git', vcs_info: { vcs: 'git', commit_id: COMMIT, requested_revision: 'main' } },
      `?vcs_url=git+https://example.com/x.git@${COMMIT}`,
      'git',
    ],
    [
      'an archive',
      { url: 'https://example.com/x-1.zip', archive_info: {} },
      '?download_url=https://example.com/x-1.zip',
      'url',
    ],
    ['a local archive', { url: 'file:///srv/x-1.whl', archive_info: {} }, '?path=', 'path'],
  ])('%s is no registry package', async (_name, directUrl, qualifier, source) => {
    sandbox.write('requirements.txt', 'x\n');
    install(sandbox, 'x', { directUrl });
    const found = await only('x');
    expect(decodeURIComponent(found?.purl ?? '')).toContain(`pkg:pypi/x@1.0.0${qualifier}`);
    expect(found?.source).toBe(source);
    expect(found?.artifact?.mutable).toBe(false);
  });

  it.each<[string, string, string | undefined]>([
    ['nothing', '', 'malformed'],
    ['broken JSON', '{"url": ', 'malformed'],
    ['a list', '[]', 'malformed'],
    ['an address that is none', '{"url": 5}', 'malformed'],
    ['no address', '{"vcs_info": {}}', 'malformed'],
    ['bytes', '\u0000', 'not-text'],
    ['more than is read', `{"url": "https://example.com/x.whl"}${' '.repeat(10_000_000)}`, 'too-large'],
    ['a byte-order mark', '\ufeff{"url": "https://example.com/x.whl", "archive_info": {}}', undefined],
  ])('is no registry package where direct_url.json holds %s (A-34)', async (_case, text, reason) => {
    sandbox.write('requirements.txt', 'x\ny\n');
    const folder = install(sandbox, 'x');
    sandbox.write(join(folder, 'x-1.0.0.dist-info/direct_url.json'), text);
    install(sandbox, 'y');
    sandbox.write(join(folder, 'y-1.0.0.dist-info/direct_url.json'), text);
    // Not complete, so that it is read another way.
    rmSync(join(folder, 'y-1.0.0.dist-info/RECORD'));
    sandbox.write(join(folder, 'y-1.0.0.dist-info/INSTALLER'), 'pip\n');
    const { dependencies, skipped } = await read();
    const address = reason === undefined ? 'https://example.com/x.whl' : 'unknown';
    expect(dependencies.map(({ purl, source }) => [decodeURIComponent(purl), source])).toEqual([
      [`pkg:pypi/x@1.0.0?download_url=${address}`, 'url'],
      [`pkg:pypi/y@1.0.0?download_url=${address}`, 'url'],
    ]);
    const noted = ['x', 'y'].map((name) => [`${SITE}/${name}-1.0.0.dist-info/direct_url.json`, reason]);
    expect(skipped).toEqual(reason === undefined ? [] : noted);
  });

  it('is no registry package where direct_url.json is no file (A-34)', async () => {
    sandbox.write('requirements.txt', 'x\n');
    const folder = install(sandbox, 'x');
    sandbox.write(join(folder, 'x-1.0.0.dist-info/direct_url.json/x'), '');
    expect((await only('x'))?.source).toBe('url');
  });

  it('keeps its identity where a lockfile names another index for that very version', async () => {
    sandbox.write('pyproject.toml', projectText('app', ['a', 'b']));
    sandbox.write('uv.lock', uvLockText({ name: 'a' }, { name: 'b', version: '2.0.0' }));
    install(sandbox, 'a');
    install(sandbox, 'b');
    const { dependencies } = await read();
    expect(dependencies.map(({ purl, lockedVersion }) => [decodeURIComponent(purl), lockedVersion])).toEqual([
      ['pkg:pypi/a@1.0.0?repository_url=https://index.example/simple', undefined],
      ['pkg:pypi/b@1.0.0', '2.0.0'],
    ]);
  });

  it('is not believed when its metadata names another', async () => {
    sandbox.write('requirements.txt', 'evil\n');
    const folder = install(sandbox, 'evil');
    sandbox.write(join(folder, 'evil-1.0.0.dist-info/METADATA'), metadataText('requests', '1.0.0'));
    expect((await read()).dependencies).toMatchObject([{ purl: 'pkg:pypi/evil@1.0.0', name: 'evil' }]);
  });

  it('is known by its folder where its metadata is damaged, too large or gone', async () => {
    sandbox.write('requirements.txt', 'a\nb\nc\n');
    const folder = makeEnvironment(sandbox);
    sandbox.write(join(folder, 'a-1.0.dist-info/METADATA'), '\u0000');
    sandbox.write(join(folder, 'b-2.0.dist-info/METADATA'), `${metadataText('b', '2.0')}${'x'.repeat(10_000_000)}`);
    sandbox.write(join(folder, 'c-3.0.dist-info/RECORD'), '');
    const { dependencies, skipped } = await read();
    expect(dependencies.map(({ name, version, evidence }) => [name, version, evidence])).toEqual([
      ['a', '1.0', 'installed'],
      ['b', '2.0', 'installed'],
      ['c', '3.0', 'installed'],
    ]);
    expect(skipped).toEqual([
      [`${SITE}/a-1.0.dist-info/METADATA`, 'not-text'],
      [`${SITE}/b-2.0.dist-info/METADATA`, 'too-large'],
    ]);
  });

  it('counts once where an upgrade was interrupted: what is complete, then what is newer', async () => {
    sandbox.write('requirements.txt', 'a\nb\n');
    const folder = makeEnvironment(sandbox);
    sandbox.write(join(folder, 'a-9.0.dist-info/METADATA'), metadataText('a', '9.0'));
    sandbox.write(join(folder, 'a-10.0.dist-info/METADATA'), metadataText('a', '10.0'));
    sandbox.write(join(folder, 'b-1.0.dist-info/METADATA'), metadataText('b', '1.0'));
    sandbox.write(join(folder, 'b-2.0.dist-info/RECORD'), '');
    sandbox.write(join(folder, '~a-3.0.dist-info/METADATA'), metadataText('a', '3.0'));
    const { dependencies, skipped } = await read();
    expect(dependencies.map(({ name, version }) => [name, version])).toEqual([
      ['a', '10.0'],
      ['b', '1.0'],
    ]);
    expect(skipped).toEqual([
      [`${SITE}/a-9.0.dist-info`, 'duplicate'],
      [`${SITE}/b-2.0.dist-info`, 'duplicate'],
    ]);
  });

  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ['an installer listed its files', { '1.0': 'RECORD' }, 'pkg:pypi/a@1.0', 'registry'],
    ['Debian left its name', { '1.0': 'INSTALLER' }, 'pkg:pypi/a@1.0', 'registry'],
    ['nobody says who put it there', { '1.0': 'WHEEL' }, `pkg:pypi/a@1.0?path=${escaped('a-1.0')}`, 'path'],
    ['another version looks like it', { '1.0': 'RECORD', '9.9': 'WHEEL' }, 'pkg:pypi/a@1.0', 'registry'],
    ['two are alike', { '1.0': 'RECORD', '9.9': 'RECORD' }, `pkg:pypi/a@9.9?path=${escaped('a-9.9')}`, 'path'],
  ])('has a proven name or lies in a folder: %s (A-34)', async (_case, versions, purl, source) => {
    sandbox.write('requirements.txt', 'a\n');
    const folder = makeEnvironment(sandbox);
    for (const [version, file] of Object.entries(versions)) {
      sandbox.write(join(folder, `a-${version}.dist-info/METADATA`), metadataText('a', version));
      sandbox.write(join(folder, `a-${version}.dist-info`, file), '');
    }
    const { dependencies } = await read();
    expect(dependencies.map((one) => [one.purl, one.source])).toEqual([[purl, source]]);
  });

  it('may be of an older format', async () => {
    sandbox.write('requirements.txt', 'folder\nfile\negg\n');
    const folder = makeEnvironment(sandbox);
    sandbox.write(join(folder, 'folder-1.0-py3.11.egg-info/PKG-INFO'), metadataText('folder', '1.0'));
    sandbox.write(join(folder, 'folder-1.0-py3.11.egg-info/requires.txt'), 'below>=1\n[extra]\nother\n');
    sandbox.write(join(folder, 'file-2.0.egg-info'), metadataText('file', '2.0'));
    sandbox.write(join(folder, 'egg-3.0-py3.11.egg/EGG-INFO/PKG-INFO'), metadataText('egg', '3.0'));
    install(sandbox, 'below');
    const { dependencies } = await read();
    expect(dependencies.map(({ name, version, via, artifact }) => [name, version, via, artifact?.inside])).toEqual([
      ['egg', '3.0', [], 'EGG-INFO'],
      ['file', '2.0', [], 'file-2.0.egg-info'],
      ['folder', '1.0', [], 'folder-1.0-py3.11.egg-info'],
      ['below', '1.0.0', ['folder'], 'below-1.0.0.dist-info'],
    ]);
  });

  it('lies in a store, where its installer only made links', async () => {
    sandbox.write('requirements.txt', 'a\n');
    const folder = install(sandbox, 'a');
    const store = join(sandbox.elsewhere, 'archive');
    sandbox.write(join(store, 'a-1.0.0.dist-info/RECORD'), '');
    renameSync(join(folder, 'a-1.0.0.dist-info/METADATA'), join(store, 'a-1.0.0.dist-info/METADATA'));
    symlinkSync(join(store, 'a-1.0.0.dist-info/METADATA'), join(folder, 'a-1.0.0.dist-info/METADATA'));
    expect((await only('a'))?.artifact).toMatchObject({ path: store, inside: 'a-1.0.0.dist-info' });
  });

  it('takes the whole environment, where it put skills among its data', async () => {
    sandbox.write('requirements.txt', 'tool\nother\n');
    const folder = install(sandbox, 'tool');
    install(sandbox, 'other');
    sandbox.write('.venv/skills/use/SKILL.md', '');
    sandbox.write(join(folder, 'tool-1.0.0.dist-info/RECORD'), '../../../skills/use/SKILL.md,,\n');
    expect((await only('tool'))?.artifact).toEqual({
      kind: 'directory',
      path: join(sandbox.directory, '.venv'),
      inside: 'lib/python3.11/site-packages/tool-1.0.0.dist-info',
      manifest: 'lib/python3.11/site-packages/tool-1.0.0.dist-info/METADATA',
      mutable: false,
    });
    expect((await only('other'))?.artifact?.path).toBe(folder);
  });
});

describe('what a distribution needs (A-16)', () => {
  it('is followed with extras, also those asked for later, on the shortest way', async () => {
    sandbox.write('requirements.txt', 'a\nb\n');
    install(sandbox, 'a', { requires: ['c', 'A[self]; extra == "self"', 'far; extra == "x"'] });
    install(sandbox, 'b', { requires: ['d'] });
    install(sandbox, 'c', { requires: ['e', "f; extra == 'more'"] });
    install(sandbox, 'd', { requires: ['C[more]', 'e'] });
    for (const name of ['e', 'f', 'far']) install(sandbox, name, { requires: name === 'e' ? ['a', 'c'] : [] });
    expect((await read()).dependencies.map(({ name, via }) => [name, ...via].join(' < '))).toEqual([
      'a',
      'b',
      'c < a',
      'd < b',
      'e < a < c',
      'f < a < c',
    ]);
  });

  it('is what the markers of its environment say', async () => {
    sandbox.write('requirements.txt', 'a\n');
    install(sandbox, 'a', {
      requires: [
        'old; python_version < "3.8"',
        'new; python_version >= "3.8"',
        'open; platform_release > "5"',
        'gone; platform_release > "5"',
      ],
    });
    for (const name of ['old', 'new', 'open']) install(sandbox, name);
    const { dependencies, notes } = await read();
    expect(dependencies.map(({ name, evidence }) => [name, evidence])).toEqual([
      ['a', 'installed'],
      ['gone', 'declared'],
      ['new', 'installed'],
      ['open', 'installed'],
    ]);
    expect(notes).toEqual([]);
  });

  it('is reported when it is not there', async () => {
    sandbox.write('requirements.txt', 'a\n');
    install(sandbox, 'a', { requires: ['below>=2'] });
    const { dependencies, notes } = await read();
    expect(dependencies.map(({ name, version, evidence, via }) => [name, version, evidence, via])).toEqual([
      ['a', '1.0.0', 'installed', []],
      ['below', '>=2', 'declared', ['a']],
    ]);
    expect(notes).toEqual([
      {
        code: 'partly-installed',
        message: '1 dependency is not installed (below); run `pip install -r requirements.txt`.',
      },
    ]);
  });
});

describe('distributions used in place (A-2, A-17)', () => {
  function project(path: string, name: string): string {
    sandbox.write(join(path, 'pyproject.toml'), projectText(name, ['below']));
    return path;
  }

  it.each<[string, (source: string) => void]>([
    [
      'direct_url.json',
      (source) =>
        install(sandbox, 'kit', { directUrl: { url: pathToFileURL(source).href, dir_info: { editable: true } } }),
    ],
    [
      'a path file',
      (source) => {
        const folder = install(sandbox, 'kit');
        sandbox.write(join(folder, '__editable__.kit-1.0.0.pth'), `import trap\n${source}/src\n`);
      },
    ],
    [
      'an egg link',
      (source) => {
        sandbox.write(join(makeEnvironment(sandbox), 'kit.egg-link'), `${source}\n.\n`);
        sandbox.write(join(source, 'kit.egg-info/PKG-INFO'), metadataText('kit', '1.0.0'));
      },
    ],
  ])('by %s', async (_name, make) => {
    const source = project(join(sandbox.elsewhere, 'kit'), 'kit');
    make(source);
    install(sandbox, 'below');
    sandbox.write('requirements.txt', 'kit\n');
    const { dependencies } = await read();
    expect(dependencies).toMatchObject([
      {
        purl: 'pkg:pypi/kit@1.0.0?path=..%2Felsewhere%2Fkit',
        source: 'path',
        evidence: 'installed',
        artifact: { path: source, manifest: 'pyproject.toml', mutable: true },
      },
      { name: 'below', via: ['kit'] },
    ]);
  });

  it('but not when the directory holds a project of another name', async () => {
    const source = project(join(sandbox.elsewhere, 'other'), 'other');
    install(sandbox, 'kit', { directUrl: { url: pathToFileURL(source).href, dir_info: { editable: true } } });
    sandbox.write('requirements.txt', 'kit\n');
    expect((await only('kit'))?.artifact?.path).toBe(join(sandbox.directory, SITE));
  });

  it('but not when the directory holds no distribution at all', async () => {
    sandbox.write(join(sandbox.elsewhere, 'notes/requirements.txt'), 'below\n');
    const url = pathToFileURL(join(sandbox.elsewhere, 'notes')).href;
    install(sandbox, 'kit', { directUrl: { url, dir_info: { editable: true } } });
    sandbox.write('requirements.txt', 'kit\n');
    expect((await only('kit'))?.artifact?.path).toBe(join(sandbox.directory, SITE));
  });

  it('a copy of a repository that a tool keeps in the environment is what was asked for', async () => {
    const source = project(join(sandbox.directory, '.venv/src/kit'), 'kit');
    install(sandbox, 'kit', { directUrl: { url: pathToFileURL(source).href, dir_info: { editable: true } } });
    install(sandbox, 'below');
    sandbox.write('requirements.txt', '-e git+https://example.com/kit@main#egg=kit\n');
    expect(await only('kit')).toMatchObject({ source: 'git', artifact: { path: source, mutable: true } });
  });

  it('without what only its own development lists', async () => {
    const source = project(join(sandbox.elsewhere, 'kit'), 'kit');
    sandbox.write(join(source, 'requirements.txt'), 'only-for-kit\n');
    sandbox.write(
      'pyproject.toml',
      projectText('app', ['kit'], '[tool.uv.sources]\nkit = { path = "../elsewhere/kit" }\n'),
    );
    expect((await read()).dependencies.map(({ name, via }) => [name, via])).toEqual([
      ['kit', []],
      ['below', ['kit']],
    ]);
  });

  it('the project itself is none of its dependencies, also when others need it', async () => {
    sandbox.write(
      'pyproject.toml',
      projectText('app', ['plugin', 'app[more]'], '[project.optional-dependencies]\nmore = ["extra"]\n'),
    );
    install(sandbox, 'app', {
      directUrl: { url: pathToFileURL(sandbox.directory).href, dir_info: { editable: true } },
    });
    install(sandbox, 'plugin', { requires: ['app'] });
    install(sandbox, 'extra');
    expect((await read()).dependencies.map(({ name, relation }) => [name, relation])).toEqual([
      ['extra', 'direct'],
      ['plugin', 'direct'],
    ]);
  });

  it('members of a workspace, installed or not', async () => {
    sandbox.write('pyproject.toml', '[tool.uv.workspace]\nmembers = ["packages/*"]\n');
    sandbox.write('packages/a/pyproject.toml', projectText('a', ['b', 'c']));
    sandbox.write(
      'packages/b/pyproject.toml',
      projectText('b', ['below'], '[dependency-groups]\ndev = ["only-for-b"]\n'),
    );
    sandbox.write('packages/c/pyproject.toml', projectText('c', []));
    install(sandbox, 'b', {
      directUrl: { url: pathToFileURL(join(sandbox.directory, 'packages/b')).href, dir_info: { editable: true } },
    });
    install(sandbox, 'below');
    const { dependencies, members, member } = await read('packages/a');
    expect({ members, member }).toEqual({ members: ['packages/a', 'packages/b', 'packages/c'], member: 'packages/a' });
    expect(dependencies.map(({ purl, source, via }) => [decodeURIComponent(purl), source, via])).toEqual([
      ['pkg:pypi/b@1.0.0?path=packages/b', 'workspace', []],
      ['pkg:pypi/c@0.1.0?path=packages/c', 'workspace', []],
      ['pkg:pypi/below@1.0.0', 'registry', ['b']],
    ]);
    const root = await read();
    expect(root.dependencies.map(({ name, members: users }) => [name, users])).toEqual([
      ['b', ['packages/a']],
      ['c', ['packages/a']],
      ['below', ['packages/a', 'packages/b']],
      ['only-for-b', ['packages/b']],
    ]);
  });
});

/** A metadata folder as a qualifier has it. */
function escaped(name: string): string {
  return encodeURIComponent(`${SITE}/${name}.dist-info`);
}

describe('the name that code imports it by', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['PyYAML', ['yaml/__init__.py', '_yaml/__init__.py', 'yaml/_yaml.cpython-311-x86_64-linux-gnu.so'], 'yaml'],
    ['one-module', ['module.py'], 'module'],
    ['compiled', ['fast.cpython-311-x86_64-linux-gnu.so'], 'fast'],
    ['Flask-Login', ['flask_login/__init__.py', 'other/__init__.py'], undefined],
    ['several', ['a/__init__.py', 'b/__init__.py'], undefined],
    ['space.inner', ['space/inner/__init__.py'], undefined],
  ])('%s with %j: %s', async (name, paths, alias) => {
    sandbox.write('requirements.txt', `${name}\n`);
    install(sandbox, name, { files: Object.fromEntries(paths.map((path) => [path, ''])) });
    expect((await only(name))?.alias).toBe(alias);
  });
});
