import { describe, expect, test } from 'vitest';
import type { InitPlan } from '../commands/init.ts';
import { printInit } from './init.ts';

const PLAIN = { color: false, width: undefined };

const PLAN: InitPlan = {
  scope: 'project',
  applied: false,
  agents: [
    {
      id: 'codex',
      title: 'Codex',
      foundBy: 'codex on PATH',
      files: [
        {
          path: '/app/.codex/config.toml',
          purpose: 'mcp',
          action: 'create',
          diff: '--- /dev/null\n+++ /app/.codex/config.toml\n@@ -0,0 +1,1 @@\n+  [x]\u001b[31m\u0007\n',
        },
        { path: '/app/.agents/skills/skillscope/SKILL.md', purpose: 'skill', action: 'create', diff: '+Look.\n' },
      ],
    },
    {
      id: 'cursor',
      title: 'Cursor',
      files: [
        {
          path: '/app/.cursor/mcp.json',
          purpose: 'mcp',
          action: 'refused',
          diff: '',
          reason: 'It is \u202ebad.',
          line: 3,
        },
        { path: '/app/.agents/skills/skillscope/SKILL.md', purpose: 'skill', action: 'create', diff: '+Look.\n' },
      ],
    },
  ],
  notes: [{ code: 'needs-path', message: 'Put it on PATH.' }],
};

describe('printInit', () => {
  test('shows a dry run with each diff once, reasons and what to do next, all cleaned', () => {
    expect(printInit(PLAN, PLAIN)).toBe(`Codex  (codex on PATH)
  create /app/.codex/config.toml
    --- /dev/null
    +++ /app/.codex/config.toml
    @@ -0,0 +1,1 @@
    +  [x]
  create /app/.agents/skills/skillscope/SKILL.md
    +Look.

Cursor
  refused /app/.cursor/mcp.json:3
    It is bad.
  create /app/.agents/skills/skillscope/SKILL.md

note needs-path: Put it on PATH.
Nothing was written. Run it again with --apply to write this.`);
  });

  test('shows what several places get alike once, and a second change of a new file as one', () => {
    const text = (path: string, lines: string) => `--- /dev/null\n+++ ${path}\n@@ -0,0 +1,1 @@\n${lines}`;
    const file = (path: string, purpose: 'mcp' | 'skill' | 'hooks', lines: string) =>
      ({ path, purpose, action: 'create', diff: text(path, lines) }) as const;
    const plan: InitPlan = {
      ...PLAN,
      agents: [
        { id: 'claude', title: 'Claude Code', files: [file('/app/.claude/SKILL.md', 'skill', '+Look.\n')] },
        {
          id: 'qwen',
          title: 'Qwen Code',
          files: [
            file('/app/.qwen/settings.json', 'mcp', '+{ "mcp": 1 }\n'),
            file('/app/.qwen/SKILL.md', 'skill', '+Look.\n'),
            file('/app/.qwen/settings.json', 'hooks', '+{ "hooks": 1 }\n'),
          ],
        },
      ],
      notes: [],
    };
    expect(printInit(plan, PLAIN)).toBe(`Claude Code
  create /app/.claude/SKILL.md
    --- /dev/null
    +++ /app/.claude/SKILL.md
    @@ -0,0 +1,1 @@
    +Look.

Qwen Code
  create /app/.qwen/settings.json
    --- /dev/null
    +++ /app/.qwen/settings.json
    @@ -0,0 +1,1 @@
    +{ "mcp": 1 }
  create /app/.qwen/SKILL.md
    as /app/.claude/SKILL.md above
  add to /app/.qwen/settings.json
    +{ "hooks": 1 }

Nothing was written. Run it again with --apply to write this.`);
  });

  test('shows a run without diffs', () => {
    expect(printInit({ ...PLAN, applied: true }, PLAIN)).toBe(`Codex  (codex on PATH)
  created /app/.codex/config.toml
  created /app/.agents/skills/skillscope/SKILL.md

Cursor
  refused /app/.cursor/mcp.json:3
    It is bad.
  created /app/.agents/skills/skillscope/SKILL.md

note needs-path: Put it on PATH.`);
  });

  test('cuts a long diff, with a word about it', () => {
    const file = { path: '/app/SKILL.md', purpose: 'skill', action: 'create', diff: '+line\n'.repeat(1_006) } as const;
    const plan: InitPlan = { ...PLAN, agents: [{ id: 'codex', title: 'Codex', files: [file] }], notes: [] };
    const lines = printInit(plan, PLAIN).split('\n');
    expect(lines.filter((line) => line === '    +line')).toHaveLength(1_000);
    expect(lines).toContain('    and 6 more lines; --json shows all');
  });

  test('colours on a terminal only', () => {
    expect(printInit(PLAN, { color: true, width: 80 })).toContain('\u001b[32m+  [x]\u001b[39m');
    expect(printInit(PLAN, PLAIN)).not.toContain('\u001b');
  });
});
