import { describe, expect, it } from 'vitest';
import { callOf, type HookCall } from './call.ts';

function called(value: unknown, environment: Readonly<Record<string, string>> = {}): HookCall | undefined {
  return callOf(JSON.stringify(value), environment);
}

const EDIT = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/app' };

describe('what hosts write to a hook', () => {
  it('is read as Claude Code documents it', () => {
    const start = called({ hook_event_name: 'SessionStart', session_id: 's', cwd: '/app', source: 'startup' });
    expect(start).toMatchObject({
      event: 'session-start',
      session: 's',
      isFresh: true,
      directories: ['/app'],
      edits: [],
    });
    expect(start?.reply('Look.')).toBe(
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"Look."}}',
    );
    expect(called({ hook_event_name: 'SessionStart', source: 'compact' })?.isFresh).toBe(true);
    expect(called({ hook_event_name: 'SessionStart', source: 'resume' })?.isFresh).toBe(false);
  });

  it.each<readonly [string, object, HookCall['edits']]>([
    ['Edit', { file_path: '/app/a.ts', old_string: 'x', new_string: 'y' }, [{ path: '/app/a.ts', texts: ['y'] }]],
    ['Write', { file_path: '/app/a.ts', content: 'all' }, [{ path: '/app/a.ts', texts: ['all'] }]],
    [
      'MultiEdit',
      { file_path: '/app/a.ts', edits: [{ old_string: 'x', new_string: 'y' }, { new_string: 'z' }, 1] },
      [{ path: '/app/a.ts', texts: ['y', 'z'] }],
    ],
    ['NotebookEdit', { notebook_path: '/app/a.ipynb', new_source: 'y' }, [{ path: '/app/a.ipynb', texts: ['y'] }]],
    ['Edit', { file_path: 'src/a.ts', new_string: 'y' }, [{ path: '/app/src/a.ts', texts: ['y'] }]],
    ['Bash', { command: 'rm a.ts' }, []],
    ['Edit', { new_string: 'y' }, []],
  ])("knows Claude Code's %s", (tool_name, tool_input, edits) => {
    expect(called({ ...EDIT, tool_name, tool_input })).toMatchObject({ event: 'edit', edits, isFresh: false });
  });

  it("knows Codex's patches", () => {
    const command =
      '*** Begin Patch\n*** Add File: src/a.ts\n+new\n*** Update File: b.ts\n@@\n kept\n-gone\n+come\n*** Delete File: c.ts\n*** End Patch';
    expect(called({ ...EDIT, tool_name: 'apply_patch', tool_input: { command } })?.edits).toEqual([
      { path: '/app/src/a.ts', texts: ['new'] },
      { path: '/app/b.ts', texts: ['kept\ncome'] },
    ]);
  });

  it("answers after the edit where the host takes no text before it, in that host's words", () => {
    const gemini = called({
      ...EDIT,
      hook_event_name: 'AfterTool',
      tool_name: 'replace',
      tool_input: { file_path: '/app/a.ts', new_string: 'y' },
    });
    expect(gemini).toMatchObject({ event: 'edit', edits: [{ path: '/app/a.ts', texts: ['y'] }] });
    expect(gemini?.reply('x')).toBe('{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":"x"}}');
    const cursor = called({
      hook_event_name: 'postToolUse',
      conversation_id: 'c',
      workspace_roots: ['/app'],
      tool_name: 'Write',
      tool_input: { path: '/app/a.ts' },
    });
    expect(cursor).toMatchObject({
      event: 'edit',
      session: 'c',
      directories: ['/app'],
      edits: [{ path: '/app/a.ts', texts: [] }],
    });
    expect(cursor?.reply('x')).toBe('{"additional_context":"x"}');
    expect(called({ hook_event_name: 'sessionStart', conversation_id: 'c' })?.reply('x')).toBe(
      '{"additional_context":"x"}',
    );
  });

  it.each<readonly [string, unknown, HookCall['edits']]>([
    ['Write', { path: '/app/a.ts', file_text: 'y' }, [{ path: '/app/a.ts', texts: ['y'] }]],
    ['Edit', { path: '/app/a.ts', old_str: 'x', new_str: 'y' }, [{ path: '/app/a.ts', texts: ['y'] }]],
    ['create_file', { filePath: '/app/a.ts', content: 'y' }, [{ path: '/app/a.ts', texts: ['y'] }]],
    ['replace_string_in_file', { filePath: 'a.ts', newString: 'y' }, [{ path: '/app/a.ts', texts: ['y'] }]],
    [
      'multi_replace_string_in_file',
      { replacements: [{ filePath: '/app/a.ts', newString: 'y' }, { filePath: '/app/b.ts', newString: 'z' }, 7] },
      [
        { path: '/app/a.ts', texts: ['y'] },
        { path: '/app/b.ts', texts: ['z'] },
      ],
    ],
    ['apply_patch', '*** Begin Patch\n*** Add File: a.ts\n+y\n', [{ path: '/app/a.ts', texts: ['y'] }]],
    ['apply_patch', { input: '*** Add File: a.ts\n+y' }, [{ path: '/app/a.ts', texts: ['y'] }]],
    ['notebook_edit', { notebook_path: '/app/a.ipynb', new_source: 'y' }, [{ path: '/app/a.ipynb', texts: ['y'] }]],
    ['run_in_terminal', { command: 'rm a.ts' }, []],
    ['create_file', 'a.ts', []],
  ])('knows %s of VS Code, Copilot CLI and Qwen Code', (tool_name, tool_input, edits) => {
    expect(called({ ...EDIT, hook_event_name: 'PostToolUse', tool_name, tool_input })?.edits).toEqual(edits);
  });

  it('tells Copilot CLI where it looks', () => {
    const call = called(
      { ...EDIT, hook_event_name: 'PostToolUse' },
      { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: '/work' },
    );
    expect(call?.directories).toEqual(['/app', '/work']);
    expect(call?.reply('x')).toBe(
      '{"additionalContext":"x","hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"x"}}',
    );
  });

  it.each(['BeforeTool', 'preToolUse', 'Stop', 'constructor', ''])('says nothing at %j', (hook_event_name) => {
    expect(called({ ...EDIT, hook_event_name })).toBeUndefined();
  });

  it('takes the project that a variable names beside where the agent stands', () => {
    expect(called(EDIT, { CLAUDE_PROJECT_DIR: '/work' })?.directories).toEqual(['/app', '/work']);
  });

  it("keeps a helper's conversation apart from the one it helps in", () => {
    expect(called({ ...EDIT, agent_id: 'h' })?.session).toBe('s h');
  });
});
