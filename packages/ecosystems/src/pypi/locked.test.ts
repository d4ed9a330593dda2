import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import pypi from './index.ts';
import { COMMIT, install, projectText, uvLockText } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

/** What is locked where nothing is installed: `purl via …`, direct first. */
async function locked(files: Readonly<Record<string, string>>, ask = '.') {
  for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
  const { reading, skipped } = await readIn(pypi, sandbox, { ask });
  expect(skipped).toEqual([]);
  return reading.dependencies
    .filter(({ evidence }) => evidence === 'locked')
    .map(({ purl, via }) => [decodeURIComponent(purl.slice('pkg:pypi/'.length)), ...via].join(' < '))
    .sort();
}

const PROJECT = { 'pyproject.toml': projectText('app', ['flask[async]', 'tool']) };

const FOUND = [
  'asgiref@3.8.0 < flask',
  'flask@3.0.0',
  'markupsafe@2.1.0 < flask < werkzeug',
  `tool@1.0?vcs_url=git+https://example.com/tool@${COMMIT}`,
  'werkzeug@3.0.0 < flask',
];

describe('what lockfiles fix (A-2, A-25)', () => {
  it('uv.lock', async () => {
    const lock = uvLockText(
      { name: 'app', source: '{ virtual = "." }', uses: ['flask', 'tool'] },
      {
        name: 'flask',
        version: '3.0.0',
        uses: ['werkzeug'],
        rest: '[package.optional-dependencies]\nasync = [{ name = "asgiref" }]\ndotenv = [{ name = "python-dotenv" }]',
      },
      {
        name: 'werkzeug',
        version: '3.0.0',
        rest: 'dependencies = [{ name = "markupsafe", extra = ["x"], marker = "python_version > \'3\'" }]',
      },
      { name: 'markupsafe', version: '2.1.0' },
      { name: 'asgiref', version: '3.8.0' },
      { name: 'python-dotenv' },
      { name: 'tool', version: '1.0', source: `{ git = "https://example.com/tool?rev=main#${COMMIT}" }` },
      { name: 'unused' },
    );
    // The samples' index is none that everybody shares.
    const own = FOUND.map((entry) =>
      entry.replace(/^([^?]*?@[\d.]+)(?= |$)/, '$1?repository_url=https://index.example/simple'),
    );
    expect(await locked({ ...PROJECT, 'uv.lock': lock })).toEqual(own);
  });

  it('poetry.lock', async () => {
    const lock = `[[package]]
name = "Flask"
version = "3.0.0"
optional = false
files = [
    {file = "flask-3.0.0-py3-none-any.whl", hash = "sha256:00"},
]
[package.dependencies]
asgiref = {version = ">=3.2", optional = true, markers = "extra == \\"async\\""}
python-dotenv = {version = "*", optional = true, markers = "extra == \\"dotenv\\""}
Werkzeug = [{version = ">=3", markers = "sys_platform == 'linux'"}, {version = ">=2"}]
[package.extras]
async = ["asgiref (>=3.2)"]
dotenv = ["python-dotenv"]
[[package]]
name = "werkzeug"
version = "3.0.0"
[package.dependencies]
MarkupSafe = ">=2"
[[package]]
name = "markupsafe"
version = "2.1.0"
groups = ["main"]
markers = "python_version >= \\"3.8\\""
[[package]]
name = "asgiref"
version = "3.8.0"
[[package]]
name = "python-dotenv"
version = "1.0"
[[package]]
name = "tool"
version = "1.0"
[package.source]
type = "git"
url = "https://example.com/tool"
reference = "main"
resolved_reference = "${COMMIT}"
[metadata]
lock-version = "2.1"
python-versions = ">=3.9"
`;
    expect(await locked({ ...PROJECT, 'poetry.lock': lock })).toEqual(
      FOUND.map((entry) => entry.replaceAll('< flask', '< Flask')),
    );
  });

  it('pdm.lock, with extras as entries of their own', async () => {
    const lock = `[metadata]
groups = ["default"]
lock_version = "4.5.0"
[[package]]
name = "flask"
version = "3.0.0"
dependencies = ["werkzeug>=3; python_version >= \\"3.8\\""]
files = [
    {file = "flask-3.0.0-py3-none-any.whl", hash = "sha256:00"},
]
[[package]]
name = "flask"
version = "3.0.0"
extras = ["async"]
dependencies = ["asgiref>=3.2", "flask==3.0.0"]
[[package]]
name = "flask"
version = "3.0.0"
extras = ["dotenv"]
dependencies = ["python-dotenv", "flask==3.0.0"]
[[package]]
name = "werkzeug"
version = "3.0.0"
dependencies = ["MarkupSafe>=2"]
[[package]]
name = "markupsafe"
version = "2.1.0"
[[package]]
name = "asgiref"
version = "3.8.0"
[[package]]
name = "tool"
version = "1.0"
git = "https://example.com/tool"
ref = "main"
revision = "${COMMIT}"
`;
    expect(await locked({ ...PROJECT, 'pdm.lock': lock })).toEqual(FOUND);
  });

  it('pylock.toml, which says what needs what only if its tool did', async () => {
    const lock = (needs: boolean) => `lock-version = "1.0"
created-by = "test"
[[packages]]
name = "flask"
version = "3.0.0"
${needs ? 'dependencies = [{ name = "werkzeug" }, { name = "asgiref", version = "3.8.0" }]' : ''}
[[packages]]
name = "werkzeug"
version = "3.0.0"
${needs ? 'dependencies = [{ name = "markupsafe" }]' : ''}
[[packages]]
name = "markupsafe"
version = "2.1.0"
index = "https://index.example/simple"
[[packages]]
name = "asgiref"
version = "3.8.0"
[[packages]]
name = "tool"
version = "1.0"
vcs = { type = "git", url = "https://example.com/tool", commit-id = "${COMMIT}" }
`;
    const indexed = (entry: string) => entry.replace('2.1.0', '2.1.0?repository_url=https://index.example/simple');
    expect(await locked({ ...PROJECT, 'pylock.toml': lock(true) })).toEqual(FOUND.map(indexed));
    expect(await locked({ ...PROJECT, 'pylock.toml': lock(false) })).toEqual(
      FOUND.map((entry) => indexed(entry).replace(/ < .*/, '')),
    );
  });

  it('a pylock.toml by itself, where what nothing needs is direct', async () => {
    const lock = `lock-version = "1.0"
[[packages]]
name = "flask"
version = "3.0.0"
dependencies = [{ name = "werkzeug" }]
[[packages]]
name = "werkzeug"
version = "3.0.0"
`;
    expect(await locked({ 'pylock.toml': lock })).toEqual(['flask@3.0.0', 'werkzeug@3.0.0 < flask']);
  });

  it('Pipfile.lock, which does not say what needs what', async () => {
    const lock = {
      _meta: {
        hash: { sha256: '' },
        'pipfile-spec': 6,
        sources: [{ name: 'own', url: 'https://user:pass@index.example/simple' }],
      },
      default: {
        flask: { version: '==3.0.0', hashes: [] },
        werkzeug: { version: '==3.0.0', index: 'own' },
        colorama: { version: '==0.4', markers: "os_name == 'java'" },
        tool: { git: 'https://example.com/tool', ref: COMMIT },
      },
      develop: { pytest: { version: '==8.0.0' }, iniconfig: { version: '==2.0.0' } },
    };
    const files = {
      Pipfile: '[packages]\nflask = "*"\ntool = { git = "https://example.com/tool" }\n[dev-packages]\npytest = "*"\n',
      'Pipfile.lock': JSON.stringify(lock),
    };
    expect(await locked(files)).toEqual([
      'flask@3.0.0',
      'iniconfig@2.0.0',
      'pytest@8.0.0',
      `tool?vcs_url=git+https://example.com/tool@${COMMIT}`,
      'werkzeug@3.0.0?repository_url=https://index.example/simple',
    ]);
  });

  it('requirements files that a tool wrote, by its comments', async () => {
    const files = {
      'requirements.in': 'flask[async]\n',
      'requirements.txt': `#
# This file is autogenerated by pip-compile with Python 3.11
#
asgiref==3.8.0
    # via flask
flask[async]==3.0.0 \\
    --hash=sha256:00
    # via -r requirements.in
markupsafe==2.1.0
    # via
    #   jinja2
    #   werkzeug
werkzeug==3.0.0  # via flask
`,
    };
    expect(await locked(files)).toEqual(FOUND.filter((entry) => !entry.startsWith('tool')));
  });

  it('a requirements file that a tool wrote by itself, where it says what was asked for', async () => {
    const text = `# This file was autogenerated by uv via the following command:
#    uv pip compile pyproject.toml
flask==3.0.0
    # via app (pyproject.toml)
werkzeug==3.0.0
    # via
    #   app (pyproject.toml)
    #   flask
`;
    expect(await locked({ 'requirements.txt': text })).toEqual(['flask@3.0.0', 'werkzeug@3.0.0']);
  });

  it('what the markers of another platform leave out', async () => {
    install(sandbox, 'flask');
    const lock = uvLockText(
      { name: 'flask' },
      {
        name: 'rich',
        rest: 'dependencies = [{ name = "colorama", marker = "os_name == \'java\'" }, { name = "pygments" }]',
      },
      { name: 'colorama' },
      { name: 'pygments' },
    );
    const found = await locked({
      'pyproject.toml': projectText('app', ['rich', 'flask', 'old; python_version < "3"']),
      'uv.lock': lock,
    });
    expect(found.map((entry) => entry.split('@')[0])).toEqual(['pygments', 'rich']);
  });
});

const LOCKED_FLASK = '[metadata]\n[[package]]\nname = "flask"\nversion = "3.0.0"\n';

describe('how lockfile, environment and manifests fit together (A-16)', () => {
  async function notes(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
    return (await readIn(pypi, sandbox)).reading.notes.map(
      ({ code, message }) => `${code}: ${message.replaceAll(sandbox.directory, '')}`,
    );
  }

  it.each([
    ['uv.lock', uvLockText({ name: 'flask' }), 'uv sync'],
    ['poetry.lock', LOCKED_FLASK, 'poetry install'],
    ['pdm.lock', LOCKED_FLASK, 'pdm install'],
  ])('names the command of the tool whose %s it is', async (file, text, command) => {
    expect(await notes({ 'pyproject.toml': projectText('app', ['flask']), [file]: text })).toEqual([
      `not-installed: No Python package is installed yet; run \`${command}\`.`,
    ]);
  });

  it.each([
    [
      { 'requirements.txt': 'flask\n' },
      '`python -m venv .venv`, activate it, and run `pip install -r requirements.txt`',
    ],
    [{ 'requirements.in': 'flask\n' }, '`python -m venv .venv`, activate it, and run `pip install -r requirements.in`'],
    [{ Pipfile: '[packages]\nflask = "*"\n' }, '`pipenv install --dev`'],
    [{ 'pyproject.toml': projectText('app', ['flask']) }, '`uv sync`'],
    [
      { 'pyproject.toml': projectText('app', ['flask'], '[build-system]\nrequires = ["hatchling"]\n') },
      '`python -m venv .venv`, activate it, and run `pip install -e .`',
    ],
    [
      {
        'pyproject.toml': projectText(
          'app',
          ['flask'],
          '[build-system]\nrequires = ["hatchling"]\n[dependency-groups]\ndev = ["pytest"]\n',
        ),
      },
      '`uv sync`',
    ],
    [{ 'pyproject.toml': projectText('app', ['flask'], '[tool.poetry]\n') }, '`poetry install`'],
  ])('names the command that %j asks for', async (files, command) => {
    expect(await notes(files)).toEqual([
      `not-installed: No Python package is installed yet; run ${command}.`,
      'no-lockfile: There is no lockfile for Python, so only what is declared is known.',
    ]);
  });

  it('says what the lockfile lacks', async () => {
    const files = { 'pyproject.toml': projectText('app', ['flask', 'rich']), 'uv.lock': uvLockText({ name: 'flask' }) };
    expect(await notes(files)).toEqual([
      'not-installed: No Python package is installed yet; run `uv sync`.',
      'lock-outdated: uv.lock lacks 1 dependency that the project asks for (rich); run `uv lock`.',
    ]);
  });

  it('says which lockfile of several is used', async () => {
    const files = {
      'pyproject.toml': projectText('app', [], '[tool.poetry]\n'),
      'uv.lock': uvLockText(),
      'poetry.lock': '[metadata]\n',
    };
    expect(await notes(files)).toEqual([
      'many-lockfiles: There are lockfiles of several tools; poetry.lock is used, uv.lock is not.',
    ]);
  });

  it('says what differs, what is missing, and what nothing declares', async () => {
    install(sandbox, 'flask', { version: '3.1.0' });
    const folder = install(sandbox, 'ipython');
    for (const name of ['flask-3.1.0', 'ipython-1.0.0']) sandbox.write(`${folder}/${name}.dist-info/REQUESTED`, '');
    install(sandbox, 'pip');
    const files = {
      'pyproject.toml': projectText(
        'app',
        ['flask', 'rich', 'gone; os_name == "java"'],
        '[project.optional-dependencies]\nx = ["extra"]\n',
      ),
      'uv.lock': uvLockText({ name: 'flask', version: '3.0.0' }, { name: 'rich' }, { name: 'extra' }),
    };
    expect(await notes(files)).toEqual([
      'partly-installed: 1 dependency is not installed (rich); run `uv sync`.',
      'lock-differs: 1 installed version differs from uv.lock (flask 3.1.0, locked 3.0.0); run `uv sync`.',
      'undeclared: 1 distribution was installed by name and no file of the project asks for it (ipython); declare what it uses.',
    ]);
  });

  it.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[], string[]]>([
    ['two that need each other', { a: ['b'], b: ['a', 'c'], c: [] }, [], ['a', 'b via a', 'c via a,b']],
    ['the one of them that was asked for', { a: ['b'], b: ['a'] }, ['b'], ['b', 'a via b']],
    [
      'a circle below another',
      { x: ['y'], y: ['x', 'a'], a: ['b'], b: ['a'] },
      [],
      ['x', 'y via x', 'a via x,y', 'b via x,y,a'],
    ],
    ['what only an extra would bring', { a: ['b; extra == "more"'], b: [] }, [], ['a', 'b']],
    ['what only another system needs', { a: ['b; os_name == "java"'], b: ['c'], c: [] }, [], ['a', 'b', 'c via b']],
  ])('leaves nothing of such an environment out: %s', async (_case, needs, requested, expected) => {
    for (const [name, requires] of Object.entries(needs)) {
      const folder = install(sandbox, name, { requires });
      if (requested.includes(name)) sandbox.write(`${folder}/${name}-1.0.0.dist-info/REQUESTED`, '');
    }
    sandbox.write('setup.py', 'raise SystemExit\n');
    const { reading } = await readIn(pypi, sandbox);
    const said = reading.dependencies.map(({ name, via }) => (via.length > 0 ? `${name} via ${via}` : name));
    expect(said.sort()).toEqual(expected.sort());
  });

  it('takes an environment of the project for what it needs, where only a setup.py could say it', async () => {
    install(sandbox, 'flask', { requires: ['werkzeug'] });
    install(sandbox, 'werkzeug');
    install(sandbox, 'setuptools');
    sandbox.write('setup.py', 'raise SystemExit\n');
    const { reading } = await readIn(pypi, sandbox);
    expect(reading.dependencies.map(({ name, via }) => [name, via])).toEqual([
      ['flask', []],
      ['werkzeug', ['flask']],
    ]);
    expect(reading.notes.map(({ code }) => code)).toEqual(['not-declared']);
  });
});
