import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import pypi from './index.ts';
import { projectText } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

/** What is declared where nothing is locked or installed: `purl version`, sorted. */
async function declared(files: Readonly<Record<string, string>>, ask = '.') {
  for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
  const { reading, skipped } = await readIn(pypi, sandbox, { ask });
  return {
    found: reading.dependencies
      .map(({ purl, version }) => `${decodeURIComponent(purl.slice('pkg:pypi/'.length))} ${version}`)
      .sort(),
    skipped: skipped.map(({ path, line, reason }) => [path.slice(sandbox.directory.length + 1), line, reason]),
  };
}

describe('what a pyproject.toml declares (A-11, A-16)', () => {
  it('by the standard tables: dependencies, extras, groups that include others', async () => {
    const rest = `[project.optional-dependencies]
web = ["uvicorn[standard]>=0.20", "app[cli]"]
cli = ["rich"]
[dependency-groups]
test = ["pytest>8", { include-group = "lint" }]
lint = ["ruff"]
loop = [{ include-group = "loop" }]
`;
    expect(
      await declared({
        'pyproject.toml': projectText('app', ['Flask >=3,<4', 'tool @ https://example.com/t.whl'], rest),
      }),
    ).toEqual({
      found: [
        'flask >=3,<4',
        'pytest >8',
        'rich *',
        'ruff *',
        'tool?download_url=https://example.com/t.whl ',
        'uvicorn >=0.20',
      ],
      skipped: [],
    });
  });

  it('by the tables of uv, with the places its sources name', async () => {
    const rest = `[tool.uv]
dev-dependencies = ["pytest"]
[tool.uv.sources]
a = { git = "https://example.com/a", tag = "v1" }
b = { url = "https://example.com/b.whl" }
c = [{ path = "../c", marker = "sys_platform == 'linux'" }, { index = "torch" }]
d = { index = "torch" }
[[tool.uv.index]]
name = "torch"
url = "https://index.example/simple"
`;
    expect((await declared({ 'pyproject.toml': projectText('app', ['a', 'b', 'c', 'd'], rest) })).found).toEqual([
      'a?vcs_url=git+https://example.com/a@v1 ',
      'b?download_url=https://example.com/b.whl ',
      'c?path=../c ',
      'd?repository_url=https://index.example/simple *',
      'pytest *',
    ]);
  });

  it("by Poetry's tables, old and new", async () => {
    const text = `[tool.poetry]
name = "app"
[tool.poetry.dependencies]
python = "^3.11"
flask = "^3.0"
rich = { version = "*", optional = true }
tool = { git = "https://example.com/tool.git", rev = "abc" }
kit = { path = "../kit", develop = true }
several = [{ version = "1", python = "<3.10" }, { version = "2", python = ">=3.10" }]
[tool.poetry.dev-dependencies]
pytest = "*"
[tool.poetry.group.docs]
optional = true
[tool.poetry.group.docs.dependencies]
mkdocs = { version = "1.5", extras = ["i18n"] }
[tool.poetry.extras]
pretty = ["rich"]
`;
    expect(await declared({ 'pyproject.toml': text })).toEqual({
      found: [
        'flask ^3.0',
        'kit?path=../kit ',
        'mkdocs 1.5',
        'pytest *',
        'rich *',
        'several 1',
        'tool?vcs_url=git+https://example.com/tool.git@abc ',
      ],
      skipped: [],
    });
  });

  it("by the standard table, with Poetry's own for where it comes from", async () => {
    const rest = '[tool.poetry.dependencies]\ntool = { path = "../tool" }\nflask = { source = "mirror" }\n';
    expect((await declared({ 'pyproject.toml': projectText('app', ['tool', 'flask>=3'], rest) })).found).toEqual([
      'flask >=3',
      'tool?path=../tool ',
    ]);
  });

  it("by PDM's tables", async () => {
    const root = ['$', '{PROJECT_ROOT}'].join('');
    const rest = `[tool.pdm.dev-dependencies]\ntest = ["pytest", "-e file:///${root}/sub#egg=sub"]\n`;
    expect((await declared({ 'pyproject.toml': projectText('app', ['flask'], rest) })).found).toEqual([
      'flask *',
      'pytest *',
      'sub?path=sub ',
    ]);
  });

  it('and reports entries that are no requirement', async () => {
    const text = projectText('app', ['flask', 'not a requirement', '-e .']);
    expect(await declared({ 'pyproject.toml': text })).toEqual({
      found: ['flask *'],
      skipped: [['pyproject.toml', undefined, 'malformed']],
    });
  });
});

describe('what other manifests declare (A-11, A-16)', () => {
  it('requirements files, with includes, options, hashes and continuations', async () => {
    const files = {
      'requirements.txt': `# comment
-r requirements/base.txt
--index-url https://index.example/simple
-c constraints.txt
flask[async]==3.0.0 \\
    --hash=sha256:abc \\
    --hash=sha256:def  # pinned
rich>=13 ; python_version >= "3.8" # why
git+https://example.com/tool@v2#egg=tool
https://example.com/wheels/more_kit-1.0-py3-none-any.whl
other @ git+https://example.com/other
`,
      'requirements/base.txt': 'httpx\n-r ../requirements.txt\n',
      'constraints.txt': 'idna==3.6\n',
    };
    expect(await declared(files)).toEqual({
      found: [
        'flask@3.0.0 3.0.0',
        'httpx *',
        'more-kit?download_url=https://example.com/wheels/more_kit-1.0-py3-none-any.whl ',
        'other?vcs_url=git+https://example.com/other ',
        'rich >=13',
        'tool?vcs_url=git+https://example.com/tool@v2 ',
      ],
      skipped: [],
    });
  });

  it('a requirements file in UTF-16, as a redirection in PowerShell writes it', async () => {
    const text = Buffer.from('\ufeffflask==3.0.0\r\nrich\r\n', 'utf16le');
    writeFileSync(join(sandbox.directory, 'requirements.txt'), text);
    expect(await declared({})).toEqual({ found: ['flask@3.0.0 3.0.0', 'rich *'], skipped: [] });
  });

  it('directories that a requirements file lists by their path', async () => {
    const files = {
      'requirements.txt': '-e .\n-e ./kit[extra]\n./unknown\n',
      'kit/pyproject.toml': projectText('kit', []),
      'setup.py': '',
    };
    expect(await declared(files)).toEqual({
      found: ['kit@0.1.0?path=kit 0.1.0'],
      skipped: [['requirements.txt', 3, 'unsupported']],
    });
  });

  it('requirements files for other occasions, and their faults by line', async () => {
    const files = {
      'requirements.txt': 'flask\n',
      'requirements-dev.txt': '-r requirements.txt\npytest\n-r missing.txt\n-r ../../outside.txt\n',
      'dev-requirements.txt': 'ruff\n= broken =\n',
      'requirements/docs.txt': 'mkdocs\n',
    };
    const { found, skipped } = await declared(files);
    expect(found).toEqual(['flask *', 'mkdocs *', 'pytest *', 'ruff *']);
    expect(skipped).toEqual([
      ['dev-requirements.txt', 2, 'malformed'],
      ['requirements-dev.txt', 3, 'missing'],
      ['requirements-dev.txt', 4, 'outside-artifact'],
    ]);
  });

  it('a Pipfile', async () => {
    const text = `[[source]]
name = "main"
url = "https://index.example/simple"
[packages]
flask = "*"
uvicorn = {extras = ["standard"], version = ">=0.20"}
tool = {git = "https://example.com/tool", ref = "main"}
app = {path = ".", editable = true}
[dev-packages]
pytest = "==8.0.0"
[docs]
mkdocs = "*"
[requires]
python_version = "3.11"
`;
    expect((await declared({ Pipfile: text })).found).toEqual([
      'flask *',
      'mkdocs *',
      'pytest@8.0.0 8.0.0',
      'tool?vcs_url=git+https://example.com/tool@main ',
      'uvicorn >=0.20',
    ]);
  });

  it('a setup.cfg, also where it names files', async () => {
    const files = {
      'setup.cfg': `[metadata]
name = app
version = attr: app.__version__
[options]
install_requires =
    flask>=3 ; python_version >= "3.8"
    # comment
    rich
[options.extras_require]
dev = pytest
docs = file: docs.txt
[flake8]
ignore = E501
`,
      'docs.txt': 'mkdocs\n',
    };
    expect(await declared(files)).toEqual({ found: ['flask >=3', 'mkdocs *', 'pytest *', 'rich *'], skipped: [] });
  });

  it('files that setuptools reads in place of a list', async () => {
    const files = {
      'pyproject.toml':
        '[project]\nname = "app"\ndynamic = ["dependencies"]\n[tool.setuptools.dynamic]\ndependencies = { file = ["needs.in"] }\n',
      'needs.in': 'flask\n',
    };
    expect((await declared(files)).found).toEqual(['flask *']);
  });

  it('what setuptools wrote down about a project with a setup.py, which is never run', async () => {
    const files = {
      'setup.py': 'raise SystemExit\n',
      'src/app.egg-info/requires.txt': 'flask>=3\n\n[:os_name == "java"]\ncolorama\n\n[dev]\npytest\n',
    };
    expect((await declared(files)).found).toEqual(['flask >=3', 'pytest *']);
  });

  it('nothing, where a file only holds settings of tools', async () => {
    expect(
      await declared({ 'pyproject.toml': '[tool.ruff]\nline-length = 100\n', 'setup.cfg': '[flake8]\nignore = E1\n' }),
    ).toEqual({
      found: [],
      skipped: [],
    });
  });

  it('is not read again when some file comes to a project that needs no listing', async () => {
    sandbox.write('pyproject.toml', projectText('app', ['flask']));
    const { observations } = await readIn(pypi, sandbox);
    expect(observations.map(([path]) => path)).not.toContain(sandbox.directory);
  });
});
