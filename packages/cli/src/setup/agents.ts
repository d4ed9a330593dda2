import path from 'node:path';

export type Scope = 'project' | 'user';

/** Where things lie for one person on one machine, in one project. Paths are absolute. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly projectDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A path, and the directory that its real location must not leave. */
export interface Place {
  readonly root: string;
  readonly path: string;
}

/** How a host starts a server: a program and its arguments, no shell. */
export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export type EntryValue = string | readonly EntryValue[] | { readonly [key: string]: EntryValue };
export type Entry = Readonly<Record<string, EntryValue>>;

export interface Agent {
  /** What `--agent` takes. */
  readonly id: string;
  readonly title: string;
  /** What shows that the agent is used here: any one is enough. */
  readonly signs: {
    /** Programs looked for on PATH. */
    readonly programs: readonly string[];
    readonly onMachine: (surroundings: Surroundings) => readonly string[];
    /** Relative to the project. */
    readonly inProject: readonly string[];
  };
  /** The file that names MCP servers. */
  readonly config: {
    readonly format: 'json' | 'toml';
    /** Top-level key whose members are the servers. */
    readonly container: string;
    readonly places: Readonly<Record<Scope, (surroundings: Surroundings) => Place>>;
    readonly entry: (command: McpCommand) => Entry;
    /** True where the host starts programs on Windows without looking for `.cmd` files, so that npm's shims need `cmd /c`. */
    readonly needsCmdOnWindows: boolean;
  };
  /** The directory that holds one directory per skill. */
  readonly skills: Readonly<Record<Scope, (surroundings: Surroundings) => Place>>;
  /** What the agent itself still asks for before it uses what was written, per scope. */
  readonly afterwards: Readonly<Partial<Record<Scope, string>>>;
}

/**
 * Every agent that `init` can set up; nothing else in the code knows one by name. Sources, each the product's own
 * documentation: Claude Code "Connect Claude Code to tools via MCP", "Extend Claude with skills", "Environment
 * variables"; Codex "Model Context Protocol", "Agent Skills", "Config basics"; Cursor "Model Context Protocol",
 * "Agent Skills"; VS Code "MCP configuration reference", "Use Agent Skills in VS Code"; Gemini CLI "MCP servers",
 * "Agent Skills", "Configuration". All but Claude Code read `.agents/skills`, so they share one copy of the skill.
 */
export const AGENTS: readonly Agent[] = [
  {
    id: 'claude',
    title: 'Claude Code',
    signs: {
      programs: ['claude'],
      onMachine: (at) => [claudeDirectory(at).path, inHome(at, '.claude.json').path],
      inProject: ['.claude', 'CLAUDE.md'],
    },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: {
        project: (at) => inProject(at, '.mcp.json'),
        user: (at) => chosen(at, 'CLAUDE_CONFIG_DIR', [], ['.claude.json']),
      },
      entry: ({ command, args }) => ({ type: 'stdio', command, args }),
      needsCmdOnWindows: true,
    },
    skills: {
      project: (at) => inProject(at, '.claude', 'skills'),
      user: (at) => claudeDirectory(at, 'skills'),
    },
    afterwards: { project: 'Claude Code asks once before it starts a server that .mcp.json names.' },
  },
  {
    id: 'codex',
    title: 'Codex',
    signs: { programs: ['codex'], onMachine: (at) => [codexDirectory(at).path], inProject: ['.codex'] },
    config: {
      format: 'toml',
      container: 'mcp_servers',
      places: {
        project: (at) => inProject(at, '.codex', 'config.toml'),
        user: (at) => codexDirectory(at, 'config.toml'),
      },
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: sharedSkills(),
    afterwards: { project: 'Codex reads .codex/config.toml only in a project that it has been told to trust.' },
  },
  {
    id: 'cursor',
    title: 'Cursor',
    signs: { programs: ['cursor'], onMachine: (at) => [inHome(at, '.cursor').path], inProject: ['.cursor'] },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: {
        project: (at) => inProject(at, '.cursor', 'mcp.json'),
        user: (at) => inHome(at, '.cursor', 'mcp.json'),
      },
      entry: ({ command, args }) => ({ type: 'stdio', command, args }),
      needsCmdOnWindows: false,
    },
    skills: sharedSkills(),
    afterwards: {},
  },
  {
    id: 'vscode',
    title: 'VS Code',
    signs: { programs: ['code'], onMachine: (at) => [codeDirectory(at).path], inProject: ['.vscode'] },
    config: {
      format: 'json',
      container: 'servers',
      places: {
        project: (at) => inProject(at, '.vscode', 'mcp.json'),
        user: (at) => codeDirectory(at, 'User', 'mcp.json'),
      },
      entry: ({ command, args }) => ({ type: 'stdio', command, args }),
      needsCmdOnWindows: false,
    },
    skills: sharedSkills(),
    afterwards: {
      project: 'VS Code asks once whether to trust the server, and reads skills in a trusted workspace only.',
      user: 'VS Code asks once whether to trust the server.',
    },
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    signs: {
      programs: ['gemini'],
      onMachine: (at) => [geminiHome(at, '.gemini').path],
      inProject: ['.gemini', 'GEMINI.md'],
    },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: {
        project: (at) => inProject(at, '.gemini', 'settings.json'),
        user: (at) => geminiHome(at, '.gemini', 'settings.json'),
      },
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: { ...sharedSkills(), user: (at) => geminiHome(at, '.agents', 'skills') },
    afterwards: { project: 'Gemini CLI uses project settings and skills only in a folder that it trusts.' },
  },
];

function plainEntry({ command, args }: McpCommand): Entry {
  return { command, args };
}

function sharedSkills(): Agent['skills'] {
  return {
    project: (at) => inProject(at, '.agents', 'skills'),
    user: (at) => inHome(at, '.agents', 'skills'),
  };
}

function inProject(at: Surroundings, ...segments: string[]): Place {
  return below(at, at.projectDirectory, segments);
}

function inHome(at: Surroundings, ...segments: string[]): Place {
  return below(at, at.home, segments);
}

function claudeDirectory(at: Surroundings, ...segments: string[]): Place {
  return chosen(at, 'CLAUDE_CONFIG_DIR', ['.claude'], segments);
}

function codexDirectory(at: Surroundings, ...segments: string[]): Place {
  return chosen(at, 'CODEX_HOME', ['.codex'], segments);
}

function geminiHome(at: Surroundings, ...segments: string[]): Place {
  return chosen(at, 'GEMINI_CLI_HOME', [], segments);
}

function codeDirectory(at: Surroundings, ...segments: string[]): Place {
  if (at.platform === 'win32') return chosen(at, 'APPDATA', ['AppData', 'Roaming'], ['Code', ...segments]);
  if (at.platform === 'darwin') return inHome(at, 'Library', 'Application Support', 'Code', ...segments);
  return chosen(at, 'XDG_CONFIG_HOME', ['.config'], ['Code', ...segments]);
}

/** Below the directory that a variable names, if it names an absolute one, else below `usual` in the home. */
function chosen(at: Surroundings, variable: string, usual: readonly string[], segments: readonly string[]): Place {
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
