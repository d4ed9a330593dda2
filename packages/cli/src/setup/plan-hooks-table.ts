import { chosen, claudeDirectory, codexDirectory, geminiHome, inHome, inProject } from './agent-places.ts';
import type { Place, Scope, Surroundings } from './agents.ts';
import type { HookEvent } from './plan-hooks-command.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** How an agent is told to run a command at its events. */
export interface HookSetup {
  readonly places: Readonly<Record<Scope, (surroundings: Surroundings) => Place>>;
  /** What a file that is not there yet has to say beside `hooks`. */
  readonly preamble: Readonly<Record<string, Json>>;
  /** One element for the list of each event. */
  readonly elements: (commandFor: (event: HookEvent) => string) => Readonly<Record<string, Json>>;
  /** The project's directory, as the shell that runs a hook knows it; relative where hooks run in it. */
  readonly project: string;
  /** What the agent still asks for. */
  readonly afterwards: string;
}

/** Seconds after which the agent stops waiting, should our own limit not hold. */
const TIMEOUT = 10;

/** Each file in the folder counts, so ours has a name of its own. */
const FILE = 'skillscope.json';

const COPILOT: HookSetup = {
  places: {
    project: (at) => inProject(at, '.github', 'hooks', FILE),
    user: (at) => chosen(at, 'COPILOT_HOME', ['.copilot'], ['hooks', FILE]),
  },
  preamble: { version: 1 },
  elements: (commandFor) => ({
    SessionStart: { type: 'command', command: commandFor('session-start'), timeout: TIMEOUT },
    PostToolUse: { type: 'command', command: commandFor('edit'), matcher: 'Write|Edit|apply_patch', timeout: TIMEOUT },
  }),
  project: '.',
  afterwards:
    'VS Code and Copilot CLI share these hooks. Copilot CLI runs those of a project only in a folder that it trusts, VS Code in a trusted workspace.',
};

/**
 * The agents whose hooks can add a text to what the agent knows, by their documentation: Claude Code "Hooks reference",
 * Codex "Hooks", Cursor "Hooks", Gemini CLI "Hooks reference", VS Code "Agent hooks" and "Hooks reference", GitHub Copilot
 * CLI "Hooks reference", Qwen Code "Hooks". Gemini CLI, Cursor and Qwen Code take a text after an edit only, and Copilot CLI
 * refuses an edit before which a command cannot be started.
 */
export const HOOK_SETUPS = {
  claude: {
    places: {
      project: (at) => inProject(at, '.claude', 'settings.json'),
      user: (at) => claudeDirectory(at, 'settings.json'),
    },
    preamble: {},
    elements: (commandFor) => ({
      SessionStart: { hooks: [{ type: 'command', command: commandFor('session-start'), timeout: TIMEOUT }] },
      PreToolUse: {
        matcher: 'Edit|Write|MultiEdit|NotebookEdit',
        hooks: [{ type: 'command', command: commandFor('edit'), timeout: TIMEOUT }],
      },
    }),
    project: '$CLAUDE_PROJECT_DIR',
    afterwards: 'Claude Code reads hooks when a session starts, so start a new one; /hooks shows them.',
  },
  codex: {
    places: {
      project: (at) => inProject(at, '.codex', 'hooks.json'),
      user: (at) => codexDirectory(at, 'hooks.json'),
    },
    preamble: {},
    elements: (commandFor) => ({
      SessionStart: { hooks: [{ type: 'command', command: commandFor('session-start'), timeout: TIMEOUT }] },
      PreToolUse: {
        matcher: 'apply_patch',
        hooks: [{ type: 'command', command: commandFor('edit'), timeout: TIMEOUT }],
      },
    }),
    project: '$(git rev-parse --show-toplevel)',
    afterwards:
      'Codex asks whether to trust hooks that are new or have changed, and reads .codex in a trusted project only.',
  },
  cursor: {
    places: {
      project: (at) => inProject(at, '.cursor', 'hooks.json'),
      user: (at) => inHome(at, '.cursor', 'hooks.json'),
    },
    preamble: { version: 1 },
    elements: (commandFor) => ({
      sessionStart: { command: commandFor('session-start'), timeout: TIMEOUT },
      postToolUse: { command: commandFor('edit'), matcher: 'Write', timeout: TIMEOUT },
    }),
    project: '.',
    afterwards: 'Cursor runs hooks of a project in a trusted workspace only.',
  },
  gemini: {
    places: {
      project: (at) => inProject(at, '.gemini', 'settings.json'),
      user: (at) => geminiHome(at, '.gemini', 'settings.json'),
    },
    preamble: {},
    elements: (commandFor) => ({
      SessionStart: {
        hooks: [{ name: 'skillscope', type: 'command', command: commandFor('session-start'), timeout: TIMEOUT * 1000 }],
      },
      AfterTool: {
        matcher: 'write_file|replace',
        hooks: [{ name: 'skillscope', type: 'command', command: commandFor('edit'), timeout: TIMEOUT * 1000 }],
      },
    }),
    project: '$GEMINI_PROJECT_DIR',
    afterwards: 'Gemini CLI warns once of hooks of a project that are new or have changed.',
  },
  copilot: COPILOT,
  // It reads the same files, and knows no other home.
  vscode: { ...COPILOT, places: { ...COPILOT.places, user: (at) => inHome(at, '.copilot', 'hooks', FILE) } },
  qwen: {
    places: {
      project: (at) => inProject(at, '.qwen', 'settings.json'),
      user: (at) => inHome(at, '.qwen', 'settings.json'),
    },
    preamble: {},
    elements: (commandFor) => ({
      SessionStart: { hooks: [{ type: 'command', command: commandFor('session-start'), timeout: TIMEOUT }] },
      PostToolUse: {
        matcher: '^(write_file|edit|notebook_edit)$',
        hooks: [{ type: 'command', command: commandFor('edit'), timeout: TIMEOUT }],
      },
    }),
    project: '$QWEN_PROJECT_DIR',
    afterwards: 'Qwen Code runs hooks of a project only in a folder that it trusts.',
  },
} as const satisfies Readonly<Record<string, HookSetup>>;
