import { type Edit, editsOf } from './edits.ts';

/** What a host asks, whichever host it is. */
export interface HookCall {
  readonly event: 'session-start' | 'edit';
  /** The conversation, or a helper's own inside it; absent where the host names none. */
  readonly session: string | undefined;
  /** True where what was said before is no longer known to the agent. */
  readonly isFresh: boolean;
  /** Absolute directories that the host works in; the first is where it stands. */
  readonly directories: readonly string[];
  readonly edits: readonly Edit[];
  /** The host's own JSON that adds a text to what the agent knows. */
  readonly reply: (text: string) => string;
}

/**
 * Reads what a host writes to a hook: Claude Code, Codex, VS Code, Copilot CLI and Qwen Code write much the same; Gemini
 * CLI and Cursor are told apart by how they spell the event.
 * `undefined` for an event that nothing is said to, or whose answer could not reach the agent.
 */
export function callOf(input: string, environment: Readonly<Record<string, string | undefined>>): HookCall | undefined {
  const value = recordOf(JSON.parse(input));
  if (!value) return undefined;
  const name = textOf(value['hook_event_name']) ?? '';
  const event = EVENTS.get(name);
  if (!event) return undefined;
  const session = textOf(value['session_id']) ?? textOf(value['conversation_id']);
  const helper = textOf(value['agent_id']);
  const directories = directoriesOf(value, environment);
  return {
    event,
    session: session && (helper ? `${session} ${helper}` : session),
    isFresh: event === 'session-start' && value['source'] !== 'resume',
    directories,
    edits: event === 'edit' ? editsOf(textOf(value['tool_name']) ?? '', value['tool_input'], directories[0]) : [],
    reply: (text) => JSON.stringify(replyOf(name, text, environment)),
  };
}

/**
 * Before an edit where the host takes a text then, else after it: Gemini CLI's `BeforeTool`, Cursor's `preToolUse` and Qwen
 * Code's `PreToolUse` can only refuse, and Copilot CLI refuses the edit when the command cannot be started.
 */
const EVENTS: ReadonlyMap<string, HookCall['event']> = new Map([
  ['SessionStart', 'session-start'],
  ['PreToolUse', 'edit'],
  ['PostToolUse', 'edit'],
  ['AfterTool', 'edit'],
  ['sessionStart', 'session-start'],
  ['postToolUse', 'edit'],
]);

const CURSOR: ReadonlySet<string> = new Set(['sessionStart', 'postToolUse']);

function replyOf(hookEventName: string, text: string, environment: Readonly<Record<string, string | undefined>>) {
  if (CURSOR.has(hookEventName)) return { additional_context: text };
  const said = { hookSpecificOutput: { hookEventName, additionalContext: text } };
  // Copilot CLI reads the inner one before a tool only.
  return environment['COPILOT_CLI'] ? { additionalContext: text, ...said } : said;
}

/** Where the agent stands can be a folder of the project; a variable names the project itself. */
const PROJECT_VARIABLES = ['CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CURSOR_PROJECT_DIR', 'COPILOT_PROJECT_DIR'];

function directoriesOf(
  value: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const roots = Array.isArray(value['workspace_roots']) ? value['workspace_roots'] : [];
  const named = [value['cwd'], ...roots, ...PROJECT_VARIABLES.map((variable) => environment[variable])];
  return named.map(textOf).filter((directory) => directory !== undefined);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
