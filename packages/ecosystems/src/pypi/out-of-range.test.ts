import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import { isInRange } from './in-range.ts';
import pypi from './index.ts';
import { install, makeEnvironment, projectText, uvLockText } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

async function notes(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
  return (await readIn(pypi, sandbox)).reading.notes.map(({ code, message }) => `${code}: ${message}`);
}

const poetryLock = (version: string) => `[metadata]\n[[package]]\nname = "typer"\nversion = "${version}"\n`;

describe('locked versions that the manifest no longer allows (A-16)', () => {
  beforeEach(() => {
    makeEnvironment(sandbox);
    install(sandbox, 'typer', { version: '0.29.2' });
  });

  it.each([
    [
      'uv',
      {
        'pyproject.toml': projectText('app', ['typer<0.20']),
        'uv.lock': uvLockText({ name: 'typer', version: '0.29.2' }),
      },
      'uv.lock lacks 1 dependency that the project asks for (typer <0.20, locked 0.29.2); run `uv lock`.',
    ],
    [
      'poetry',
      {
        'pyproject.toml': '[tool.poetry]\nname = "app"\n[tool.poetry.dependencies]\ntyper = "^0.28.1"\n',
        'poetry.lock': poetryLock('0.29.2'),
      },
      'poetry.lock lacks 1 dependency that the project asks for (typer ^0.28.1, locked 0.29.2); run `poetry lock`.',
    ],
    [
      'pipenv',
      {
        Pipfile: '[packages]\ntyper = "<0.20"\n',
        'Pipfile.lock': '{"_meta": {}, "default": {"typer": {"version": "==0.29.2"}}, "develop": {}}',
      },
      'Pipfile.lock lacks 1 dependency that the project asks for (typer <0.20, locked 0.29.2); run `pipenv lock`.',
    ],
    [
      'compiled requirements',
      {
        'requirements.in': 'typer<0.20\n',
        'requirements.txt': 'typer==0.29.2\n    # via -r requirements.in\n',
      },
      'requirements.txt lacks 1 dependency that the project asks for (typer <0.20, locked 0.29.2); write it anew.',
    ],
  ])('are said of a lockfile of %s', async (_, files, message) => {
    expect(await notes(files)).toEqual([`lock-outdated: ${message}`]);
  });

  const lock = { 'uv.lock': uvLockText({ name: 'typer', version: '0.29.2' }) };
  it.each([
    [
      'a condition that does not hold',
      { 'pyproject.toml': projectText('app', ["typer<0.20; python_version < '3.9'"]) },
    ],
    ['a condition that cannot be read', { 'pyproject.toml': projectText('app', ['typer<0.20; nonsense']) }],
    ['a range that is met', { 'pyproject.toml': projectText('app', ['typer>=0.29,<1']) }],
    [
      'an override',
      {
        'pyproject.toml': projectText('app', ['typer<0.20'], '[tool.uv]\noverride-dependencies = ["typer==0.29.2"]\n'),
      },
    ],
    [
      'another source',
      {
        'pyproject.toml': projectText(
          'app',
          ['typer<0.20'],
          '[tool.uv.sources]\ntyper = { git = "https://example.com/typer" }\n',
        ),
      },
    ],
    [
      'a list that no lockfile is made from',
      { 'pyproject.toml': projectText('app', ['typer']), 'requirements.txt': 'typer<0.20\n' },
    ],
    [
      'one of several locked versions',
      {
        'pyproject.toml': projectText('app', ['typer'], '[dependency-groups]\nold = ["typer<0.20"]\n'),
        'uv.lock': uvLockText({ name: 'typer', version: '0.19.0' }, { name: 'typer', version: '0.29.2' }),
      },
    ],
    [
      'entries for several machines',
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "app"\n[tool.poetry.dependencies]\ntyper = [{ version = "<0.20", python = "<3.9" }, { version = ">=0.20", python = ">=3.9" }]\n',
        'poetry.lock': poetryLock('0.29.2'),
      },
    ],
  ])('are not said because of %s', async (_, files) => {
    const hasLock = Object.keys(files).some((name) => name.endsWith('.lock'));
    expect(await notes({ ...(hasLock ? {} : lock), ...files })).toEqual([]);
  });
});

describe('installed versions that the manifest does not allow (A-16)', () => {
  beforeEach(() => {
    makeEnvironment(sandbox);
  });

  it('are said where no lockfile says which is right', async () => {
    install(sandbox, 'typer', { version: '0.26.0' });
    const build = '[build-system]\nrequires = ["hatchling"]\n';
    expect(await notes({ 'pyproject.toml': projectText('app', ['typer>=99'], build) })).toEqual([
      'out-of-range: 1 installed version is not what the project asks for (typer >=99, installed 0.26.0); run `pip install -e .`.',
    ]);
  });

  it.each([
    ['an extra', projectText('app', ['typer'], '[project.optional-dependencies]\nnew = ["typer>=99"]\n')],
    ['an address', projectText('app', ['typer @ https://example.com/typer-99.tar.gz'])],
  ])('are not said because of %s', async (_, text) => {
    install(sandbox, 'typer', { version: '0.26.0' });
    expect(await notes({ 'pyproject.toml': text })).toEqual([]);
  });

  it('are not said of what was installed from a repository', async () => {
    const directUrl = { url: 'https://example.com/typer', vcs_info: { vcs: 'git', commit_id: '0'.repeat(40) } };
    install(sandbox, 'typer', { version: '0.26.0', directUrl });
    expect(await notes({ 'pyproject.toml': projectText('app', ['typer>=99']) })).toEqual([]);
  });
});

it.each([
  ['1.5', '', true],
  ['1.5', '>=1,<2', true],
  ['2.0', '>=1,<2', false],
  ['1.5', '==1.*', true],
  ['1.5.post1', '~=1.4', true],
  ['2.1.0+cpu', '==2.1.0', true],
  ['2.0rc1', '>=1', true],
  ['1.9', '^1.2', true],
  ['2.0', '^1.2', false],
  ['0.3.1', '^0.2.3', false],
  ['0.2.9', '^0.2.3', true],
  ['0.0.4', '^0.0.3', false],
  ['1.2.9', '~1.2.3', true],
  ['1.3', '~1.2', false],
  ['1.9', '~1', true],
  ['1.2', '1.2', true],
  ['1.3', '1.2', false],
  ['1.3', '1.2.*', false],
  ['2.0a1', '^1.2', undefined],
  ['1.5', '<1 || >2', undefined],
  ['1.5', '>=1 <1.2', undefined],
  ['1.5', '===1.6', undefined],
  ['dev', '>=1', undefined],
])('whether %s lies in %j: %j', (version, range, expected) => {
  expect(isInRange(version, range)).toBe(expected);
});
