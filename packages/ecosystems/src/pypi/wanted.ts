/** Files that mark a project. A lockfile by itself does where its tool needs nothing beside it. */
export const MANIFESTS: readonly string[] = [
  'pyproject.toml',
  'requirements.txt',
  'requirements.in',
  'Pipfile',
  'setup.cfg',
  'setup.py',
  'pylock.toml',
  'environment.yml',
  'environment.yaml',
];

/** Variables that say where environments lie. */
export const VARIABLES: readonly string[] = [
  'CONDA_DEFAULT_ENV',
  'CONDA_PREFIX',
  'LOCALAPPDATA',
  'PIPENV_CUSTOM_VENV_NAME',
  'POETRY_CACHE_DIR',
  'POETRY_VIRTUALENVS_PATH',
  'PYENV_ROOT',
  'UV_PROJECT_ENVIRONMENT',
  'VIRTUAL_ENV',
  'WORKON_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
];
