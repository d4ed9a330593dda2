import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AGENTS, type Agent, type Scope, type Surroundings } from './agents.ts';
import { jsonEntry } from './json-entry.ts';
import { tomlEntry } from './toml-entry.ts';
import { yamlEntry } from './yaml-entry.ts';

const LINUX: Surroundings = { platform: 'linux', home: '/home/ada', projectDirectory: '/src/app', environment: {} };
const MAC: Surroundings = { platform: 'darwin', home: '/Users/ada', projectDirectory: '/src/app', environment: {} };
const WINDOWS: Surroundings = {
  platform: 'win32',
  home: 'C:\\Users\\Ada',
  projectDirectory: 'D:\\app',
  environment: {},
};

function places(surroundings: Surroundings): Record<string, readonly (string | undefined)[]> {
  return Object.fromEntries(
    AGENTS.map((agent) => [
      agent.id,
      (['project', 'user'] as const).flatMap((scope) => [
        agent.config.places[scope]?.(surroundings).path,
        agent.skills[scope](surroundings).path,
      ]),
    ]),
  );
}

describe('where each agent looks (A-39, A-41)', () => {
  test('on Linux', () => {
    expect(places(LINUX)).toEqual({
      claude: ['/src/app/.mcp.json', '/src/app/.claude/skills', '/home/ada/.claude.json', '/home/ada/.claude/skills'],
      codex: [
        '/src/app/.codex/config.toml',
        '/src/app/.agents/skills',
        '/home/ada/.codex/config.toml',
        '/home/ada/.agents/skills',
      ],
      cursor: [
        '/src/app/.cursor/mcp.json',
        '/src/app/.agents/skills',
        '/home/ada/.cursor/mcp.json',
        '/home/ada/.agents/skills',
      ],
      vscode: [
        '/src/app/.vscode/mcp.json',
        '/src/app/.agents/skills',
        '/home/ada/.config/Code/User/mcp.json',
        '/home/ada/.agents/skills',
      ],
      gemini: [
        '/src/app/.gemini/settings.json',
        '/src/app/.agents/skills',
        '/home/ada/.gemini/settings.json',
        '/home/ada/.agents/skills',
      ],
      opencode: [
        '/src/app/opencode.json',
        '/src/app/.agents/skills',
        '/home/ada/.config/opencode/opencode.json',
        '/home/ada/.agents/skills',
      ],
      copilot: [
        '/src/app/.github/mcp.json',
        '/src/app/.agents/skills',
        '/home/ada/.copilot/mcp-config.json',
        '/home/ada/.agents/skills',
      ],
      qwen: [
        '/src/app/.qwen/settings.json',
        '/src/app/.qwen/skills',
        '/home/ada/.qwen/settings.json',
        '/home/ada/.qwen/skills',
      ],
      amp: [
        '/src/app/.amp/settings.json',
        '/src/app/.agents/skills',
        '/home/ada/.config/amp/settings.json',
        '/home/ada/.config/agents/skills',
      ],
      kilo: [
        '/src/app/kilo.json',
        '/src/app/.agents/skills',
        '/home/ada/.config/kilo/kilo.json',
        '/home/ada/.agents/skills',
      ],
      windsurf: [
        undefined,
        '/src/app/.windsurf/skills',
        '/home/ada/.codeium/windsurf/mcp_config.json',
        '/home/ada/.codeium/windsurf/skills',
      ],
      zed: [
        '/src/app/.zed/settings.json',
        '/src/app/.agents/skills',
        '/home/ada/.config/zed/settings.json',
        '/home/ada/.agents/skills',
      ],
      kiro: [
        '/src/app/.kiro/settings/mcp.json',
        '/src/app/.kiro/skills',
        '/home/ada/.kiro/settings/mcp.json',
        '/home/ada/.kiro/skills',
      ],
      junie: [
        '/src/app/.junie/mcp/mcp.json',
        '/src/app/.junie/skills',
        '/home/ada/.junie/mcp/mcp.json',
        '/home/ada/.junie/skills',
      ],
      cline: [
        undefined,
        '/src/app/.cline/skills',
        '/home/ada/.cline/data/settings/cline_mcp_settings.json',
        '/home/ada/.cline/skills',
      ],
      roo: ['/src/app/.roo/mcp.json', '/src/app/.roo/skills', undefined, '/home/ada/.roo/skills'],
      warp: [
        '/src/app/.warp/.mcp.json',
        '/src/app/.agents/skills',
        '/home/ada/.warp/.mcp.json',
        '/home/ada/.agents/skills',
      ],
      goose: [undefined, '/src/app/.agents/skills', '/home/ada/.config/goose/config.yaml', '/home/ada/.agents/skills'],
    });
  });

  test('on macOS, where it differs', () => {
    expect(places(MAC)['vscode']?.[2]).toBe('/Users/ada/Library/Application Support/Code/User/mcp.json');
  });

  test('on Windows', () => {
    expect(places(WINDOWS)).toEqual({
      claude: [
        'D:\\app\\.mcp.json',
        'D:\\app\\.claude\\skills',
        'C:\\Users\\Ada\\.claude.json',
        'C:\\Users\\Ada\\.claude\\skills',
      ],
      codex: [
        'D:\\app\\.codex\\config.toml',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\.codex\\config.toml',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
      cursor: [
        'D:\\app\\.cursor\\mcp.json',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\.cursor\\mcp.json',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
      vscode: [
        'D:\\app\\.vscode\\mcp.json',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\AppData\\Roaming\\Code\\User\\mcp.json',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
      gemini: [
        'D:\\app\\.gemini\\settings.json',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\.gemini\\settings.json',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
      opencode: [
        'D:\\app\\opencode.json',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\.config\\opencode\\opencode.json',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
      copilot: [
        'D:\\app\\.github\\mcp.json',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\.copilot\\mcp-config.json',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
      qwen: [
        'D:\\app\\.qwen\\settings.json',
        'D:\\app\\.qwen\\skills',
        'C:\\Users\\Ada\\.qwen\\settings.json',
        'C:\\Users\\Ada\\.qwen\\skills',
      ],
      amp: [
        'D:\\app\\.amp\\settings.json',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\.config\\amp\\settings.json',
        'C:\\Users\\Ada\\.config\\agents\\skills',
      ],
      kilo: [
        'D:\\app\\kilo.json',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\.config\\kilo\\kilo.json',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
      windsurf: [
        undefined,
        'D:\\app\\.windsurf\\skills',
        'C:\\Users\\Ada\\.codeium\\windsurf\\mcp_config.json',
        'C:\\Users\\Ada\\.codeium\\windsurf\\skills',
      ],
      zed: [
        'D:\\app\\.zed\\settings.json',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\AppData\\Roaming\\Zed\\settings.json',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
      kiro: [
        'D:\\app\\.kiro\\settings\\mcp.json',
        'D:\\app\\.kiro\\skills',
        'C:\\Users\\Ada\\.kiro\\settings\\mcp.json',
        'C:\\Users\\Ada\\.kiro\\skills',
      ],
      junie: [
        'D:\\app\\.junie\\mcp\\mcp.json',
        'D:\\app\\.junie\\skills',
        'C:\\Users\\Ada\\.junie\\mcp\\mcp.json',
        'C:\\Users\\Ada\\.junie\\skills',
      ],
      cline: [
        undefined,
        'D:\\app\\.cline\\skills',
        'C:\\Users\\Ada\\.cline\\data\\settings\\cline_mcp_settings.json',
        'C:\\Users\\Ada\\.cline\\skills',
      ],
      roo: ['D:\\app\\.roo\\mcp.json', 'D:\\app\\.roo\\skills', undefined, 'C:\\Users\\Ada\\.roo\\skills'],
      warp: [
        'D:\\app\\.warp\\.mcp.json',
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\.warp\\.mcp.json',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
      goose: [
        undefined,
        'D:\\app\\.agents\\skills',
        'C:\\Users\\Ada\\AppData\\Roaming\\Block\\goose\\config\\config.yaml',
        'C:\\Users\\Ada\\.agents\\skills',
      ],
    });
  });

  test.each<[string, string, Scope, { root: string; path: string }, { root: string; path: string }]>([
    [
      'claude',
      'CLAUDE_CONFIG_DIR',
      'user',
      { root: '/elsewhere', path: '/elsewhere/.claude.json' },
      { root: '/elsewhere', path: '/elsewhere/skills' },
    ],
    [
      'codex',
      'CODEX_HOME',
      'user',
      { root: '/elsewhere', path: '/elsewhere/config.toml' },
      { root: '/home/ada', path: '/home/ada/.agents/skills' },
    ],
    [
      'gemini',
      'GEMINI_CLI_HOME',
      'user',
      { root: '/elsewhere', path: '/elsewhere/.gemini/settings.json' },
      { root: '/elsewhere', path: '/elsewhere/.agents/skills' },
    ],
    [
      'vscode',
      'XDG_CONFIG_HOME',
      'user',
      { root: '/elsewhere', path: '/elsewhere/Code/User/mcp.json' },
      { root: '/home/ada', path: '/home/ada/.agents/skills' },
    ],
    [
      'codex',
      'CODEX_HOME',
      'project',
      { root: '/src/app', path: '/src/app/.codex/config.toml' },
      { root: '/src/app', path: '/src/app/.agents/skills' },
    ],
  ])('%s follows %s in %s scope', (id, variable, scope, config, skills) => {
    const agent = agentOf(id);
    const moved = { ...LINUX, environment: { [variable]: '/elsewhere' } };
    expect(agent.config.places[scope]?.(moved)).toEqual(config);
    expect(agent.skills[scope](moved)).toEqual(skills);
    const relative = { ...LINUX, environment: { [variable]: 'not/absolute' } };
    expect(agent.config.places[scope]?.(relative)).toEqual(agent.config.places[scope]?.(LINUX));
  });

  test('a directory named by a variable that lies in the home keeps the home as its bound', () => {
    const inside = { ...LINUX, environment: { CLAUDE_CONFIG_DIR: '/home/ada/.claude-work' } };
    const place = { root: '/home/ada', path: '/home/ada/.claude-work/.claude.json' };
    expect(agentOf('claude').config.places.user?.(inside)).toEqual(place);
  });
});

describe('docs/agents.md', () => {
  const page = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  const shown: Surroundings = { platform: 'linux', home: '~', projectDirectory: '.', environment: {} };

  test('has one row for each agent and scope, and no other', () => {
    const expected = AGENTS.flatMap(({ id, title, config, skills }) =>
      (['project', 'user'] as const).map((scope) => [
        `${title} (\`${id}\`)`,
        scope,
        config.places[scope] ? `\`${config.places[scope](shown).path}\`` : 'none',
        `\`${skills[scope](shown).path}/skillscope\``,
      ]),
    );
    expect(rows.filter(([, scope]) => scope === 'project' || scope === 'user')).toEqual(expected);
  });

  test('says what each agent still asks for', () => {
    const said = AGENTS.flatMap(({ afterwards }) => Object.values(afterwards));
    expect(said.filter((sentence) => !page.includes(sentence))).toEqual([]);
  });

  test('shows by hand what init writes', () => {
    const blocks = [...page.matchAll(/^```(json|toml|yaml)\n([^`]*)^```$/gm)].map(([, language, text]) => [
      language,
      text,
    ]);
    const whole = AGENTS.map(({ config }) => {
      const format = { json: jsonEntry, toml: tomlEntry, yaml: yamlEntry }[config.format];
      const entry = config.entry({ command: 'skillscope', args: ['mcp'] });
      const added = format.add(undefined, config.container, 'skillscope', entry);
      return [config.format, added.ok ? added.text : added.reason];
    });
    const meaning = ([language = '', text = '']: (string | undefined)[]) =>
      language === 'json' ? JSON.stringify(JSON.parse(text)) : text;
    const shownBlocks = new Set(blocks.map(meaning));
    expect(whole.map(meaning).filter((block) => !shownBlocks.has(block))).toEqual([]);
  });

  test('explains every code of a note', () => {
    const sources = ['mcp-command.ts', '../commands/init.ts', '../commands/uninstall.ts'];
    const code = sources.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n');
    const codes = [...code.matchAll(/code: '([a-z-]+)'/g)].map(([, name]) => `\`${name}\``);
    const explained = rows.map(([cell]) => cell);
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((name) => !explained.includes(name))).toEqual([]);
  });
});

function agentOf(id: string): Agent {
  const agent = AGENTS.find((candidate) => candidate.id === id);
  if (!agent) throw new Error(`no agent ${id}`);
  return agent;
}
