import { basename, relative } from 'node:path';
import type { Manifest } from './manifest.ts';

/** What manages a project's environment. */
export type Tool = 'uv' | 'poetry' | 'pdm' | 'pipenv' | 'pip';

/** The tool in use: the one whose lockfile is there, then the one that has a table of its own. */
export function toolOf(manifests: readonly Manifest[], locked: readonly Tool[]): Tool {
  const configured = MANAGERS.filter((tool) => manifests.some(({ tools }) => tools.has(tool)));
  return locked.find((tool) => configured.includes(tool)) ?? locked[0] ?? configured[0] ?? 'pip';
}

/**
 * The commands that install what a project needs, between backquotes. Without an environment pip would install into the
 * system's, so that one is made first.
 */
export function installOf(tool: Tool, manifests: Iterable<Manifest>, hasEnvironment: boolean): string {
  if (tool !== 'pip') return `\`${COMMANDS[tool]}\``;
  const command = pipCommand([...manifests]);
  if (hasEnvironment || command === COMMANDS.uv) return `\`${command}\``;
  return command.startsWith('uv ')
    ? `\`uv venv\` and \`${command}\``
    : `\`python -m venv .venv\`, activate it, and run \`${command}\``;
}

/** The command that writes a tool's lockfile anew, between backquotes. */
export function relockOf(tool: Tool): string | undefined {
  return tool === 'pip' ? undefined : `\`${tool} lock\``;
}

function pipCommand(manifests: readonly Manifest[]): string {
  const conda = manifests.find((manifest) => manifest.conda?.isAlone)?.conda;
  if (conda) return `conda env update -f ${basename(conda.path)}`;
  for (const { directory, files, compiled } of manifests) {
    const paths = [...compiled.map(({ path }) => path), ...files].filter((path) => /\.(?:txt|in)$/.test(path));
    const list =
      ['requirements.txt', 'requirements.in']
        .map((name) => paths.find((path) => basename(path) === name))
        .find((path) => path !== undefined) ?? paths[0];
    if (list !== undefined) return `pip install -r ${relative(directory, list)}`;
  }
  if (manifests.every(({ files }) => files.length === 0)) return 'uv pip sync pylock.toml';
  return manifests.some(({ needsUv }) => needsUv) ? COMMANDS.uv : 'pip install -e .';
}

const MANAGERS: readonly Tool[] = ['uv', 'poetry', 'pdm', 'pipenv'];

const COMMANDS: Readonly<Record<Exclude<Tool, 'pip'>, string>> = {
  uv: 'uv sync',
  poetry: 'poetry install',
  pdm: 'pdm install',
  pipenv: 'pipenv install --dev',
};
