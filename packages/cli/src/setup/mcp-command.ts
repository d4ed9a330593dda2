import type { Note } from '@skillscope/core';
import type { McpCommand, Scope } from './agents.ts';

export interface CommandFacts {
  readonly scope: Scope;
  readonly platform: NodeJS.Platform;
  /** See `Agent.config.needsCmdOnWindows`. */
  readonly needsCmdOnWindows: boolean;
  /** skillscope lies in a `node_modules` directory that the project's commands see. */
  readonly isDependency: boolean;
  /** `skillscope` is on PATH for good: not only while a package manager runs it. */
  readonly isOnPath: boolean;
  /** The running Node.js, absolute. */
  readonly execPath: string;
  /** The `skillscope` script of the running installation, absolute. */
  readonly binPath: string;
}

export interface ChosenCommand {
  readonly command: McpCommand;
  readonly notes: readonly Note[];
}

/**
 * How a host is told to start the MCP server. Never a command that may download: the installation of the project
 * first, then the one on PATH, then the running one by its absolute path.
 */
export function mcpCommand(facts: CommandFacts): ChosenCommand {
  if (facts.scope === 'project' && facts.isDependency) {
    return throughShim(facts, ['npx', '--no-install', 'skillscope', 'mcp'], []);
  }
  if (facts.isOnPath) {
    return throughShim(facts, ['skillscope', 'mcp'], facts.scope === 'project' ? [NEEDS_PATH] : []);
  }
  return {
    command: { command: facts.execPath, args: [facts.binPath, 'mcp'] },
    notes: [facts.scope === 'project' ? BOUND_PROJECT : BOUND_USER, ...(isTemporary(facts.binPath) ? [TEMPORARY] : [])],
  };
}

const NEEDS_PATH: Note = {
  code: 'needs-path',
  message:
    'The entry starts `skillscope` from PATH, so everybody who shares this project needs it there; as a development dependency of the project it would come along.',
};

const BOUND_PROJECT: Note = {
  code: 'bound-to-this-machine',
  message:
    'The entry holds absolute paths of this machine, so do not share the file; with skillscope as a development dependency of the project, or with --scope user, that is not needed.',
};

const BOUND_USER: Note = {
  code: 'bound-to-this-installation',
  message: 'The entry holds the absolute paths of this installation; run init again after moving or updating it.',
};

const TEMPORARY: Note = {
  code: 'temporary-installation',
  message:
    'This copy of skillscope runs from a temporary directory of npx, which may be emptied at any time; install it first, then run init again.',
};

const WINDOWS_ONLY: Note = {
  code: 'windows-only',
  message: 'The entry starts through `cmd`, which this agent needs on Windows; on other systems it does not work.',
};

function throughShim(
  facts: CommandFacts,
  words: readonly [string, ...string[]],
  notes: readonly Note[],
): ChosenCommand {
  if (facts.platform === 'win32' && facts.needsCmdOnWindows) {
    const shared = facts.scope === 'project' ? [...notes, WINDOWS_ONLY] : notes;
    return { command: { command: 'cmd', args: ['/c', ...words] }, notes: shared };
  }
  const [command, ...args] = words;
  return { command: { command, args }, notes };
}

function isTemporary(binPath: string): boolean {
  return binPath.split(/[\\/]/).includes('_npx');
}
