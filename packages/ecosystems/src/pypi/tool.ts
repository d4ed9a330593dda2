import { basename } from 'node:path';
import type { Manifest } from './manifest.ts';

/** What manages a project's environment. */
export type Tool = 'uv' | 'poetry' | 'pdm' | 'pipenv' | 'pip';

/** The tool in use: the one whose lockfile is there, then the one that has a table of its own. */
export function toolOf(manifests: readonly Manifest[], locked: readonly Tool[]): Tool {
  const configured = MANAGERS.filter((tool) => manifests.some(({ tools }) => tools.has(tool)));
  return locked.find((tool) => configured.includes(tool)) ?? locked[0] ?? configured[0] ?? 'pip';
}

/** The command that installs what a project needs. */
export function commandOf(tool: Tool, manifests: Iterable<Manifest>): string {
  if (tool !== 'pip') return COMMANDS[tool];
  for (const { files, compiled } of manifests) {
    const lists = [...compiled.map(({ path }) => path), ...files].map((path) => basename(path));
    const list = lists.find((name) => name === 'requirements.txt');
    if (list) return `pip install -r ${list}`;
  }
  return 'pip install -e .';
}

const MANAGERS: readonly Tool[] = ['uv', 'poetry', 'pdm', 'pipenv'];

const COMMANDS: Readonly<Record<Exclude<Tool, 'pip'>, string>> = {
  uv: 'uv sync',
  poetry: 'poetry install',
  pdm: 'pdm install',
  pipenv: 'pipenv install --dev',
};
