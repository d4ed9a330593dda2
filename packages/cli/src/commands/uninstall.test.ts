import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, sandbox } from '../setup/sandbox.ts';
import type { SetupOptions } from '../setup/surroundings.ts';
import { type InitPlan, init } from './init.ts';
import { uninstall } from './uninstall.ts';

let box: Sandbox;

beforeEach(() => {
  box = sandbox();
});

afterEach(() => box.remove());

function take(changes: Partial<SetupOptions> = {}): Promise<InitPlan> {
  return uninstall({ ...box.options, ...changes });
}

function summary({ agents }: InitPlan): string[] {
  const base = path.dirname(box.home);
  return agents.flatMap(({ id, files }) =>
    files.map(
      ({ action, path: file, reason }) =>
        `${id}: ${action} ${path.relative(base, file)}${reason === undefined ? '' : ` (${reason})`}`,
    ),
  );
}

const AWKWARD_JSON: readonly [string, string][] = [
  ['empty file', ''],
  ['blank lines', '\n\n'],
  ['byte order mark alone', '\uFEFF'],
  ['byte order mark', '\uFEFF{"mcpServers":{"a":{"command":"x"}}}'],
  ['empty object', '{}'],
  ['empty object, spread out', '{\n\n}\n'],
  ['no newline at the end', '{\n  "mcpServers": {\n    "a": {}\n  }\n}'],
  ['many newlines at the end', '{\n  "mcpServers": {}\n}\n\n\n'],
  ['Windows line ends', '{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n'],
  ['mixed line ends', '{\r\n  "mcpServers": {\n    "a": {}\r  }\n}\r\n'],
  ['tabs', '{\n\t"mcpServers": {\n\t\t"a": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n'],
  ['twelve spaces', '{\n            "mcpServers": {}\n}\n'],
  ['ragged', '{ "mcpServers" :\n{"a":\n   {} }\n       , "z":1}'],
  [
    'comments everywhere',
    '// top\n{ // in\n  /* before */ "mcpServers": { // servers\n    "a": {} // a\n    // none\n  } /* after */\n}\n// end\n',
  ],
  ['only comments', '/* nothing\n   yet */'],
  ['a comment that looks like servers', '{\n  // "mcpServers": { "skillscope": {} }\n  "z": "// not a comment"\n}\n'],
  ['trailing commas', '{\n  "mcpServers": {\n    "a": { "args": [1,], },\n  },\n}\n'],
  ['servers before and after', '{\n  "a": 1,\n  "mcpServers": {\n    "one": {},\n    "two": {}\n  },\n  "z": 2\n}\n'],
  ['null', '{\n  "mcpServers": null\n}\n'],
  ['one line', '{"z":{"y":[]},"mcpServers":{"b":{},"a":{}}}'],
  ['unicode', '{\n  "mcpServers": {\n    "späti 🛒": { "command": "\\u00fc\u2028" }\n  }\n}\n'],
  ['the same key in other places', '{\n  "projects": { "/p": { "mcpServers": { "skillscope": {} } } }\n}\n'],
  ['big numbers and escapes', '{"n":12345678901234567890,"s":"\\/\\b","e":1E400,"mcpServers":{}}'],
];

const AWKWARD_YAML: readonly [string, string][] = [
  ['empty file', ''],
  ['only a comment', '# mine'],
  ['byte order mark', '\uFEFFa: 1\n'],
  ['empty map', 'extensions: {} # none\nz: 1\n'],
  ['no value', 'extensions:\n\n# later\nz: 1'],
  ['Windows line ends', 'a: 1\r\nextensions:\r\n  x:\r\n    cmd: y\r\n'],
  ['deep and ragged', 'extensions:\n      a:\n            cmd: x # why\n\n\nz:\n- 1\n'],
  ['a block of text last', 'extensions:\n  a:\n    text: |+\n      one\n\n'],
  ['anchors', 'x: &x\n  cmd: y\nextensions:\n  a: *x\n'],
];

const AWKWARD_TOML: readonly [string, string][] = [
  ['empty file', ''],
  ['comments only', '# mine\n'],
  ['no newline at the end', 'model = "o"'],
  ['blank lines at the end', 'model = "o"\n\n\n'],
  ['byte order mark', '\uFEFFmodel = "o"\n'],
  ['Windows line ends', 'model = "o"\r\n[a]\r\nb = 1\r\n'],
  ['comments after tables', '[mcp_servers.a] # the a server\ncommand = "x" # run\n# end of a\n'],
  ['dotted keys', 'mcp_servers.a.command = "x"\nmcp_servers.a.args = []\n'],
  ['quoted keys', '[mcp_servers."späti 🛒"]\ncommand = "x"\n'],
  ['lists of tables', '[[hooks]]\nname = "one"\n\n[[hooks]]\nname = "two"\n'],
  ['text that looks like our table', 'note = """\n[mcp_servers.skillscope]\n"""\n'],
  ['a table before its parent', '[mcp_servers.a.env]\nA = "b"\n[mcp_servers]\n[mcp_servers.a]\ncommand = "x"\n'],
  ['indented', '  [mcp_servers]\n    [mcp_servers.a]\n\tcommand = "x"'],
  ['odd values', 'a = 0xFF\nb = 1979-05-27T07:32:00Z\nc = inf\nd = 9223372036854775807\n'],
];

describe('init, then uninstall, gives the bytes back', () => {
  test.each(AWKWARD_JSON)('JSON: %s', async (_name, text) => {
    box.write('project/.mcp.json', text);
    box.write('project/.gemini/settings.json', text);
    await roundTrip({ agents: ['claude', 'gemini'] }, ['project/.mcp.json', 'project/.gemini/settings.json']);
  });

  test.each(AWKWARD_TOML)('TOML: %s', async (_name, text) => {
    box.write('home/.codex/config.toml', text);
    await roundTrip({ agents: ['codex'], scope: 'user' }, ['home/.codex/config.toml']);
  });

  test.each(AWKWARD_YAML)('YAML: %s', async (_name, text) => {
    box.write('home/.config/goose/config.yaml', text);
    await roundTrip({ agents: ['goose'], scope: 'user' }, ['home/.config/goose/config.yaml']);
  });

  test.each(['project', 'user'] as const)('nothing was there, %s scope', async (scope) => {
    await roundTrip({ scope }, []);
  });

  test('directories that were there and empty stay', async () => {
    for (const directory of ['.agents/skills', '.claude', '.cursor']) {
      mkdirSync(path.join(box.project, directory), { recursive: true });
    }
    await roundTrip({}, []);
  });

  test('any JSON object in any indentation', async () => {
    const servers = fc.dictionary(fc.string(), fc.record({ command: fc.string() }), { maxKeys: 3 });
    const document = fc.record(
      { mcpServers: fc.option(servers), other: fc.jsonValue({ maxDepth: 3 }) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(document, fc.constantFrom('', ' ', '  ', '\t', '        '), async (value, indentation) => {
        const ours = Object.hasOwn(value.mcpServers ?? {}, 'skillscope');
        fc.pre(!ours);
        box.write('project/.mcp.json', JSON.stringify(value, null, indentation));
        await roundTrip({ agents: ['claude'], includeSkill: false }, ['project/.mcp.json']);
      }),
      { numRuns: 40 },
    );
  });

  async function roundTrip(changes: Partial<SetupOptions>, changed: readonly string[]): Promise<void> {
    const before = box.tree();
    const done = await init({ ...box.options, ...changes });
    expect(done.agents.flatMap(({ files }) => files.filter(({ action }) => action === 'refused'))).toEqual([]);
    for (const file of changed) expect(box.tree()[file]).not.toBe(before[file]);
    const middle = box.tree();
    const dry = await take({ ...changes, apply: false });
    expect(box.tree()).toEqual(middle);
    const taken = await take(changes);
    expect(summary(taken)).toEqual(summary(dry));
    expect(box.tree()).toEqual(before);
  }
});

describe('uninstall', () => {
  test('says what it removes and what it changes', async () => {
    box.write('project/.mcp.json', '{}');
    await init({ ...box.options, agents: ['claude', 'codex'] });
    const plan = await take({ apply: false });
    expect(summary(plan)).toEqual([
      'claude: change project/.mcp.json',
      'claude: remove project/.claude/skills/skillscope/SKILL.md',
      'codex: remove project/.codex/config.toml',
      'codex: remove project/.agents/skills/skillscope/SKILL.md',
    ]);
    expect(plan.applied).toBe(false);
    expect(plan.agents[1]?.files[0]?.diff).toBe(
      [
        `--- ${path.join(box.project, '.codex/config.toml')}`,
        '+++ /dev/null',
        '@@ -1,3 +0,0 @@',
        '-[mcp_servers.skillscope]',
        '-command = "/usr/bin/node"',
        '-args = ["/opt/skillscope/bin/skillscope.js", "mcp"]',
        '',
      ].join('\n'),
    );
  });

  test('has nothing to say where nothing was written', async () => {
    box.write('project/.mcp.json', '{"mcpServers":{"a":{}}}');
    const plan = await take();
    expect(plan.agents).toEqual([]);
    expect(plan.notes.map(({ code }) => code)).toEqual(['nothing-to-uninstall']);
  });

  test('one scope, one project and one kind at a time', async () => {
    await init(box.options);
    await init({ ...box.options, scope: 'user' });
    expect(summary(await take({ agents: ['cursor'], includeSkill: false, apply: false }))).toEqual([
      'cursor: remove project/.cursor/mcp.json',
    ]);
    await take();
    expect(readdirSync(box.project)).toEqual([]);
    expect(existsSync(path.join(box.home, '.claude.json'))).toBe(true);
    mkdirSync(path.join(box.home, 'other'));
    expect((await take({ projectDirectory: path.join(box.home, 'other') })).agents).toEqual([]);
    await take({ scope: 'user' });
    expect(readdirSync(box.home)).toEqual(['other']);
  });

  test('a skill that agents share goes with the last of them', async () => {
    await init({ ...box.options, agents: ['codex', 'cursor'], includeMcp: false });
    const shared = 'project/.agents/skills/skillscope/SKILL.md';
    await init({ ...box.options, agents: ['gemini'], includeMcp: false });
    expect(summary(await take({ agents: ['codex'] }))).toEqual([
      `codex: unchanged ${shared} (Still used by cursor, gemini.)`,
    ]);
    expect(box.read(shared)).toBe(box.skillText);
    expect(summary(await take({ agents: ['cursor', 'gemini'] }))).toEqual([
      `cursor: remove ${shared}`,
      `gemini: remove ${shared}`,
    ]);
    expect(readdirSync(box.project)).toEqual([]);
  });

  test('what others added since stays', async () => {
    box.write('project/.mcp.json', '{\n  "z": 1\n}\n');
    await init({ ...box.options, includeSkill: false });
    const settings = box.read('project/.mcp.json').replace('"mcpServers": {', '"mcpServers": {\n    "new": {},');
    box.write('project/.mcp.json', settings);
    box.write('project/.codex/config.toml', `${box.read('project/.codex/config.toml')}\n[profiles.new]\na = 1\n`);
    box.write('project/.cursor/rules.md', 'mine');
    await take({ includeSkill: false });
    expect(box.read('project/.mcp.json')).toBe('{\n  "z": 1,\n  "mcpServers": {\n    "new": {}\n  }\n}\n');
    expect(box.read('project/.codex/config.toml')).toBe('\n[profiles.new]\na = 1\n');
    expect(readdirSync(path.join(box.project, '.cursor'))).toEqual(['rules.md']);
  });

  test('a host that rewrote its file loses our entry only', async () => {
    await init({ ...box.options, agents: ['claude'], scope: 'user', includeSkill: false });
    const settings = JSON.parse(box.read('home/.claude.json'));
    const entry = { args: settings.mcpServers.skillscope.args, command: '/usr/bin/node', env: {} };
    box.write('home/.claude.json', JSON.stringify({ numStartups: 7, mcpServers: { skillscope: entry } }));
    expect(summary(await take({ scope: 'user' }))).toEqual(['claude: change home/.claude.json']);
    expect(box.read('home/.claude.json')).toBe('{"numStartups":7}');
  });

  test.each<[string, string, (text: string) => string, string]>([
    [
      'an edited entry',
      'project/.cursor/mcp.json',
      (text) => text.replace('"stdio",', '"stdio", "env": { "A": "b" },'),
      'cursor: refused project/.cursor/mcp.json (The entry was edited since init wrote it; it is left as it is. Delete it by hand if it is not wanted.)',
    ],
    [
      'an edited skill',
      'project/.agents/skills/skillscope/SKILL.md',
      (text) => `${text}\nOur rule: ask first.\n`,
      'cursor: refused project/.agents/skills/skillscope/SKILL.md (The file was edited since init wrote it; it is left as it is.)',
    ],
    [
      'a file that was damaged since',
      'project/.cursor/mcp.json',
      (text) => text.slice(0, -3),
      'cursor: refused project/.cursor/mcp.json (The file is not valid JSON (CloseBraceExpected); mend it first.)',
    ],
  ])('leaves %s alone', async (_name, file, edit, refusal) => {
    await init({ ...box.options, agents: ['cursor'] });
    const edited = edit(box.read(file));
    box.write(file, edited);
    const plan = await take();
    expect(summary(plan)).toContain(refusal);
    expect(summary(plan).filter((line) => line.includes(': remove'))).toHaveLength(1);
    expect(box.read(file)).toBe(edited);
    expect(summary(await take())).toEqual([refusal]);
  });

  test('leaves alone what this machine did not write, though it looks the same', async () => {
    await init({ ...box.options, agents: ['claude'] });
    rmSync(path.join(box.home, '.local'), { recursive: true });
    const before = box.tree();
    expect(summary(await init({ ...box.options, agents: ['claude'] }))).toEqual([
      'claude: unchanged project/.mcp.json',
      'claude: unchanged project/.claude/skills/skillscope/SKILL.md',
    ]);
    expect(summary(await take())).toEqual([
      'claude: refused project/.mcp.json (This machine has no record that init wrote the entry; delete `mcpServers.skillscope` by hand if it is not wanted.)',
      'claude: refused project/.claude/skills/skillscope/SKILL.md (This machine has no record that init wrote the skill; delete its directory by hand if it is not wanted.)',
    ]);
    expect(box.tree()).toEqual(before);
  });

  test('what was deleted by hand is done with', async () => {
    await init({ ...box.options, agents: ['cursor', 'claude'] });
    rmSync(path.join(box.project, '.cursor'), { recursive: true });
    box.write('project/.mcp.json', '{}');
    expect(summary(await take()).filter((line) => line.includes('unchanged'))).toEqual([
      'claude: unchanged project/.mcp.json (The entry is already gone.)',
      'cursor: unchanged project/.cursor/mcp.json (The entry is already gone.)',
    ]);
    expect((await take()).agents).toEqual([]);
    expect(box.read('project/.mcp.json')).toBe('{}');
  });

  test('a directory that init made goes too when the file in it was made anew', async () => {
    await init({ ...box.options, agents: ['codex', 'cursor'] });
    rmSync(path.join(box.project, '.codex/config.toml'));
    rmSync(path.join(box.project, '.agents/skills/skillscope/SKILL.md'));
    await init({ ...box.options, agents: ['codex'] });
    await take();
    expect(readdirSync(box.project)).toEqual([]);
  });

  test('a run that was cut off before its file was written is taken back', async () => {
    await init({ ...box.options, agents: ['codex'], includeSkill: false });
    rmSync(path.join(box.project, '.codex/config.toml'));
    expect(summary(await take())).toEqual(['codex: unchanged project/.codex/config.toml (The entry is already gone.)']);
    expect([readdirSync(box.home), readdirSync(box.project)]).toEqual([[], []]);
  });

  test('a damaged record, or one that names other directories, is no record', async () => {
    await init({ ...box.options, agents: ['claude'], includeSkill: false });
    const directory = path.join(box.home, '.local/state/skillscope/init');
    const [name = ''] = readdirSync(directory);
    const receipt = JSON.parse(box.read(`home/.local/state/skillscope/init/${name}`));
    const victim = path.join(box.home, 'keep');
    mkdirSync(victim);
    for (const text of [
      '{',
      'null',
      JSON.stringify({ ...receipt, directories: [victim] }),
      JSON.stringify({ ...receipt, path: path.join(victim, 'x.json') }),
    ]) {
      box.write(`home/.local/state/skillscope/init/${name}`, text);
      expect(summary(await take())).toEqual([
        'claude: refused project/.mcp.json (This machine has no record that init wrote the entry; delete `mcpServers.skillscope` by hand if it is not wanted.)',
      ]);
    }
    expect(existsSync(victim)).toBe(true);
  });
});
