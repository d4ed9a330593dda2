import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import pypi from './index.ts';
import { install, makeEnvironment, metadataText, projectText, uvLockText } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

/** Puts `flask` of a version into an environment. */
function environment(path: string, version: string): string {
  install(sandbox, 'flask', { version, environment: path });
  return join(sandbox.directory, path);
}

/** The version that is answered for, and the notes. */
async function chosen(variables: Readonly<Record<string, string>> = {}, ask = '.') {
  const { reading } = await readIn(pypi, sandbox, { environment: variables, ask });
  return [reading.dependencies.find(({ name }) => name === 'flask')?.version, ...reading.notes.map(({ code }) => code)];
}

describe('which environment is answered for (A-2, A-16)', () => {
  beforeEach(() => sandbox.write('requirements.txt', 'flask\n'));

  it.each(['.venv', 'venv', 'env'])('the one in %s', async (path) => {
    environment(path, '1');
    expect(await chosen()).toEqual(['1']);
  });

  it('the active one before the one in the project, and says so', async () => {
    environment('.venv', '1');
    const active = environment('../elsewhere/active', '2');
    expect(await chosen({ VIRTUAL_ENV: active })).toEqual(['2', 'many-environments']);
  });

  it('the one in the project, where the active one is gone, is no environment, or is that one', async () => {
    const own = environment('.venv', '1');
    expect(await chosen({ VIRTUAL_ENV: join(sandbox.elsewhere, 'gone') })).toEqual(['1']);
    expect(await chosen({ VIRTUAL_ENV: sandbox.home })).toEqual(['1']);
    expect(await chosen({ VIRTUAL_ENV: own })).toEqual(['1']);
    expect(await chosen({ VIRTUAL_ENV: '.' })).toEqual(['1']);
  });

  it('the first of several in the project, and says so', async () => {
    environment('venv', '2');
    environment('.venv', '1');
    const { reading } = await readIn(pypi, sandbox);
    expect(reading.notes).toEqual([
      {
        code: 'many-environments',
        message: `There are several environments; ${sandbox.directory}/.venv (.venv) is used, ${sandbox.directory}/venv is not.`,
      },
    ]);
    expect(reading.evidence.installed).toEqual([join(sandbox.directory, '.venv/lib/python3.11/site-packages')]);
  });

  it('the one a file leads to: by its path, or by its name among those of a tool', async () => {
    environment('../elsewhere/one', '1');
    sandbox.write('.venv', '../elsewhere/one\n');
    expect(await chosen()).toEqual(['1']);
    environment('../home/.virtualenvs/named', '2');
    sandbox.write('.venv', 'named\n');
    expect(await chosen()).toEqual(['2']);
    environment('../elsewhere/work/named', '3');
    expect(await chosen({ WORKON_HOME: join(sandbox.elsewhere, 'work') })).toEqual(['3']);
  });

  it("conda's active one, but its base only where there is no other", async () => {
    const conda = environment('../elsewhere/conda', '9');
    expect(await chosen({ CONDA_PREFIX: conda, CONDA_DEFAULT_ENV: 'base' })).toEqual(['9']);
    environment('.venv', '1');
    expect(await chosen({ CONDA_PREFIX: conda, CONDA_DEFAULT_ENV: 'base' })).toEqual(['1']);
    expect(await chosen({ CONDA_PREFIX: conda, CONDA_DEFAULT_ENV: 'work' })).toEqual(['9', 'many-environments']);
  });

  it('one of a folder above, up to the repository and no further', async () => {
    sandbox.write('services/api/requirements.txt', 'flask\n');
    environment('../.venv', '9');
    expect(await chosen({}, 'services/api')).toEqual(['*', 'not-installed', 'no-lockfile']);
    mkdirSync(join(sandbox.directory, '.git'));
    environment('.venv', '1');
    expect(await chosen({}, 'services/api')).toEqual(['1']);
  });

  it('one that pyenv activates, but never a plain interpreter', async () => {
    sandbox.write('.python-version', 'work\n');
    environment('../home/.pyenv/versions/work', '1');
    environment('../elsewhere/pyenv/versions/work', '2');
    expect(await chosen()).toEqual(['1']);
    expect(await chosen({ PYENV_ROOT: join(sandbox.elsewhere, 'pyenv') })).toEqual(['2']);
    sandbox.write('.python-version', '../../../elsewhere/pyenv/versions/work\n');
    expect(await chosen()).toEqual(['*', 'not-installed', 'no-lockfile']);
    sandbox.write('../home/.pyenv/versions/3.11.7/lib/python3.11/site-packages/x.py', '');
    sandbox.write('.python-version', '3.11.7\n');
    expect(await chosen()).toEqual(['*', 'not-installed', 'no-lockfile']);
  });

  it('says when the one there holds nothing of the project', async () => {
    makeEnvironment(sandbox);
    const { reading } = await readIn(pypi, sandbox);
    expect(reading.notes[0]).toEqual({
      code: 'not-installed',
      message: `${sandbox.directory}/.venv holds none of what the project needs; run \`pip install -r requirements.txt\`.`,
    });
  });
});

describe('where tools keep environments (A-16)', () => {
  it('uv: the one in the project whatever is active, or the one a variable names', async () => {
    sandbox.write('pyproject.toml', projectText('app', ['flask']));
    sandbox.write('uv.lock', uvLockText());
    environment('.venv', '1');
    const active = environment('../elsewhere/active', '2');
    expect(await chosen({ VIRTUAL_ENV: active })).toEqual(['1', 'many-environments']);
    environment('named', '3');
    expect((await chosen({ UV_PROJECT_ENVIRONMENT: 'named' }))[0]).toBe('3');
  });

  it('uv: the one of the workspace, for a member', async () => {
    sandbox.write('pyproject.toml', '[tool.uv.workspace]\nmembers = ["packages/*"]\n');
    sandbox.write('packages/a/pyproject.toml', projectText('a', ['flask']));
    environment('.venv', '1');
    expect(await chosen({}, 'packages/a')).toEqual(['1']);
  });

  it("Poetry: below its cache, by the project's name and path, the one in use first", async () => {
    // Poetry names it after the real path, which is another in every test.
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(sandbox.directory).digest('base64url').slice(0, 8);
    sandbox.write('pyproject.toml', '[tool.poetry]\nname = "My App"\n[tool.poetry.dependencies]\nflask = "*"\n');
    const store = '../elsewhere/environments';
    environment(`${store}/my_app-${hash}-py3.11`, '11');
    environment(`${store}/my_app-${hash}-py3.9`, '9');
    environment(`${store}/other-${hash}-py3.12`, '12');
    const variables = { POETRY_VIRTUALENVS_PATH: join(sandbox.elsewhere, 'environments') };
    expect(await chosen(variables)).toEqual(['11', 'many-environments']);
    sandbox.write(`${store}/envs.toml`, `[my_app-${hash}]\nminor = "3.9"\npatch = "3.9.1"\n`);
    expect(await chosen(variables)).toEqual(['9', 'many-environments']);
    expect((await chosen({}))[0]).toBe('*');
    sandbox.write('poetry.toml', '[virtualenvs]\npath = "../elsewhere/environments"\n');
    expect((await chosen({}))[0]).toBe('9');
  });

  it("Pipenv: below its folder, by the project's folder and path", async () => {
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256').update(join(sandbox.directory, 'Pipfile')).digest();
    const name = `project-${digest.subarray(0, 6).toString('base64url').slice(0, 8)}`;
    sandbox.write('Pipfile', '[packages]\nflask = "*"\n');
    environment(`../home/.local/share/virtualenvs/${name}`, '1');
    environment(`../elsewhere/work/${name}-python3.11`, '2');
    environment('../elsewhere/work/custom', '3');
    const work = { WORKON_HOME: join(sandbox.elsewhere, 'work') };
    expect((await chosen(work))[0]).toBe('2');
    expect((await chosen({ ...work, PIPENV_CUSTOM_VENV_NAME: 'custom' }))[0]).toBe('3');
    if (process.platform === 'linux') expect(await chosen()).toEqual(['1', 'no-lockfile'].slice(0, 1));
  });

  it('PDM: by the interpreter it remembers, or without an environment', async () => {
    sandbox.write('pyproject.toml', projectText('app', ['flask'], '[tool.pdm]\n'));
    sandbox.write('__pypackages__/3.9/lib/flask-3.9.dist-info/METADATA', metadataText('flask', '3.9'));
    sandbox.write('__pypackages__/3.11/lib/flask-3.11.dist-info/METADATA', metadataText('flask', '3.11'));
    expect(await chosen()).toEqual(['3.11']);
    const remembered = environment('../elsewhere/remembered', '2');
    sandbox.write('.pdm-python', `${remembered}/bin/python\n`);
    expect((await chosen())[0]).toBe('2');
    sandbox.write('.pdm-python', '/usr/bin/python3\n');
    expect(await chosen()).toEqual(['3.11']);
  });

  it('pixi: in its own folder', async () => {
    sandbox.write('requirements.txt', 'flask\n');
    environment('.pixi/envs/default', '1');
    expect(await chosen()).toEqual(['1']);
  });
});

describe('how environments are laid out', () => {
  beforeEach(() => sandbox.write('requirements.txt', 'flask\nwheel; sys_platform == "win32"\n'));

  it('on Windows, where markers mean Windows', async () => {
    sandbox.write('.venv/pyvenv.cfg', 'home = C:\\Python311\nversion_info = 3.11.7.final.0\n');
    for (const name of ['flask', 'wheel'])
      sandbox.write(`.venv/Lib/site-packages/${name}-1.0.dist-info/METADATA`, metadataText(name, '1.0'));
    const { reading } = await readIn(pypi, sandbox);
    expect(reading.dependencies.map(({ name }) => name)).toEqual(['flask', 'wheel']);
  });

  it('by PyPy, and with a second folder for compiled code', async () => {
    sandbox.write('.venv/lib/pypy3.10/site-packages/x.py', '');
    sandbox.write('.venv/lib64/pypy3.10/site-packages/flask-1.0.dist-info/METADATA', metadataText('flask', '1.0'));
    const { reading } = await readIn(pypi, sandbox);
    expect(reading.dependencies.map(({ name, evidence }) => [name, evidence])).toEqual([['flask', 'installed']]);
    expect(reading.evidence.installed).toHaveLength(2);
  });

  it('with a link for the second folder, which counts once', async () => {
    const folder = install(sandbox, 'flask');
    symlinkSync('lib', join(sandbox.directory, '.venv/lib64'));
    const { reading } = await readIn(pypi, sandbox);
    expect(reading.evidence.installed).toEqual([folder]);
  });

  it('with folders of the interpreter behind them, where they say so', async () => {
    const system = '../elsewhere/usr/lib/python3/dist-packages';
    sandbox.write(`${system}/flask-0.9.egg-info`, metadataText('flask', '0.9'));
    sandbox.write(`${system}/rich-13.0.dist-info/METADATA`, metadataText('rich', '13.0'));
    sandbox.write('requirements.txt', 'flask\nrich\n');
    install(sandbox, 'flask');
    const settings = (shared: boolean) =>
      sandbox.write(
        '.venv/pyvenv.cfg',
        `home = ${sandbox.elsewhere}/usr/bin\ninclude-system-site-packages = ${shared}\nversion = 3.11.7\n`,
      );
    settings(true);
    const { reading } = await readIn(pypi, sandbox);
    expect(reading.dependencies.map(({ name, version }) => [name, version])).toEqual([
      ['flask', '1.0.0'],
      ['rich', '13.0'],
    ]);
    settings(false);
    expect((await readIn(pypi, sandbox)).reading.dependencies.map(({ evidence }) => evidence)).toEqual([
      'installed',
      'declared',
    ]);
  });

  it('with the version of Python that the settings name, where several lie there', async () => {
    install(sandbox, 'flask');
    sandbox.write('.venv/lib/python3.13/site-packages/flask-9.dist-info/METADATA', metadataText('flask', '9'));
    expect((await chosen())[0]).toBe('1.0.0');
    sandbox.write('.venv/pyvenv.cfg', 'version = 3.13.0\n');
    expect((await chosen())[0]).toBe('9');
  });
});
