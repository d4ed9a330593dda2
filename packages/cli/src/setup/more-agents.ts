import { chosen, configDirectory, inHome, inProject, plainEntry, sharedSkills } from './agent-places.ts';
import type { Agent, Entry, McpCommand, Surroundings } from './agents.ts';
import { HOOK_SETUPS } from './plan-hooks-table.ts';

/**
 * Agents beside the five most used. Sources, each the product's own documentation or its published source: opencode "MCP
 * servers", "Agent Skills"; GitHub Copilot CLI "Add MCP servers", "Agent skills" and `copilot mcp --help`; Qwen Code "MCP
 * servers", "Agent Skills"; Amp "Owner's Manual: MCP, Agent Skills"; Kilo "Configuration reference"; Windsurf "Cascade MCP
 * integration", "Skills"; Zed "Model Context Protocol", "Skills" and its settings schema; Kiro "MCP configuration", "Agent
 * Skills"; Junie "MCP configuration", "Agent skills"; Cline "Configuring MCP servers", "Skills"; Roo Code "Using MCP in Roo
 * Code", "Skills"; Warp "Model Context Protocol", "Skills"; Goose "Configuration files", "Agent Skills".
 */
export const MORE_AGENTS: readonly Agent[] = [
  {
    id: 'opencode',
    title: 'opencode',
    signs: {
      programs: ['opencode'],
      onMachine: (at) => [configDirectory(at, 'opencode').path],
      inProject: ['.opencode', 'opencode.json', 'opencode.jsonc'],
    },
    config: {
      format: 'json',
      container: 'mcp',
      places: {
        project: (at) => inProject(at, 'opencode.json'),
        user: (at) => configDirectory(at, 'opencode', 'opencode.json'),
      },
      otherNames: ['opencode.jsonc'],
      entry: oneCommand,
      needsCmdOnWindows: false,
    },
    skills: sharedSkills(),
    afterwards: {},
  },
  {
    id: 'copilot',
    title: 'GitHub Copilot CLI',
    signs: { programs: ['copilot'], onMachine: (at) => [inHome(at, '.copilot').path], inProject: ['.github/mcp.json'] },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: {
        project: (at) => inProject(at, '.github', 'mcp.json'),
        user: (at) => chosen(at, 'COPILOT_HOME', ['.copilot'], ['mcp-config.json']),
      },
      entry: ({ command, args }) => ({ type: 'local', command, args, tools: ['*'] }),
      needsCmdOnWindows: false,
    },
    skills: sharedSkills(),
    hooks: HOOK_SETUPS.copilot,
    afterwards: { project: 'Copilot CLI reads .github/mcp.json only in a folder that it trusts.' },
  },
  {
    id: 'qwen',
    title: 'Qwen Code',
    signs: { programs: ['qwen'], onMachine: (at) => [inHome(at, '.qwen').path], inProject: ['.qwen', 'QWEN.md'] },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: {
        project: (at) => inProject(at, '.qwen', 'settings.json'),
        user: (at) => inHome(at, '.qwen', 'settings.json'),
      },
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: { project: (at) => inProject(at, '.qwen', 'skills'), user: (at) => inHome(at, '.qwen', 'skills') },
    hooks: HOOK_SETUPS.qwen,
    afterwards: { project: 'Qwen Code asks once before it starts a server that a project names.' },
  },
  {
    id: 'amp',
    title: 'Amp',
    signs: {
      programs: ['amp'],
      onMachine: (at) => [inHome(at, '.config', 'amp').path],
      inProject: ['.amp'],
    },
    config: {
      format: 'json',
      container: 'amp.mcpServers',
      places: {
        project: (at) => inProject(at, '.amp', 'settings.json'),
        user: (at) => inHome(at, '.config', 'amp', 'settings.json'),
      },
      otherNames: ['settings.jsonc'],
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: { ...sharedSkills(), user: (at) => inHome(at, '.config', 'agents', 'skills') },
    afterwards: { project: 'Amp starts a server of a workspace only after `amp mcp approve skillscope`.' },
  },
  {
    id: 'kilo',
    title: 'Kilo CLI',
    signs: {
      programs: ['kilo', 'kilocode'],
      onMachine: (at) => [configDirectory(at, 'kilo').path],
      inProject: ['.kilo', 'kilo.json', 'kilo.jsonc'],
    },
    config: {
      format: 'json',
      container: 'mcp',
      places: {
        project: (at) => inProject(at, 'kilo.json'),
        user: (at) => configDirectory(at, 'kilo', 'kilo.json'),
      },
      otherNames: ['kilo.jsonc'],
      entry: oneCommand,
      needsCmdOnWindows: false,
    },
    skills: sharedSkills(),
    afterwards: {},
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    signs: {
      programs: ['windsurf'],
      onMachine: (at) => [inHome(at, '.codeium', 'windsurf').path],
      inProject: ['.windsurf', '.windsurfrules'],
    },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: { user: (at) => inHome(at, '.codeium', 'windsurf', 'mcp_config.json') },
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: {
      project: (at) => inProject(at, '.windsurf', 'skills'),
      user: (at) => inHome(at, '.codeium', 'windsurf', 'skills'),
    },
    afterwards: {},
  },
  {
    id: 'zed',
    title: 'Zed',
    signs: { programs: ['zed', 'zeditor'], onMachine: (at) => [zedDirectory(at).path], inProject: ['.zed'] },
    config: {
      format: 'json',
      container: 'context_servers',
      places: {
        project: (at) => inProject(at, '.zed', 'settings.json'),
        user: (at) => zedDirectory(at, 'settings.json'),
      },
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: sharedSkills(),
    afterwards: { project: 'Zed starts servers of a project only after the project is trusted.' },
  },
  {
    id: 'kiro',
    title: 'Kiro',
    signs: { programs: ['kiro', 'kiro-cli'], onMachine: (at) => [inHome(at, '.kiro').path], inProject: ['.kiro'] },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: {
        project: (at) => inProject(at, '.kiro', 'settings', 'mcp.json'),
        user: (at) => inHome(at, '.kiro', 'settings', 'mcp.json'),
      },
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: { project: (at) => inProject(at, '.kiro', 'skills'), user: (at) => inHome(at, '.kiro', 'skills') },
    afterwards: {},
  },
  {
    id: 'junie',
    title: 'Junie',
    signs: { programs: ['junie'], onMachine: (at) => [inHome(at, '.junie').path], inProject: ['.junie'] },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: {
        project: (at) => inProject(at, '.junie', 'mcp', 'mcp.json'),
        user: (at) => inHome(at, '.junie', 'mcp', 'mcp.json'),
      },
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: { project: (at) => inProject(at, '.junie', 'skills'), user: (at) => inHome(at, '.junie', 'skills') },
    afterwards: {},
  },
  {
    id: 'cline',
    title: 'Cline',
    signs: {
      programs: ['cline'],
      onMachine: (at) => [inHome(at, '.cline').path],
      inProject: ['.cline', '.clinerules'],
    },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: {
        user: (at) => inHome(at, '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
      },
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: { project: (at) => inProject(at, '.cline', 'skills'), user: (at) => inHome(at, '.cline', 'skills') },
    afterwards: {},
  },
  {
    id: 'roo',
    title: 'Roo Code',
    signs: { programs: [], onMachine: (at) => [inHome(at, '.roo').path], inProject: ['.roo', '.roomodes'] },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: { project: (at) => inProject(at, '.roo', 'mcp.json') },
      entry: plainEntry,
      needsCmdOnWindows: true,
    },
    skills: { project: (at) => inProject(at, '.roo', 'skills'), user: (at) => inHome(at, '.roo', 'skills') },
    afterwards: {},
  },
  {
    id: 'warp',
    title: 'Warp',
    signs: { programs: ['warp', 'oz'], onMachine: (at) => [inHome(at, '.warp').path], inProject: ['.warp', 'WARP.md'] },
    config: {
      format: 'json',
      container: 'mcpServers',
      places: {
        project: (at) => inProject(at, '.warp', '.mcp.json'),
        user: (at) => inHome(at, '.warp', '.mcp.json'),
      },
      entry: plainEntry,
      needsCmdOnWindows: false,
    },
    skills: sharedSkills(),
    afterwards: {},
  },
  {
    id: 'goose',
    title: 'Goose',
    signs: { programs: ['goose'], onMachine: (at) => [gooseDirectory(at).path], inProject: ['.goosehints', '.goose'] },
    config: {
      format: 'yaml',
      container: 'extensions',
      places: { user: (at) => gooseDirectory(at, 'config.yaml') },
      entry: ({ command, args }) => ({
        name: 'skillscope',
        type: 'stdio',
        enabled: true,
        cmd: command,
        args,
        timeout: GOOSE_TIMEOUT,
      }),
      needsCmdOnWindows: false,
    },
    skills: sharedSkills(),
    afterwards: {},
  },
];

/** Seconds that Goose waits for an answer: what it writes itself. */
const GOOSE_TIMEOUT = 300;

function oneCommand({ command, args }: McpCommand): Entry {
  return { type: 'local', command: [command, ...args] };
}

function zedDirectory(at: Surroundings, ...segments: string[]) {
  if (at.platform === 'win32') return chosen(at, 'APPDATA', ['AppData', 'Roaming'], ['Zed', ...segments]);
  if (at.platform === 'darwin') return inHome(at, '.config', 'zed', ...segments);
  return configDirectory(at, 'zed', ...segments);
}

function gooseDirectory(at: Surroundings, ...segments: string[]) {
  if (at.platform !== 'win32') return configDirectory(at, 'goose', ...segments);
  return chosen(at, 'APPDATA', ['AppData', 'Roaming'], ['Block', 'goose', 'config', ...segments]);
}
