import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, sandbox } from '../setup/sandbox.ts';
import { init } from './init.ts';
import { addExtras, type ExtrasOptions, joinPlans, removeExtras } from './setup-extras.ts';
import { uninstall } from './uninstall.ts';

let box: Sandbox;

beforeEach(() => {
  box = sandbox();
});

afterEach(() => box.remove());

const HOOKED = ['claude', 'codex', 'cursor', 'gemini', 'qwen'];
const COMMAND = '/usr/bin/node /opt/skillscope/bin/skillscope.js hook';

function add(changes: Partial<ExtrasOptions> = {}) {
  return addExtras({ ...box.options, agents: HOOKED, includeHooks: true, ...changes });
}

function reasons(plan: Awaited<ReturnType<typeof add>>): readonly string[] {
  return plan.agents.flatMap(({ id, files }) =>
    files.map(({ action, reason }) => `${id}: ${action}${reason === undefined ? '' : ` (${reason})`}`),
  );
}

describe('init --hooks', () => {
  test('writes for each agent what its documentation asks for', async () => {
    await add();
    const claude = JSON.parse(box.read('project/.claude/settings.json'));
    expect(claude).toEqual({
      hooks: {
        SessionStart: [{ hooks: [{ type: 'command', command: `${COMMAND} session-start`, timeout: 10 }] }],
        PreToolUse: [
          {
            matcher: 'Edit|Write|MultiEdit|NotebookEdit',
            hooks: [{ type: 'command', command: `${COMMAND} edit`, timeout: 10 }],
          },
        ],
      },
    });
    expect(JSON.parse(box.read('project/.codex/hooks.json')).hooks.PreToolUse[0].matcher).toBe('apply_patch');
    expect(JSON.parse(box.read('project/.cursor/hooks.json'))).toEqual({
      version: 1,
      hooks: {
        sessionStart: [{ command: `${COMMAND} session-start`, timeout: 10 }],
        postToolUse: [{ command: `${COMMAND} edit`, matcher: 'Write', timeout: 10 }],
      },
    });
    const gemini = { name: 'skillscope', type: 'command', command: `${COMMAND} edit`, timeout: 10_000 };
    expect(JSON.parse(box.read('project/.gemini/settings.json')).hooks.AfterTool).toEqual([
      { matcher: 'write_file|replace', hooks: [gemini] },
    ]);
    expect(JSON.parse(box.read('project/.qwen/settings.json')).hooks.PostToolUse).toEqual([
      {
        matcher: '^(write_file|edit|notebook_edit)$',
        hooks: [{ type: 'command', command: `${COMMAND} edit`, timeout: 10 }],
      },
    ]);
  });

  test('VS Code and Copilot CLI share a file, which stays until neither wants it', async () => {
    const file = 'project/.github/hooks/skillscope.json';
    const before = box.tree();
    expect(reasons(await add({ agents: ['copilot', 'vscode'] }))).toEqual(['vscode: create', 'copilot: create']);
    expect(JSON.parse(box.read(file))).toEqual({
      version: 1,
      hooks: {
        SessionStart: [{ type: 'command', command: `${COMMAND} session-start`, timeout: 10 }],
        PostToolUse: [{ type: 'command', command: `${COMMAND} edit`, matcher: 'Write|Edit|apply_patch', timeout: 10 }],
      },
    });
    expect(reasons(await removeExtras({ ...box.options, agents: ['copilot'] }))).toEqual([
      'copilot: unchanged (Still used by vscode.)',
    ]);
    expect(reasons(await add({ agents: ['copilot'] }))).toEqual(['copilot: unchanged']);
    expect(reasons(await removeExtras({ ...box.options, agents: ['vscode'] }))).toEqual([
      'vscode: unchanged (Still used by copilot.)',
    ]);
    await removeExtras({ ...box.options, agents: ['copilot'] });
    expect(box.tree()).toEqual(before);
  });

  test('both share it in the home too, unless Copilot CLI has another one', async () => {
    await add({ agents: ['copilot', 'vscode'], scope: 'user' });
    expect(Object.keys(box.tree()).filter((name) => name.endsWith('hooks/skillscope.json'))).toHaveLength(1);
    await removeExtras({ ...box.options, scope: 'user' });
    const environment = { ...box.options.environment, COPILOT_HOME: path.join(box.home, 'elsewhere') };
    await add({ agents: ['copilot', 'vscode'], scope: 'user', environment });
    expect(box.read('home/.copilot/hooks/skillscope.json')).toBe(box.read('home/elsewhere/hooks/skillscope.json'));
  });

  test.each([
    ['claude', 'node "$CLAUDE_PROJECT_DIR/node_modules/skillscope/bin/skillscope.js" hook edit'],
    ['codex', 'node "$(git rev-parse --show-toplevel)/node_modules/skillscope/bin/skillscope.js" hook edit'],
    ['cursor', 'node "./node_modules/skillscope/bin/skillscope.js" hook edit'],
    ['copilot', 'node "./node_modules/skillscope/bin/skillscope.js" hook edit'],
    ['qwen', 'node "$QWEN_PROJECT_DIR/node_modules/skillscope/bin/skillscope.js" hook edit'],
    ['gemini', 'node "$GEMINI_PROJECT_DIR/node_modules/skillscope/bin/skillscope.js" hook edit'],
  ])("starts the project's own installation in %s", async (agent, command) => {
    box.write('project/node_modules/skillscope/package.json', '{}');
    const plan = await add({ agents: [agent] });
    const [file] = plan.agents.flatMap(({ files }) => files);
    expect(box.read(path.relative(path.dirname(box.home), file?.path ?? ''))).toContain(JSON.stringify(command));
  });

  test('adds to hooks that are there, and leaves every other character', async () => {
    const before =
      '{\n\t// ours\n\t"permissions": { "allow": [] },\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "matcher": "Bash", "hooks": [] } // kept\n\t\t]\n\t}\n}\n';
    box.write('project/.claude/settings.json', before);
    await add({ agents: ['claude'] });
    const after = box.read('project/.claude/settings.json');
    expect(after).toContain('\t\t\t{ "matcher": "Bash", "hooks": [] },\n\t\t\t{\n\t\t\t\t"matcher": "Edit|Write|');
    expect(after).toContain('\t\t\t} // kept\n\t\t],\n\t\t"SessionStart": [\n');
    expect(after.startsWith(before.slice(0, before.indexOf('"Bash"')))).toBe(true);
    expect(after.match(/"matcher"/g)).toHaveLength(2);
    expect(reasons(await add({ agents: ['claude'] }))).toEqual(['claude: unchanged']);
    box.write('project/.claude/settings.json', `${after}\n`);
    await removeExtras(box.options);
    expect(box.read('project/.claude/settings.json')).toBe(`${before}\n`);
  });

  test.each([
    ['', '{\n  "theme": "x"\n}\n'],
    ['over lines', '{\n    "mcpServers": {\n        "a": {}\n    }, // why\n}\n'],
    ['on one line', '{"theme":"x"}'],
    ['an empty one', '{}\n'],
    ['with an empty list', '{\r\n  "hooks": {\r\n    "AfterTool": []\r\n  }\r\n}\r\n'],
  ])('adds to settings without hooks, and gives them back %s', async (_, before) => {
    box.write('project/.gemini/settings.json', before);
    expect(reasons(await add({ agents: ['gemini'] }))).toEqual(['gemini: change']);
    const written = box.read('project/.gemini/settings.json');
    expect(written).toContain('skillscope.js hook edit');
    expect(written.replaceAll('\r\n', '').includes('\r')).toBe(false);
    box.write('project/.gemini/settings.json', ` ${written}`);
    await removeExtras(box.options);
    expect(box.read('project/.gemini/settings.json').replaceAll(/\s/g, '')).toBe(before.replaceAll(/\s/g, ''));
    await add({ agents: ['gemini'] });
    await removeExtras(box.options);
    expect(box.read('project/.gemini/settings.json').replaceAll(/\s/g, '')).toBe(before.replaceAll(/\s/g, ''));
  });

  test('taken back together with everything else, every file has the bytes it had', async () => {
    box.write('project/.gemini/settings.json', '{\n  "theme": "x"\n}\n');
    box.write('project/AGENTS.md', '# Ours');
    const before = box.tree();
    await init(box.options);
    const plan = await add({ agents: 'all', index: 'Look.' });
    expect(plan.agents.flatMap(({ files }) => files.filter(({ action }) => action === 'refused'))).toEqual([]);
    await removeExtras(box.options);
    await uninstall(box.options);
    expect(box.tree()).toEqual(before);
  });

  test('takes its own out of what others have changed since', async () => {
    await add({ agents: ['cursor', 'claude'] });
    for (const file of ['project/.cursor/hooks.json', 'project/.claude/settings.json']) {
      const value = JSON.parse(box.read(file));
      box.write(file, JSON.stringify({ ...value, hooks: { ...value.hooks, stop: [{ command: 'x' }] } }, null, 4));
    }
    await removeExtras(box.options);
    expect(JSON.parse(box.read('project/.cursor/hooks.json'))).toEqual({
      version: 1,
      hooks: { stop: [{ command: 'x' }] },
    });
    expect(JSON.parse(box.read('project/.claude/settings.json'))).toEqual({ hooks: { stop: [{ command: 'x' }] } });
  });

  test('leaves what was edited by hand, what others wrote and what cannot be read, and says so', async () => {
    await add({ agents: ['claude'] });
    const file = 'project/.claude/settings.json';
    box.write(file, box.read(file).replace('"timeout": 10', '"timeout": 60'));
    const edited = box.read(file);
    expect(reasons(await add({ agents: ['claude'] }))).toEqual([
      'claude: refused (Hooks that start `skillscope hook` and that init did not write, or that were edited since, are already there; they are left as they are. Delete them and run init again to have ours.)',
    ]);
    expect(reasons(await removeExtras(box.options))).toEqual([
      'claude: refused (The hooks were edited since init wrote them; they are left as they are. Delete them by hand if they are not wanted.)',
    ]);
    expect(box.read(file)).toBe(edited);
    box.write('project/.codex/hooks.json', '{ "hooks": { "PreToolUse": {} } }');
    box.write('project/.cursor/hooks.json', '{ "hooks": ');
    expect(reasons(await add({ agents: ['codex', 'cursor'] }))).toEqual([
      'codex: refused (`hooks.PreToolUse` is not a list in this file.)',
      'cursor: refused (The file is not valid JSON (ValueExpected); mend it first.)',
    ]);
  });

  test('replaces what it wrote when skillscope has moved', async () => {
    await add({ agents: ['claude'] });
    const moved = { ...box.options.installation, binPath: '/new/skillscope.js' };
    await add({ agents: ['claude'], installation: moved });
    expect(box.read('project/.claude/settings.json')).toContain('/usr/bin/node /new/skillscope.js hook edit');
    expect(box.read('project/.claude/settings.json')).not.toContain('/opt/');
    await removeExtras(box.options);
    expect(Object.keys(box.tree()).filter((name) => name.includes('.claude'))).toEqual([]);
  });

  test('says which agent has none, and names what it has no record of', async () => {
    const plan = await add({ agents: ['amp'] });
    expect(plan.notes).toEqual([{ code: 'no-hooks', message: 'Amp has no hooks that could tell it of a skill.' }]);
    await add({ agents: ['claude'] });
    rmSync(path.join(box.home, '.local'), { recursive: true });
    expect(reasons(await removeExtras(box.options))).toEqual([
      'claude: refused (This machine has no record that init wrote the hooks; delete those that start `skillscope hook` by hand if they are not wanted.)',
    ]);
  });

  test('a dry run writes nothing', async () => {
    const before = box.tree();
    const plan = await add({ apply: false, index: 'Look.' });
    expect(plan.agents.flatMap(({ files }) => files.map(({ purpose, action }) => `${purpose} ${action}`))).toEqual(
      HOOKED.flatMap(() => ['hooks create', 'index create']),
    );
    expect(box.tree()).toEqual(before);
  });
});

describe('init --index', () => {
  const index = (text: string, changes: Partial<ExtrasOptions> = {}) =>
    add({ includeHooks: false, index: text, ...changes });

  test('writes a block to the instruction file of each agent', async () => {
    box.write('project/CLAUDE.md', '# Ours\n');
    await index('One.\n<!-- x -->');
    const block = '<!-- skillscope index dba75038086ccb81 -->\nOne.\n<!- - x - ->\n<!-- skillscope index end -->\n';
    expect(box.read('project/CLAUDE.md')).toBe(`# Ours\n\n${block}`);
    expect(box.read('project/AGENTS.md')).toBe(block);
    expect(box.read('project/GEMINI.md')).toBe(block);
  });

  test('is replaced where it stands, and taken back with its gap', async () => {
    box.write('project/CLAUDE.md', '# Ours\r\n');
    await index('One.', { agents: ['claude'] });
    box.write('project/CLAUDE.md', `${box.read('project/CLAUDE.md')}More.\r\n`);
    await index('Two.', { agents: ['claude'] });
    expect(box.read('project/CLAUDE.md')).toMatch(
      /^# Ours\r\n\r\n<!-- skillscope index \w+ -->\r\nTwo\.\r\n<.*>\r\nMore\.\r\n$/,
    );
    await removeExtras(box.options);
    expect(box.read('project/CLAUDE.md')).toBe('# Ours\r\nMore.\r\n');
  });

  test('stays while another agent reads the same file', async () => {
    await index('One.', { agents: ['codex', 'cursor'] });
    expect(reasons(await removeExtras({ ...box.options, agents: ['codex'] }))).toEqual([
      'codex: unchanged (Still used by cursor.)',
    ]);
    await removeExtras({ ...box.options, agents: ['cursor'] });
    expect(Object.keys(box.tree()).filter((name) => name.includes('AGENTS'))).toEqual([]);
  });

  test('is left when it was edited by hand', async () => {
    await index('One.', { agents: ['codex'] });
    box.write('project/AGENTS.md', box.read('project/AGENTS.md').replace('One.', 'Mine.'));
    const edited =
      'codex: refused (The index was edited by hand since it was written; it is left as it is. To be rid of it, delete it with its comments; init --index then writes ours again.)';
    expect(reasons(await index('Two.', { agents: ['codex'] }))).toEqual([edited]);
    expect(reasons(await removeExtras(box.options))).toEqual([edited]);
    expect(box.read('project/AGENTS.md')).toContain('Mine.');
  });

  test('is of a project, never of a user', async () => {
    const plan = await index('One.', { agents: ['codex'], scope: 'user' });
    expect(plan.notes).toEqual([
      { code: 'no-user-index', message: 'An index belongs to one project, so none is written in user scope.' },
    ]);
    expect(reasons(plan)).toEqual([]);
  });
});

test('two plans for the same agents make one', async () => {
  const agents = ['claude'];
  const one = await init({ ...box.options, agents, apply: false });
  const joined = joinPlans(one, await add({ agents, apply: false }));
  expect(joined.agents.map(({ id, files }) => [id, files.map(({ purpose }) => purpose)])).toEqual([
    ['claude', ['mcp', 'skill', 'hooks']],
  ]);
  const nothing = await uninstall(box.options);
  expect(joinPlans(nothing, await removeExtras(box.options)).notes.map(({ code }) => code)).toEqual([
    'nothing-to-uninstall',
  ]);
});
