import {
  chosen,
  claudeDirectory,
  codeDirectory,
  codexDirectory,
  geminiHome,
  inHome,
  inProject,
  plainEntry,
  sharedSkills,
} from './agent-places.ts';
import { MORE_AGENTS } from './more-agents.ts';
import { HOOK_SETUPS, type HookSetup } from './plan-hooks-table.ts';

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

export type EntryValue = string | number | boolean | readonly EntryValue[] | { readonly [key: string]: EntryValue };
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
    readonly format: 'json' | 'toml' | 'yaml';
    /** Top-level key whose members are the servers. */
    readonly container: string;
    /** Absent for a scope in which the agent has no such file. */
    readonly places: Readonly<Partial<Record<Scope, (surroundings: Surroundings) => Place>>>;
    /** Other names that the file may have; where one is there and the usual one is not, it is the one that counts. */
    readonly otherNames?: readonly string[];
    readonly entry: (command: McpCommand) => Entry;
    /** True where the host starts programs on Windows without looking for `.cmd` files, so that npm's shims need `cmd /c`. */
    readonly needsCmdOnWindows: boolean;
  };
  /** The directory that holds one directory per skill. */
  readonly skills: Readonly<Record<Scope, (surroundings: Surroundings) => Place>>;
  /** What the agent itself still asks for before it uses what was written, per scope. */
  readonly afterwards: Readonly<Partial<Record<Scope, string>>>;
  /** Absent where the agent has no hooks that could tell it something. */
  readonly hooks?: HookSetup;
  /** The file of standing instructions at the root of a project. Default: `AGENTS.md`. */
  readonly instructions?: string;
}

/**
 * Every agent that `init` can set up; nothing else in the code knows one by name. Sources, each the product's own
 * documentation (those of `MORE_AGENTS` stand there): Claude Code "Connect Claude Code to tools via MCP", "Extend Claude with skills", "Environment
 * variables"; Codex "Model Context Protocol", "Agent Skills", "Config basics"; Cursor "Model Context Protocol",
 * "Agent Skills"; VS Code "MCP configuration reference", "Use Agent Skills in VS Code"; Gemini CLI "MCP servers",
 * "Agent Skills", "Configuration". Most read `.agents/skills`, so they share one copy of the skill.
 */
export const AGENTS: readonly Agent[] = [
  {
    id: 'claude',
    title: 'Claude Code',
    signs: {
      programs: ['claude'],
      onMachine: (at) => [claudeDirectory(at).path, inHome(at, '.claude.json').path],
      inProject: ['.claude', 'CLAUDE.md', '.mcp.json'],
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
    hooks: HOOK_SETUPS.claude,
    instructions: 'CLAUDE.md',
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
    hooks: HOOK_SETUPS.codex,
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
    hooks: HOOK_SETUPS.cursor,
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
    hooks: HOOK_SETUPS.vscode,
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
    hooks: HOOK_SETUPS.gemini,
    instructions: 'GEMINI.md',
    afterwards: { project: 'Gemini CLI uses project settings and skills only in a folder that it trusts.' },
  },
  ...MORE_AGENTS,
];
