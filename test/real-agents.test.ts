import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BIN } from './helpers/client.ts';
import { agentFolder, installAgent, QUIET } from './helpers/real-agent.ts';
import { manifest, plant } from './helpers/tree.ts';

interface RealAgent {
  /** As `init --agent` takes it. */
  readonly id: string;
  readonly spec: string;
  readonly program: string;
  readonly args: readonly string[];
  /** What its list of servers holds. `SERVER` stands for the command that starts ours. */
  readonly shows: Readonly<Record<'project' | 'user', string>>;
  /** Files in the home that say the project is trusted. `PROJECT` stands for its path. */
  readonly trust?: Readonly<Record<string, string>>;
}

/** Published coding agents that list their MCP servers without an account. Those that start them say so. */
const REAL_AGENTS: readonly RealAgent[] = [
  {
    id: 'claude',
    spec: '@anthropic-ai/claude-code@2.1.332',
    program: 'claude',
    args: ['mcp', 'list'],
    shows: { user: 'skillscope: SERVER - ✔ Connected', project: 'skillscope: SERVER - ⏸ Pending approval' },
  },
  {
    id: 'codex',
    spec: '@openai/codex@0.171.0',
    program: 'codex',
    args: ['mcp', 'get', 'skillscope'],
    shows: { user: 'enabled: true\n  transport: stdio', project: 'enabled: true\n  transport: stdio' },
    trust: { '.codex/config.toml': '[projects."PROJECT"]\ntrust_level = "trusted"\n' },
  },
  {
    id: 'gemini',
    spec: '@google/gemini-cli@0.61.0',
    program: 'gemini',
    args: ['mcp', 'list'],
    shows: { user: '✓ skillscope: SERVER (stdio) - Connected', project: '✓ skillscope: SERVER (stdio) - Connected' },
  },
  {
    id: 'opencode',
    spec: 'opencode-ai@1.18.33',
    program: 'opencode',
    args: ['mcp', 'list'],
    shows: { user: '✓ skillscope connected', project: '✓ skillscope connected' },
  },
  {
    id: 'copilot',
    spec: '@github/copilot@1.0.102',
    program: 'copilot',
    args: ['mcp', 'list'],
    shows: { user: 'User servers:\n  skillscope (local)', project: 'Workspace servers:\n  skillscope (local)' },
    trust: { '.copilot/config.json': '{"trustedFolders":["PROJECT"]}' },
  },
  {
    id: 'qwen',
    spec: '@qwen-code/qwen-code@0.24.4',
    program: 'qwen',
    args: ['mcp', 'list'],
    shows: {
      user: '✓ skillscope: SERVER (stdio) - Connected',
      project: '● skillscope: SERVER (stdio) - Pending approval',
    },
  },
];

beforeAll(async () => {
  for (const { spec } of REAL_AGENTS) await installAgent(spec);
}, 900_000);

describe.each(REAL_AGENTS)('$spec (A-39)', ({ id, spec, program, args, shows, trust = {} }) => {
  it.each(['user', 'project'] as const)(
    'reads what init wrote in %s scope',
    (scope) => {
      const home = plant({});
      const project = plant({ '.git/HEAD': 'ref: refs/heads/main\n', 'package.json': manifest('shop', '1.0.0') });
      const env = { ...QUIET, HOME: home, PATH: process.env['PATH'], SKILLSCOPE_CACHE: plant({}) };
      for (const [file, text] of scope === 'project' ? Object.entries(trust) : []) {
        mkdirSync(join(home, file, '..'), { recursive: true });
        writeFileSync(join(home, file), text.replace('PROJECT', project));
      }
      const setUp = (...words: string[]) =>
        spawnSync(process.execPath, [BIN, ...words, '--agent', id, '--scope', scope, '--apply'], { cwd: project, env });
      expect(setUp('init').status).toBe(0);

      const { stdout, stderr } = spawnSync(join(agentFolder(spec), 'node_modules/.bin', program), args, {
        cwd: project,
        env,
        input: '',
        encoding: 'utf8',
        timeout: 100_000,
      });
      const shown = plainText(stdout + stderr).replaceAll(`${process.execPath} ${BIN} mcp`, 'SERVER');
      expect(shown).toContain(shows[scope]);
      expect(setUp('uninstall').status).toBe(0);
      for (const [file, text] of scope === 'project' ? Object.entries(trust) : [])
        expect(readFileSync(join(home, file), 'utf8')).toBe(text.replace('PROJECT', project));
    },
    120_000,
  );
});

/** Without the sequences that colour it. */
function plainText(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}
