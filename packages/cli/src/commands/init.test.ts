import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, sandbox } from '../setup/sandbox.ts';
import { type InitOptions, type InitPlan, init } from './init.ts';
import { uninstall } from './uninstall.ts';

const AGENT_IDS = [
  'claude',
  'codex',
  'cursor',
  'vscode',
  'gemini',
  'opencode',
  'copilot',
  'qwen',
  'amp',
  'kilo',
  'windsurf',
  'zed',
  'kiro',
  'junie',
  'cline',
  'roo',
  'warp',
  'goose',
];

let box: Sandbox;

beforeEach(() => {
  box = sandbox();
});

afterEach(() => box.remove());

function run(changes: Partial<InitOptions> = {}): Promise<InitPlan> {
  return init({ ...box.options, ...changes });
}

/** `agent: action path`, with paths below the sandbox, and the reason if there is one. */
function summary({ agents }: InitPlan): string[] {
  const base = path.dirname(box.home);
  return agents.flatMap(({ id, files }) =>
    files.map(
      ({ action, path: file, reason }) =>
        `${id}: ${action} ${path.relative(base, file)}${reason === undefined ? '' : ` (${reason.replaceAll(base, '')})`}`,
    ),
  );
}

const NODE_ARGS = '"/opt/skillscope/bin/skillscope.js", "mcp"';

describe('init (A-39, A-41)', () => {
  test('writes for each agent what its documentation asks for', async () => {
    await run();
    const stdio = (container: string) =>
      `{\n  "${container}": {\n    "skillscope": {\n      "type": "stdio",\n      "command": "/usr/bin/node",\n      "args": [${NODE_ARGS}]\n    }\n  }\n}\n`;
    expect(box.read('project/.mcp.json')).toBe(stdio('mcpServers'));
    expect(box.read('project/.cursor/mcp.json')).toBe(stdio('mcpServers'));
    expect(box.read('project/.vscode/mcp.json')).toBe(stdio('servers'));
    expect(box.read('project/.gemini/settings.json')).toBe(stdio('mcpServers').replace('      "type": "stdio",\n', ''));
    expect(box.read('project/.codex/config.toml')).toBe(
      '[mcp_servers.skillscope]\ncommand = "/usr/bin/node"\nargs = ["/opt/skillscope/bin/skillscope.js", "mcp"]\n',
    );
    const plain = stdio('mcpServers').replace('      "type": "stdio",\n', '');
    for (const file of [
      '.qwen/settings.json',
      '.kiro/settings/mcp.json',
      '.junie/mcp/mcp.json',
      '.roo/mcp.json',
      '.warp/.mcp.json',
    ]) {
      expect(box.read(`project/${file}`)).toBe(plain);
    }
    expect(box.read('project/.amp/settings.json')).toBe(plain.replace('mcpServers', 'amp.mcpServers'));
    expect(box.read('project/.zed/settings.json')).toBe(plain.replace('mcpServers', 'context_servers'));
    expect(JSON.parse(box.read('project/.github/mcp.json'))).toEqual({
      mcpServers: {
        skillscope: {
          type: 'local',
          command: '/usr/bin/node',
          args: ['/opt/skillscope/bin/skillscope.js', 'mcp'],
          tools: ['*'],
        },
      },
    });
    for (const file of ['opencode.json', 'kilo.json']) {
      expect(JSON.parse(box.read(`project/${file}`))).toEqual({
        mcp: { skillscope: { type: 'local', command: ['/usr/bin/node', '/opt/skillscope/bin/skillscope.js', 'mcp'] } },
      });
    }
    expect(box.read('project/.claude/skills/skillscope/SKILL.md')).toBe(box.skillText);
    expect(box.read('project/.agents/skills/skillscope/SKILL.md')).toBe(box.skillText);
  });

  test('says which agents have no MCP settings in a scope, and gives them our skill', async () => {
    const project = await run({ agents: ['windsurf', 'roo'] });
    expect(project.notes).toContainEqual({
      code: 'other-scope',
      message: 'Windsurf has no documented MCP settings per project; use --scope user for it.',
    });
    expect(summary(project)).toEqual([
      'windsurf: create project/.windsurf/skills/skillscope/SKILL.md',
      'roo: create project/.roo/mcp.json',
      'roo: create project/.roo/skills/skillscope/SKILL.md',
    ]);
    const user = await run({ agents: ['roo'], scope: 'user', includeSkill: false });
    expect([summary(user), user.notes]).toEqual([
      [],
      [
        {
          code: 'other-scope',
          message: 'Roo Code has no documented MCP settings for all projects; use --scope project for it.',
        },
      ],
    ]);
  });

  test('writes into the file that is there, whichever of its names it has', async () => {
    box.write('project/opencode.jsonc', '{\n  // mine\n  "mcp": {}\n}\n');
    const plan = await run({ agents: ['opencode'], includeSkill: false });
    expect(summary(plan)).toEqual(['opencode: change project/opencode.jsonc']);
    expect(box.read('project/opencode.jsonc')).toContain('// mine');
  });

  test('writes a YAML file for Goose', async () => {
    box.write('home/.config/goose/config.yaml', 'GOOSE_MODEL: o # mine\n');
    await run({ agents: ['goose'], scope: 'user', includeSkill: false });
    expect(box.read('home/.config/goose/config.yaml')).toBe(
      'GOOSE_MODEL: o # mine\nextensions:\n  skillscope:\n    name: skillscope\n    type: stdio\n    enabled: true\n    cmd: "/usr/bin/node"\n    args: ["/opt/skillscope/bin/skillscope.js","mcp"]\n    timeout: 300\n',
    );
  });

  test('in user scope writes to the home only', async () => {
    expect(summary(await run({ scope: 'user' }))).toEqual([
      'claude: create home/.claude.json',
      'claude: create home/.claude/skills/skillscope/SKILL.md',
      'codex: create home/.codex/config.toml',
      'codex: create home/.agents/skills/skillscope/SKILL.md',
      'cursor: create home/.cursor/mcp.json',
      'cursor: create home/.agents/skills/skillscope/SKILL.md',
      'vscode: create home/.config/Code/User/mcp.json',
      'vscode: create home/.agents/skills/skillscope/SKILL.md',
      'gemini: create home/.gemini/settings.json',
      'gemini: create home/.agents/skills/skillscope/SKILL.md',
      'opencode: create home/.config/opencode/opencode.json',
      'opencode: create home/.agents/skills/skillscope/SKILL.md',
      'copilot: create home/.copilot/mcp-config.json',
      'copilot: create home/.agents/skills/skillscope/SKILL.md',
      'qwen: create home/.qwen/settings.json',
      'qwen: create home/.qwen/skills/skillscope/SKILL.md',
      'amp: create home/.config/amp/settings.json',
      'amp: create home/.config/agents/skills/skillscope/SKILL.md',
      'kilo: create home/.config/kilo/kilo.json',
      'kilo: create home/.agents/skills/skillscope/SKILL.md',
      'windsurf: create home/.codeium/windsurf/mcp_config.json',
      'windsurf: create home/.codeium/windsurf/skills/skillscope/SKILL.md',
      'zed: create home/.config/zed/settings.json',
      'zed: create home/.agents/skills/skillscope/SKILL.md',
      'kiro: create home/.kiro/settings/mcp.json',
      'kiro: create home/.kiro/skills/skillscope/SKILL.md',
      'junie: create home/.junie/mcp/mcp.json',
      'junie: create home/.junie/skills/skillscope/SKILL.md',
      'cline: create home/.cline/data/settings/cline_mcp_settings.json',
      'cline: create home/.cline/skills/skillscope/SKILL.md',
      'roo: create home/.roo/skills/skillscope/SKILL.md',
      'warp: create home/.warp/.mcp.json',
      'warp: create home/.agents/skills/skillscope/SKILL.md',
      'goose: create home/.config/goose/config.yaml',
      'goose: create home/.agents/skills/skillscope/SKILL.md',
    ]);
    expect(readdirSync(box.project)).toEqual([]);
  });

  test('a dry run shows the same plan, with diffs, and writes nothing', async () => {
    const file = box.write('project/.cursor/mcp.json', '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
    const before = box.tree();
    const plan = await run({ agents: ['cursor'], apply: false, includeSkill: false });
    expect(box.tree()).toEqual(before);
    expect(plan).toEqual({
      scope: 'project',
      agents: [
        {
          id: 'cursor',
          title: 'Cursor',
          foundBy: '.cursor in the project',
          files: [
            {
              path: file,
              purpose: 'mcp',
              action: 'change',
              diff: [
                `--- ${file}`,
                `+++ ${file}`,
                '@@ -2,3 +2,8 @@',
                '   "mcpServers": {',
                '-    "a": {}',
                '+    "a": {},',
                '+    "skillscope": {',
                '+      "type": "stdio",',
                '+      "command": "/usr/bin/node",',
                '+      "args": ["/opt/skillscope/bin/skillscope.js", "mcp"]',
                '+    }',
                '   }',
                '',
              ].join('\n'),
            },
          ],
        },
      ],
      applied: false,
      notes: [
        {
          code: 'bound-to-this-machine',
          message:
            'The entry holds absolute paths of this machine, so do not share the file; with skillscope as a development dependency of the project, or with --scope user, that is not needed.',
        },
      ],
    });
    expect(summary(await run({ apply: false }))).toEqual(summary(await run()));
  });

  test('twice changes nothing the second time', async () => {
    await run();
    const before = box.tree();
    const plan = await run();
    expect(new Set(plan.agents.flatMap(({ files }) => files.map(({ action }) => action)))).toEqual(
      new Set(['unchanged']),
    );
    expect(plan.notes.map(({ code }) => code)).toEqual(['other-scope', 'other-scope', 'other-scope']);
    expect(box.tree()).toEqual(before);
  });

  test('sets up the agents that are found, and says by what', async () => {
    mkdirSync(path.join(box.project, '.vscode'));
    mkdirSync(path.join(box.home, '.codex'));
    box.write('project/GEMINI.md', '');
    chmodSync(box.write('home/bin/cursor', ''), 0o755);
    const { agents: _, ...options } = box.options;
    const environment = { PATH: path.join(box.home, 'bin') };
    const plan = await init({ ...options, environment, apply: false });
    expect(plan.agents.map(({ id, foundBy }) => [id, foundBy])).toEqual([
      ['codex', path.join(box.home, '.codex')],
      ['cursor', 'cursor on PATH'],
      ['vscode', '.vscode in the project'],
      ['gemini', 'GEMINI.md in the project'],
    ]);
  });

  test('says so when no agent is found', async () => {
    const { agents: _, ...options } = box.options;
    await expect(init(options)).rejects.toMatchObject({
      code: 'usage',
      message: 'No agent that skillscope knows was found on this machine or in this project.',
      hint: 'Name one or more with --agent, separated by commas, or take all with --all-agents.',
      candidates: AGENT_IDS,
    });
    expect(readdirSync(box.home)).toEqual([]);
  });

  test('refuses an agent it does not know, with those it knows', async () => {
    await expect(run({ agents: ['claude', 'emacs'] })).rejects.toMatchObject({
      code: 'usage',
      message: 'There is no agent `emacs`.',
      candidates: AGENT_IDS,
    });
    await expect(run({ projectDirectory: path.join(box.project, 'none') })).rejects.toMatchObject({ code: 'usage' });
  });

  test('uses the installation of the project without a word about this machine', async () => {
    box.write('project/node_modules/skillscope/package.json', '{}');
    const plan = await run({ agents: ['codex'], includeSkill: false });
    expect(box.read('project/.codex/config.toml')).toBe(
      '[mcp_servers.skillscope]\ncommand = "npx"\nargs = ["--no-install", "skillscope", "mcp"]\n',
    );
    expect(plan.notes.map(({ code }) => code)).toEqual(['agent-asks']);
  });

  test('writes only the skill, or only the entry', async () => {
    expect(summary(await run({ agents: ['claude'], includeMcp: false, apply: false }))).toEqual([
      'claude: create project/.claude/skills/skillscope/SKILL.md',
    ]);
    expect(summary(await run({ agents: ['claude'], includeSkill: false, apply: false }))).toEqual([
      'claude: create project/.mcp.json',
    ]);
  });

  test('replaces its own entry and skill after an update, and still gives the old bytes back', async () => {
    box.write('project/.mcp.json', '{"mcpServers":{"a":{}}} ');
    const before = box.tree();
    await run({ agents: ['claude'] });
    box.write('installation/skills/skillscope/SKILL.md', 'a newer text');
    const installation = { ...box.options.installation, binPath: '/opt/newer/skillscope.js' };
    const plan = await run({ agents: ['claude'], installation });
    expect(plan.agents[0]?.files.map(({ action }) => action)).toEqual(['change', 'change']);
    expect(box.read('project/.mcp.json')).toBe(
      '{"mcpServers":{"a":{},"skillscope":{"type":"stdio","command":"/usr/bin/node","args":["/opt/newer/skillscope.js","mcp"]}}} ',
    );
    expect(box.read('project/.claude/skills/skillscope/SKILL.md')).toBe('a newer text');
    await uninstall({ ...box.options, agents: ['claude'] });
    expect(box.tree()).toEqual(before);
  });
});

describe('init leaves alone', () => {
  test.each<[string, string, string, string]>([
    [
      'an entry of that name that it did not write',
      'project/.mcp.json',
      '{"mcpServers":{"skillscope":{"command":"mine"}}}',
      'claude: refused project/.mcp.json (An entry `skillscope` that init did not write, or that was edited since, is already there; it is left as it is. Delete it and run init again to have ours.)',
    ],
    [
      'a damaged file',
      'project/.mcp.json',
      '{\n  "mcpServers": {\n',
      'claude: refused project/.mcp.json (The file is not valid JSON (CloseBraceExpected); mend it first.)',
    ],
    [
      'a skill of that name with another text',
      'project/.claude/skills/skillscope/SKILL.md',
      'my own notes',
      'claude: refused project/.claude/skills/skillscope/SKILL.md (A file that init did not write, or that was edited since, is already there; it is left as it is.)',
    ],
    [
      'a file that is not UTF-8',
      'project/.mcp.json',
      '\u0000',
      'claude: refused project/.mcp.json (The file is not valid JSON (InvalidSymbol); mend it first.)',
    ],
  ])('%s', async (_name, file, text, refusal) => {
    box.write(file, text);
    const plan = await run({ agents: ['claude'] });
    expect(summary(plan)).toContain(refusal);
    expect(box.read(file)).toBe(text);
    expect(plan.agents[0]?.files.filter(({ action }) => action === 'create')).toHaveLength(1);
  });

  test('bytes that are no UTF-8 text', async () => {
    writeFileSync(path.join(box.project, '.mcp.json'), Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    const before = box.tree();
    const plan = await run({ agents: ['claude'], includeSkill: false });
    expect(summary(plan)).toEqual(['claude: refused project/.mcp.json (It is not UTF-8 text.)']);
    expect(box.tree()).toEqual(before);
  });

  test('an edited entry, also on the next run', async () => {
    await run({ agents: ['cursor'] });
    const edited = box.read('project/.cursor/mcp.json').replace('"mcp"', '"mcp", "--verbose"');
    box.write('project/.cursor/mcp.json', edited);
    const plan = await run({ agents: ['cursor'], installation: { ...box.options.installation, binPath: '/new.js' } });
    expect(plan.agents[0]?.files[0]).toMatchObject({ action: 'refused', diff: '' });
    expect(box.read('project/.cursor/mcp.json')).toBe(edited);
  });

  test('the line of a fault is told', async () => {
    box.write('project/.codex/config.toml', 'a = 1\nb = [\n');
    const plan = await run({ agents: ['codex'], includeSkill: false });
    expect(plan.agents[0]?.files[0]).toMatchObject({ action: 'refused', line: expect.any(Number) });
  });
});

describe('init and the file system', () => {
  test('writes through a symlink that stays below the home, and keeps it one', async () => {
    box.write('home/dotfiles/claude.json', '{}\n');
    symlinkSync('dotfiles/claude.json', path.join(box.home, '.claude.json'));
    const before = box.tree();
    await run({ agents: ['claude'], scope: 'user' });
    expect(box.tree()['home/.claude.json']).toBe('link to dotfiles/claude.json');
    expect(box.read('home/dotfiles/claude.json')).toContain('"skillscope"');
    await uninstall({ ...box.options, agents: ['claude'], scope: 'user' });
    expect(box.tree()).toEqual(before);
  });

  test('refuses symlinks that lead out of the project, and those that lead nowhere', async () => {
    const base = path.dirname(box.home);
    mkdirSync(path.join(base, 'shared'));
    symlinkSync(path.join(base, 'shared'), path.join(box.project, '.cursor'));
    symlinkSync('..', path.join(box.project, '.gemini'));
    symlinkSync('missing.json', path.join(box.project, '.mcp.json'));
    const plan = await run({ agents: ['claude', 'cursor', 'gemini'], includeSkill: false });
    expect(summary(plan)).toEqual([
      'claude: refused project/.mcp.json (/project/.mcp.json is a symlink that leads nowhere.)',
      'cursor: refused project/.cursor/mcp.json (/project/.cursor is a symlink that leads out of /project, to /shared; edit that file by hand.)',
      'gemini: refused project/.gemini/settings.json (/project/.gemini is a symlink that leads out of /project, to ; edit that file by hand.)',
    ]);
    expect(readdirSync(path.join(base, 'shared'))).toEqual([]);
  });

  test('a project reached through a symlink is the same project', async () => {
    const link = path.join(path.dirname(box.home), 'link');
    symlinkSync(box.project, link);
    const before = box.tree();
    await run({ projectDirectory: link });
    await uninstall(box.options);
    expect(box.tree()).toEqual(before);
    expect(realpathSync(link)).toBe(box.project);
  });

  test('keeps the permissions of a file', async () => {
    const file = box.write('home/.claude.json', '{}');
    chmodSync(file, 0o600);
    await run({ agents: ['claude'], scope: 'user' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(box.home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('goes on with the rest when one file cannot be written', async () => {
    box.write('project/.vscode', 'a file where a directory should be');
    mkdirSync(path.join(box.project, '.mcp.json'));
    expect(summary(await run({ agents: ['claude', 'vscode', 'cursor'], includeSkill: false }))).toEqual([
      'claude: refused project/.mcp.json (It is not a file.)',
      'cursor: create project/.cursor/mcp.json',
      'vscode: refused project/.vscode/mcp.json (/project/.vscode is not a directory.)',
    ]);
  });

  test('a read-only directory is a refusal and leaves nothing behind', async () => {
    mkdirSync(path.join(box.project, '.cursor'));
    chmodSync(path.join(box.project, '.cursor'), 0o555);
    await withoutRootsPowers(async () => {
      const before = box.tree();
      const [line, ...others] = summary(await run({ agents: ['cursor'], includeSkill: false }));
      expect(line).toMatch(/^cursor: refused project\/\.cursor\/mcp\.json \(.*(cannot|could not) be written/);
      expect(others).toEqual([]);
      expect(box.tree()).toEqual(before);
    });
  });

  test('two at once write one whole setup', async () => {
    box.write('project/.mcp.json', '{\n  "mcpServers": {}\n}\n');
    const before = box.tree();
    const plans = await Promise.all([run(), run(), run(), run()]);
    expect(plans.flatMap(summary).filter((line) => line.includes('refused'))).toEqual([]);
    const together = box.tree();
    await uninstall(box.options);
    expect(box.tree()).toEqual(before);
    await run();
    expect(box.tree()).toEqual(together);
  });

  test('a fault of the installation is a fault, not an answer', async () => {
    rmSync(box.options.installation.skillDirectory, { recursive: true });
    await expect(run()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

/** Root may write anywhere; as root, runs as somebody who may not. */
async function withoutRootsPowers<T>(action: () => Promise<T>): Promise<T> {
  const nobody = 65_534;
  if (process.geteuid?.() !== 0 || !process.seteuid) return action();
  for (const directory of [path.dirname(box.home), box.home, box.project]) chmodSync(directory, 0o777);
  process.seteuid(nobody);
  try {
    return await action();
  } finally {
    process.seteuid(0);
  }
}
