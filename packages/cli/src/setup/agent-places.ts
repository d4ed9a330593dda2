import path from 'node:path';
import type { Agent, Entry, McpCommand, Place, Surroundings } from './agents.ts';

/** What hosts take that know no other kind of server than one started here. */
export function plainEntry({ command, args }: McpCommand): Entry {
  return { command, args };
}

/** The directories that agents share. */
export function sharedSkills(): Agent['skills'] {
  return {
    project: (at) => inProject(at, '.agents', 'skills'),
    user: (at) => inHome(at, '.agents', 'skills'),
  };
}

export function inProject(at: Surroundings, ...segments: string[]): Place {
  return below(at, at.projectDirectory, segments);
}

export function inHome(at: Surroundings, ...segments: string[]): Place {
  return below(at, at.home, segments);
}

export function claudeDirectory(at: Surroundings, ...segments: string[]): Place {
  return chosen(at, 'CLAUDE_CONFIG_DIR', ['.claude'], segments);
}

export function codexDirectory(at: Surroundings, ...segments: string[]): Place {
  return chosen(at, 'CODEX_HOME', ['.codex'], segments);
}

export function geminiHome(at: Surroundings, ...segments: string[]): Place {
  return chosen(at, 'GEMINI_CLI_HOME', [], segments);
}

export function codeDirectory(at: Surroundings, ...segments: string[]): Place {
  if (at.platform === 'win32') return chosen(at, 'APPDATA', ['AppData', 'Roaming'], ['Code', ...segments]);
  if (at.platform === 'darwin') return inHome(at, 'Library', 'Application Support', 'Code', ...segments);
  return chosen(at, 'XDG_CONFIG_HOME', ['.config'], ['Code', ...segments]);
}

/** Below the directory that a variable names, if it names an absolute one, else below `usual` in the home. */
export function chosen(
  at: Surroundings,
  variable: string,
  usual: readonly string[],
  segments: readonly string[],
): Place {
  const directory = at.environment[variable];
  if (!directory || !pathOf(at).isAbsolute(directory)) return below(at, at.home, [...usual, ...segments]);
  return below(at, pathOf(at).normalize(directory), segments);
}

function below(at: Surroundings, base: string, segments: readonly string[]): Place {
  const home = pathOf(at).relative(at.home, base);
  const inside = home !== '..' && !home.startsWith(`..${pathOf(at).sep}`) && !pathOf(at).isAbsolute(home);
  const root = base !== at.projectDirectory && inside ? at.home : base;
  return { root, path: pathOf(at).join(base, ...segments) };
}

function pathOf({ platform }: Surroundings): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

/** Where Unix programs keep settings; some use it on macOS too, and on Windows a folder of their own. */
export function configDirectory(at: Surroundings, ...segments: string[]): Place {
  return chosen(at, 'XDG_CONFIG_HOME', ['.config'], segments);
}
