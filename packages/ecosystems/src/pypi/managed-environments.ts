import { basename, isAbsolute, join, resolve } from 'node:path';
import { sha256 } from '@skillscope/core';
import type { Project } from '../ecosystem.ts';
import { readToml, tableOf, textOf } from '../formats/toml.ts';
import type { EnvironmentCandidate, EnvironmentRequest } from './environments.ts';

/** Where Poetry keeps the environments of a project, outside of it: the one in use first. */
export function* poetryEnvironments({ project, root, title }: EnvironmentRequest): Generator<EnvironmentCandidate> {
  const { environment } = project;
  const settings = tomlIn(join(root, 'poetry.toml'), project);
  const configured = environment['POETRY_VIRTUALENVS_PATH'] ?? textOf(tableOf(settings?.['virtualenvs'])?.['path']);
  const cache =
    environment['POETRY_CACHE_DIR'] ??
    join(cacheDirectory(project), 'pypoetry', ...(process.platform === 'win32' ? ['Cache'] : []));
  const store = configured ? resolve(root, expanded(configured, cache)) : join(cache, 'virtualenvs');
  const sanitized = (title ?? 'non-package-mode')
    .toLowerCase()
    .replaceAll(/[ $`!*@"\\\r\n\t]/g, '_')
    .slice(0, NAME_CHARACTERS);
  const base = `${sanitized}-${shortHash(root, 32)}`;

  const inUse = textOf(tableOf(tomlIn(join(store, 'envs.toml'), project)?.[base])?.['minor']);
  const found = (project.files.list(store) ?? [])
    .map((entry) => entry.name)
    .filter((entry) => entry.startsWith(`${base}-py`))
    .sort((a, b) => minorOf(b) - minorOf(a));
  const first = found.filter((entry) => entry === `${base}-py${inUse}`);
  for (const entry of new Set([...first, ...found])) yield { directory: join(store, entry), reason: 'poetry' };
}

/** Where Pipenv keeps the environment of a project, outside of it. */
export function* pipenvEnvironments({ project, root }: EnvironmentRequest): Generator<EnvironmentCandidate> {
  const { environment, home, files } = project;
  const usual =
    process.platform === 'win32'
      ? join(home, '.virtualenvs')
      : join(environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'virtualenvs');
  const store = environment['WORKON_HOME'] ?? usual;
  const sanitized = basename(root)
    .replaceAll(/[ &$`!*@"()[\]\\\r\n\t]/g, '_')
    .slice(0, NAME_CHARACTERS);
  const base = `${sanitized}-${shortHash(join(root, 'Pipfile'), 6)}`;
  const custom = environment['PIPENV_CUSTOM_VENV_NAME'];
  // `<name>-<hash>`, with the interpreter behind it where one was asked for.
  const found = (files.list(store) ?? [])
    .map((entry) => entry.name)
    .filter((entry) => entry === base || entry.startsWith(`${base}-`));
  for (const entry of [...(custom ? [basename(custom)] : []), ...found])
    yield { directory: join(store, entry), reason: 'pipenv' };
}

/** The environment that the project's own file describes, among all that conda has written down for the user. */
export function* condaEnvironments({ project, conda }: EnvironmentRequest): Generator<EnvironmentCandidate> {
  if (conda === undefined) return;
  const list = project.files.text(join(project.home, '.conda', 'environments.txt')) ?? '';
  for (const line of list.split(/\r?\n/))
    if (isAbsolute(line) && basename(line) === conda) yield { directory: line, reason: 'environment.yml' };
}

/** An environment that pyenv activates in a directory, by its name in `.python-version`. */
export function* pyenvEnvironments({ project, root }: EnvironmentRequest): Generator<EnvironmentCandidate> {
  const { environment, home, files } = project;
  const path = join(root, '.python-version');
  const name = files.isFile(path) ? files.text(path)?.split('\n', 1)[0]?.trim() : undefined;
  if (!name || !/^[\w.-]+$/.test(name) || /^\.*$/.test(name)) return;
  const directory = join(environment['PYENV_ROOT'] ?? join(home, '.pyenv'), 'versions', name);
  // A plain interpreter of that version serves every project.
  if (files.isFile(join(directory, 'pyvenv.cfg'))) yield { directory, reason: '.python-version' };
}

/** Both tools cut names. */
const NAME_CHARACTERS = 42;

/** The first eight characters of the hash that both tools put behind a name; `bytes` of it are encoded. */
function shortHash(text: string, bytes: number): string {
  const hex = sha256(Buffer.from(text)).slice('sha256:'.length);
  return Buffer.from(hex, 'hex').subarray(0, bytes).toString('base64url').slice(0, 8);
}

function minorOf(entry: string): number {
  return Number(/-py3\.(\d{1,3})$/.exec(entry)?.[1] ?? 0);
}

function cacheDirectory({ environment, home }: Project): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches');
  if (process.platform === 'win32') return environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  const configured = environment['XDG_CACHE_HOME'];
  return configured && isAbsolute(configured) ? configured : join(home, '.cache');
}

function expanded(path: string, cache: string): string {
  return path.replace('{cache-dir}', cache);
}

function tomlIn(path: string, { files }: Project) {
  const text = files.isFile(path) ? files.text(path) : undefined;
  const toml = text === undefined ? undefined : readToml(text);
  return toml?.ok ? toml.table : undefined;
}
