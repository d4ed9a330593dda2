import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { closeRun, openRegistry, openRun, putToolServer, type Registry, recordTurn } from '@skillscope/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, startServer } from '../../../runtime/src/testing/servers.ts';
import { main } from '../main.ts';

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const DIGEST = /sha256:[0-9a-f]{64}/g;
const HOSTILE = 'Use \u001b[31mred\u001b[0m\u202e and\u0007 run.';

/** The commands, in one process and on one server, in the order in which a person would use them. */
describe('registry commands', { timeout: 240_000 }, () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-registry-commands-')));
  let server: Server;

  function write(path: string, content: string): string {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    return join(root, path);
  }

  async function run(argv: readonly string[], more: { says?: string; input?: string } = {}): Promise<Outcome> {
    let out = '';
    let err = '';
    const code = await main(['registry', ...argv], {
      environment: { SKILLSCOPE_REGISTRY: server.url, USER: 'ann' },
      directory: root,
      home: root,
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      stdout: {},
      stderr: {},
      ...(more.input === undefined ? {} : { stdin: bytesOf(more.input) }),
      ...(more.says === undefined ? {} : { ask: async () => more.says ?? '' }),
    });
    return { code, out: plain(out), err: plain(err) };
  }

  function plain(text: string): string {
    const { host } = new URL(server.url);
    return text.replace(TIME, 'TIME').replace(DIGEST, 'DIGEST').replaceAll(root, 'ROOT').replaceAll(host, 'HOST');
  }

  async function json(argv: readonly string[]): Promise<readonly [number, unknown]> {
    const { code, out } = await run([...argv, '--json']);
    return [code, JSON.parse(out)];
  }

  /** What a program of one's own writes into the same registry. */
  async function meanwhile<T>(work: (registry: Registry) => Promise<T>): Promise<T> {
    const registry = await openRegistry({ url: server.url, principal: 'bob' });
    try {
      return await work(registry);
    } finally {
      await registry.close();
    }
  }

  beforeAll(async () => {
    server = await startServer();
    write('skills/refunds/SKILL.md', '---\nname: refunds\ndescription: Use when money goes back.\n---\n# Refunds\n');
    write('skills/refunds/references/limits.md', 'At most 100.\n');
    write('skills/tides/SKILL.md', '---\nname: tides\ndescription: Use at sea.\n---\n# Tides\n');
    write('skills/hostile/SKILL.md', `---\nname: hostile\ndescription: ${JSON.stringify(HOSTILE)}\n---\nbody\n`);
    write('skills/broken/SKILL.md', 'no frontmatter\n');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('make nothing before `open` does', async () => {
    for (const argv of [['list'], ['put', 'skills/refunds'], ['dump']])
      expect(await run(argv)).toEqual({
        code: 3,
        out: '',
        err: 'registry-missing: There is no registry in this database.\n`skillscope registry open` makes one there.\n',
      });
    const { out } = await run(['open']);
    expect(out.replace(/PostgreSQL .*, schema \d+/, 'PostgreSQL N, schema N')).toBe(
      [
        'admin@HOST/postgres',
        'database  PostgreSQL N, schema N, any number of programs at once',
        'search    by words',
        'tenant    default, as ann',
        'holds     0 skills, 0 agents, 0 servers, 0 plugins, 0 runs',
        '',
      ].join('\n'),
    );
    const [code, opened] = await json(['open']);
    expect([code, opened]).toEqual([
      0,
      {
        place: 'postgres://admin@HOST/postgres',
        kind: 'server',
        tenant: 'default',
        principal: 'ann',
        capabilities: { vector: false, fullText: true, shared: true },
        schema: expect.any(Number),
        postgres: expect.stringMatching(/^1\d\./),
        counts: { skills: 0, agents: 0, servers: 0, plugins: 0, runs: 0 },
      },
    ]);
  });

  it('put skills, by directory or by SKILL.md', async () => {
    expect(await run(['put', 'skills/refunds', '--label', 'stable', '--tag', 'money,back'])).toEqual({
      code: 0,
      out: 'refunds 1: created, labelled stable\n',
      err: '',
    });
    expect((await run(['put', 'skills/refunds/SKILL.md'])).out).toBe('refunds 1: unchanged\n');
    write('skills/refunds/SKILL.md', '---\nname: refunds\ndescription: Use when money goes back.\n---\n# Refunds 2\n');
    const conflict = await run(['put', 'skills/refunds', '--expected-version', '0']);
    expect(conflict).toEqual({
      code: 7,
      out: '',
      err: [
        'version-conflict: Skill "refunds" is at version 1, not at 0 as expected.',
        'Read version 1, merge, and write again.',
        'Leave out the expected version to write over it.',
        '',
      ].join('\n'),
    });
    expect(await json(['put', 'skills/refunds', '--expected-version', '1'])).toEqual([
      0,
      {
        name: 'refunds',
        version: 2,
        digest: 'DIGEST',
        status: 'updated',
        withheld: false,
      },
    ]);
    expect(await json(['put', 'skills/nowhere'])).toEqual([
      3,
      { error: { code: 'unreadable', message: '"ROOT/skills/nowhere" is not there.', candidates: [] } },
    ]);
  });

  it('import a directory, and say what was left out', async () => {
    expect(await run(['import', 'skills'])).toEqual({
      code: 7,
      out: [
        'refused    broken  unreadable-skill: Line 1: There is no frontmatter: the first line must be `---`.',
        '  Mend the file.',
        'created    hostile 1  hostile  [withheld]',
        'unchanged  refunds 2  refunds',
        'created    tides 1  tides',
        '2 created, 0 updated, 1 unchanged, 1 refused, 1 withheld until approved.',
        '',
      ].join('\n'),
      err: '',
    });
    const [code, answer] = await json(['import', 'skills/tides']);
    expect([code, answer]).toEqual([
      0,
      {
        imported: [{ path: '.', skill: expect.objectContaining({ name: 'tides', status: 'unchanged' }) }],
        counts: { created: 0, updated: 0, unchanged: 1, refused: 0, withheld: 0 },
        notes: [],
      },
    ]);
  });

  it('list, page by page', async () => {
    expect((await run(['list'])).out).toBe(
      ['hostile  1  [withheld]', 'refunds  2  Use when money goes back.', 'tides    1  Use at sea.', ''].join('\n'),
    );
    expect((await run(['list', '--limit', '1'])).out).toBe('hostile  1  [withheld]\n\nNext: --after hostile\n');
    const [, page] = await json(['list', '--after', 'hostile', '--limit', '1']);
    expect(page).toEqual({
      kind: 'skills',
      skills: [
        {
          name: 'refunds',
          version: 2,
          description: 'Use when money goes back.',
          digest: 'DIGEST',
          bodyCharacters: 12,
          origin: {},
          tags: ['money', 'back'],
          requires: [],
          withheld: false,
        },
      ],
      next: 'refunds',
    });
    expect(await run(['list', '--agents', '--runs'])).toMatchObject({
      code: 2,
      err: 'usage: --agents and --runs ask for two lists.\n',
    });
    expect((await run(['list', '--limit', '0'])).code).toBe(7);
  });

  it('find skills by a need, in bodies where that is asked for', async () => {
    expect(await run(['search', 'give', 'money', 'back'])).toEqual({
      code: 0,
      out: 'refunds 2  score 0.139\n  Use when money goes back.\n',
      err: '',
    });
    expect(await json(['search', 'at', '--term', 'sea,ocean', '--limit', '1'])).toEqual([
      0,
      {
        need: 'at',
        terms: ['sea', 'ocean'],
        skills: [
          {
            name: 'tides',
            version: 1,
            description: 'Use at sea.',
            digest: 'DIGEST',
            bodyCharacters: 8,
            origin: { path: 'tides' },
            tags: [],
            requires: [],
            withheld: false,
            score: expect.closeTo(0.108, 3),
          },
        ],
      },
    ]);
    expect((await run(['search', 'zebra'])).out).toBe('No skill fits this need.\n');
    expect((await run(['search', 'limitless', '--bodies'])).out).toBe('No skill fits this need.\n');
    expect((await run(['search', '2', '--bodies'])).out).toMatch(/^refunds 2 {2}score 0\.\d{3}\n/);
    expect((await run(['search', 'hostile'])).out).toMatch(/^hostile 1 {2}score 0\.\d{3} \[withheld\]\n$/);
    expect(await json(['search', 'money', '--agent', 'nobody'])).toMatchObject([
      3,
      { error: { code: 'unknown-agent' } },
    ]);
    expect((await run(['search'])).code).toBe(2);
    expect((await run(['search', 'money', '--limit', '5000'])).err).toMatch(/^bad-value: /);
  });

  it('have an agent carry skills, and take that back', async () => {
    write('support.yaml', 'name: support\ndescription: Helps.\nsystemPrompt: "You \\u001b[2Jhelp."\n');
    expect(await run(['put', 'support.yaml', '--agent'])).toEqual({ code: 0, out: 'support 1: created\n', err: '' });
    expect(await json(['put', 'support.yaml', '--agent'])).toEqual([
      0,
      { name: 'support', version: 1, status: 'unchanged' },
    ]);
    expect((await run(['put', 'support.yaml', '--agent', '--tag', 'x'])).err).toBe('usage: --tag is for skills.\n');
    write('bad.yaml', 'name: support\nskils: []\n');
    expect(await json(['put', 'bad.yaml', '--agent'])).toMatchObject([7, { error: { code: 'bad-manifest' } }]);
    await meanwhile((registry) =>
      putToolServer(registry, { name: 'orders', description: 'Orders.', config: { url: 'http://orders' } }),
    );
    expect((await run(['attach', 'support', 'refunds'])).out).toBe('support carries refunds.\n');
    expect((await run(['attach', 'support', 'refunds'])).out).toBe('support already carries refunds.\n');
    expect(await json(['attach', 'support', 'refund'])).toEqual([
      3,
      {
        error: {
          code: 'unknown-skill',
          message: 'There is no skill "refund".',
          hint: 'Put the skill first, or use the name of one that exists.',
          candidates: ['hostile', 'refunds', 'tides'],
          ways: ['Put the skill first, or use the name of one that exists.'],
          facts: { candidates: ['hostile', 'refunds', 'tides'] },
        },
      },
    ]);
    expect((await run(['bind', 'support', 'orders', '--tool', 'find,cancel'])).out).toBe(
      'support may call orders: find, cancel.\n',
    );
    expect(await json(['unbind', 'support', 'orders'])).toEqual([
      0,
      { agent: 'support', server: 'orders', status: 'unbound' },
    ]);
    expect((await run(['bind', 'support', 'orders'])).out).toBe('support may call orders.\n');
    expect((await run(['attach', 'support', 'tides'])).out).toBe('support carries tides.\n');
    expect((await run(['detach', 'support', 'tides'])).out).toBe('support no longer carries tides.\n');
    write('always.yaml', 'name: support\npolicy: { always: [refunds] }\n');
    write('never.yaml', 'name: support\npolicy: { always: [] }\n');
    expect((await run(['put', 'always.yaml', '--agent'])).code).toBe(0);
    expect(await run(['detach', 'support', 'refunds'])).toEqual({
      code: 7,
      out: '',
      err: 'always-not-attached: Agent "support" has "refunds" under `always`, so it must carry it.\nTake the skill out of `always` first: `skillscope registry put <file> --agent`.\n',
    });
    expect((await run(['put', 'never.yaml', '--agent'])).code).toBe(0);
    expect(await json(['attach', 'support', 'hostile'])).toMatchObject([4, { error: { code: 'not-approved' } }]);
    expect(await json(['remove', 'refunds'])).toMatchObject([7, { error: { code: 'skill-in-use' } }]);
  });

  it('show everything there is, and nothing that a terminal would act on', async () => {
    expect((await run(['show', 'refunds'])).out).toBe(
      [
        'refunds 2',
        'says      Use when money goes back.',
        'tags      money, back',
        'carried   support',
        'origin    not recorded',
        'version   2  DIGEST  TIME by ann',
        'version   1  DIGEST  TIME by ann  stable',
        'file      references/limits.md, text, 13 bytes',
        '',
      ].join('\n'),
    );
    expect((await run(['show', 'refunds', '--label', 'stable', '--body'])).out).toContain('\n# Refunds\n');
    expect((await run(['show', 'refunds', '--file', 'references/limits.md'])).out).toBe('At most 100.\n');
    expect(await json(['show', 'refunds', '--file', 'references/limit.md'])).toMatchObject([
      3,
      { error: { code: 'unknown-file', candidates: ['references/limits.md'] } },
    ]);
    expect((await run(['show', 'support', '--agent'])).out).toBe(
      [
        'support 1',
        'says      Helps.',
        'carries   refunds',
        'server    orders, every tool',
        'policy    match 2 within 12000 characters; list attached; sticky; request',
        '',
        'You [U+001B][2Jhelp.',
        '',
      ].join('\n'),
    );
    expect((await run(['show', 'orders', '--server'])).out).toBe(
      'orders\nsays      Orders.\nconfig    {"url":"http://orders"}\n',
    );
    expect((await run(['list', '--agent', 'support'])).out).toBe('refunds  2  Use when money goes back.\n');
    expect((await run(['list', '--agents'])).out).toBe('support  1  Helps.\n');
    expect((await run(['list', '--servers'])).out).toBe('orders  Orders.\n');
    expect(await json(['show', 'nobody', '--agent'])).toMatchObject([
      3,
      { error: { code: 'unknown-agent', candidates: ['support'] } },
    ]);
  });

  it('withhold a hostile text, and hand it out once somebody approved it', async () => {
    const shown = await run(['show', 'hostile']);
    expect(shown.out).toContain('hostile 1 [withheld]\n');
    expect(shown.out).toContain('approve it with `skillscope registry approve`.');
    expect(await json(['show', 'hostile', '--body'])).toMatchObject([4, { error: { code: 'not-approved' } }]);
    const undecided = await run(['approve', 'hostile']);
    expect([undecided.code, undecided.out.split('\n').slice(-2)]).toEqual([
      6,
      ['Nothing was written. --yes approves hostile 1.', ''],
    ]);
    const refused = await run(['approve', 'hostile'], { says: 'n' });
    expect([refused.code, refused.out.endsWith('\nNothing was written.\n')]).toEqual([6, true]);
    const approved = await run(['approve', 'hostile'], { says: 'y' });
    expect([approved.code, approved.out.endsWith('\nApproved hostile 1.\n')]).toEqual([0, true]);
    for (const { out } of [undecided, refused, approved, await run(['show', 'hostile', '--body'])])
      expect(out).not.toMatch(/[\p{Cc}\u202e](?<!\n)/u);
    expect((await run(['list', '--after', 'hostile.', '--limit', '1'])).out).toContain('refunds');
    expect((await run(['list', '--limit', '1'])).out).toContain('hostile  1  Use red and run.\n');
    expect(await json(['list', '--limit', '1'])).toMatchObject([0, { skills: [{ description: HOSTILE }] }]);
    expect((await run(['revoke', 'hostile'])).out).toBe('The approval of hostile is taken back.\n');
    expect((await run(['revoke', 'hostile'])).out).toBe('hostile has no approval.\n');
    expect(await json(['approve', 'hostile', '--yes'])).toMatchObject([0, { applied: true, withheld: true }]);
    expect(await json(['approve', 'hostile', '--yes'])).toMatchObject([0, { applied: false, withheld: false }]);
  });

  it('move labels', async () => {
    expect((await run(['label', 'refunds', 'next'])).out).toBe('refunds: next names version 2.\n');
    expect((await run(['label', 'refunds', 'next', '--version', '1'])).out).toBe('refunds: next names version 1.\n');
    expect((await run(['label', 'refunds', 'next', '--remove'])).out).toBe('refunds: next is no label any more.\n');
    expect((await run(['label', 'refunds', 'next', '--remove'])).out).toBe('refunds: next was no label.\n');
    expect(await json(['label', 'refunds', 'next', '--version', '9'])).toMatchObject([
      3,
      { error: { code: 'unknown-version' } },
    ]);
    expect(await json(['label', 'nothing', 'next'])).toMatchObject([3, { error: { code: 'unknown-skill' } }]);
  });

  it('tell of runs', async () => {
    const id = await meanwhile(async (registry) => {
      const opened = await openRun(registry, { agent: 'support', thread: 't-1' });
      await recordTurn(registry, opened.id, {
        turn: 1,
        decisions: [{ skill: 'refunds', version: 2, outcome: 'match', reason: 'score\u001b[0m', score: 0.5 }],
        used: [{ skill: 'refunds', version: 2, mode: 'match' }],
      });
      await closeRun(registry, opened.id, { input: 10 });
      return opened.id;
    });
    expect((await run(['list', '--runs'])).out).toBe(`${id}  TIME  support 1, t-1/main\n`);
    expect((await run(['list', '--runs', '--thread', 't-1', '--agent', 'support'])).out).toContain(id);
    for (const filter of ['--agent', '--thread'])
      expect((await run(['list', '--runs', filter, 'nobody'])).out).toBe('No runs.\n');
    expect((await run(['list', '--thread', 't-1'])).err).toBe('usage: --thread is no filter of skills.\n');
    expect((await run(['show', id, '--run'])).out).toBe(
      [
        id,
        'agent     support 1',
        'branch    t-1/main',
        'opened    TIME by bob',
        'closed    TIME',
        'used      refunds 2, match, turn 1',
        'decided   turn 1, refunds match: score',
        'counters  {"input":10}',
        '',
      ].join('\n'),
    );
    for (const name of ['00000000-0000-4000-8000-000000000000', 'nonsense'])
      expect(await json(['show', name, '--run'])).toMatchObject([3, { error: { code: 'unknown-run' } }]);
    expect(await json(['remove', 'support', '--agent'])).toMatchObject([7, { error: { code: 'agent-has-runs' } }]);
  });

  it('export what was put, byte for byte', async () => {
    const { code, out } = await run(['export', '--all', '--to', 'out']);
    expect([code, out]).toEqual([
      0,
      [
        'hostile  1 file in ROOT/out/hostile',
        'refunds  2 files in ROOT/out/refunds',
        'tides  1 file in ROOT/out/tides',
        '',
      ].join('\n'),
    ]);
    for (const file of ['refunds/SKILL.md', 'refunds/references/limits.md', 'hostile/SKILL.md'])
      expect(readFileSync(join(root, 'out', file))).toEqual(readFileSync(join(root, 'skills', file)));
    expect(await json(['export', 'refunds', '--to', 'out'])).toMatchObject([7, { error: { code: 'not-empty' } }]);
    expect(await json(['export', 'refunds', 'tides', '--to', 'out'])).toMatchObject([
      7,
      { exported: [{ refusal: { code: 'not-empty' } }, { refusal: { code: 'not-empty' } }] },
    ]);
    expect((await run(['export', 'refunds', 'tides', '--to', 'out'])).out).toBe(
      ['refunds', 'tides']
        .map(
          (name) =>
            `refused  ${name}  not-empty: ROOT/out/${name} is there already.\n  Name a directory that does not exist yet.\n`,
        )
        .join(''),
    );
    expect((await run(['export', '--to', 'out'])).err).toBe('usage: No skill is named.\nName skills, or give --all.\n');
    expect((await run(['export', 'refunds', '--label', 'stable', '--to', 'old'])).code).toBe(0);
    expect(readFileSync(join(root, 'old/refunds/SKILL.md'), 'utf8')).toContain('# Refunds\n');
  });

  it('dump, and restore into a tenant of its own', async () => {
    const { code, out } = await run(['dump', 'all.jsonl']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ rows of default, \d+ bytes, in ROOT\/all\.jsonl\n$/)]);
    const whole = readFileSync(join(root, 'all.jsonl'), 'utf8');
    expect(await json(['restore', 'all.jsonl'])).toMatchObject([7, { error: { code: 'not-empty' } }]);
    const [, restored] = await json(['restore', 'all.jsonl', '--tenant', 'copy']);
    expect(restored).toEqual({
      tenant: 'copy',
      rows: whole.split('\n').length - 3,
      counts: { skills: 3, agents: 1, servers: 1, plugins: 0, runs: 1 },
    });
    await run(['dump', 'copy.jsonl', '--tenant', 'copy']);
    expect(readFileSync(join(root, 'copy.jsonl'), 'utf8')).toBe(whole);
    expect(await json(['restore', 'nowhere.jsonl', '--tenant', 'other'])).toEqual([
      3,
      { error: { code: 'unreadable', message: '"ROOT/nowhere.jsonl" is not there.', candidates: [] } },
    ]);
    expect(await json(['dump', 'no/such/folder.jsonl'])).toEqual([
      3,
      { error: { code: 'unreadable', message: '"ROOT/no/such/folder.jsonl": ENOENT.', candidates: [] } },
    ]);
    for (const input of [whole.slice(0, -40), whole.slice(0, -1).replace(/\n[^\n]*$/, '\n')])
      expect((await run(['restore', '--tenant', 'damaged'], { input })).err).toMatch(
        /^bad-dump: (?:Line \d+ is no line of a dump|The dump is cut off after line \d+)\.\n/,
      );
    expect((await run(['restore', '--tenant', 'other'], { input: whole })).code).toBe(0);
    expect(await run(['dump', '--json'])).toMatchObject({ code: 2 });
    symlinkSync(join(root, 'all.jsonl'), join(root, 'link.jsonl'));
    expect((await run(['dump', 'link.jsonl'])).code).toBe(0);
    expect(lstatSync(join(root, 'link.jsonl')).isSymbolicLink()).toBe(true);
    expect(statSync(join(root, 'all.jsonl')).mode & 0o777).toBe(0o600);
    expect((await run(['dump', '/dev/null'])).code).toBe(0);
    expect(statSync('/dev/null').isFile()).toBe(false);
    expect((await run(['dump', 'out'])).err).toBe('unreadable: "ROOT/out": EISDIR.\n');
    expect(readdirSync(root).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('repeat no password of a line that is not understood', async () => {
    for (const argv of [
      ['postgres://ann:secret@host/d'],
      ['list', '--urll=postgres://ann:secret@host/d'],
      ['list', '--dir', 'postgres://ann:secret@host/d'],
      ['show', 'a', '--url', 'mysql://ann:secret@host/d'],
    ])
      for (const more of [[], ['--json']]) {
        const { code, out, err } = await run([...argv, ...more]);
        expect([code, out + err]).toEqual([2, expect.not.stringContaining('secret')]);
      }
  });

  it('plan and apply a manifest, and take the plugin back', async () => {
    write('harbour/skills/berths/SKILL.md', '---\nname: berths\ndescription: Use in a harbour.\n---\nbody\n');
    write(
      'harbour/harbour.yaml',
      [
        'name: harbour',
        'version: "1.0"',
        'servers: [{ name: charts }]',
        'skills: [skills/berths]',
        'agents: [{ name: pilot, systemPrompt: Steer., skills: [berths], servers: { charts: null } }]',
        '',
      ].join('\n'),
    );
    expect(await run(['plan', 'harbour/harbour.yaml'])).toEqual({
      code: 0,
      out: [
        'harbour: would be applied',
        '  created    server  charts',
        '  created    skill   berths',
        '  created    agent   pilot',
        '',
      ].join('\n'),
      err: '',
    });
    expect((await run(['list', '--plugins'])).out).toBe('No plugins.\n');
    expect((await run(['apply', 'harbour/harbour.yaml'])).out.split('\n')[0]).toBe('harbour: applied');
    expect(await json(['apply', 'harbour/harbour.yaml'])).toEqual([
      0,
      {
        plugins: [
          {
            format: 'skillscope',
            plugin: 'harbour',
            status: 'unchanged',
            items: [
              { kind: 'server', name: 'charts', status: 'unchanged' },
              { kind: 'skill', name: 'berths', status: 'unchanged' },
              { kind: 'agent', name: 'pilot', status: 'unchanged' },
            ],
            removed: [],
          },
        ],
        notes: [],
        applied: true,
      },
    ]);
    expect((await run(['list', '--plugins'])).out).toBe('harbour  1.0  3 items\n');
    expect((await run(['list', '--plugin', 'harbour'])).out).toBe('berths  1  Use in a harbour.\n');
    expect((await run(['show', 'harbour', '--plugin'])).out).toBe(
      [
        'harbour 1.0',
        'source    skillscope',
        'applied   TIME by ann',
        'server    charts',
        'skill     berths',
        'agent     pilot',
        '',
      ].join('\n'),
    );
    expect((await run(['attach', 'pilot', 'tides'])).code).toBe(0);
    const refusal = [
      'edited-since: The agent "pilot" was edited since plugin "harbour" was applied.',
      'Put the edit into the manifest.',
      '`apply --force` writes over it.',
      '',
    ];
    for (const command of ['plan', 'apply'])
      expect(await run([command, 'harbour/harbour.yaml'])).toEqual({
        code: 7,
        out: ['harbour', ...refusal].join('\n'),
        err: '',
      });
    for (const [command, said] of [
      ['plan', 'would be applied'],
      ['apply', 'applied'],
    ] as const) {
      const { out } = await run([command, 'harbour/harbour.yaml', '--force']);
      expect([out.split('\n')[0], out]).toEqual([
        `harbour: ${said}`,
        expect.stringContaining('  updated    agent   pilot\n'),
      ]);
    }
    write('other/skills/lights/SKILL.md', '---\nname: lights\ndescription: Use at night.\n---\nbody\n');
    write('other/.claude-plugin/plugin.json', '{"name":"harbour"}');
    expect(await run(['apply', 'other'])).toEqual({
      code: 7,
      out: [
        'harbour',
        'other-source: Plugin "harbour" is a manifest of skillscope, and this is a plugin of Claude Code.',
        'Give one of the two another name.',
        '`apply --force` puts this one in its place.',
        '',
      ].join('\n'),
      err: '',
    });
    expect(await run(['plan', 'harbour/harbour.yaml', '--all'])).toMatchObject({ code: 2 });
    expect(await json(['plan', 'harbour/none.yaml'])).toMatchObject([7, { error: { code: 'bad-manifest' } }]);
    expect((await run(['remove', 'harbour', '--plugin'])).out).toBe(
      'removed agent pilot\nremoved skill berths\nremoved server charts\nremoved plugin harbour\n',
    );
  });

  it('take plugins out of a marketplace that are asked for', async () => {
    write(
      'market/.claude-plugin/marketplace.json',
      JSON.stringify({
        name: 'market',
        owner: { name: 'Ann' },
        plugins: [
          { name: 'one', source: './one' },
          { name: 'two', source: './two' },
          { name: 'far', source: { source: 'github', repo: 'a/b' } },
        ],
      }),
    );
    for (const name of ['one', 'two'])
      write(
        `market/${name}/skills/${name}-skill/SKILL.md`,
        `---\nname: ${name}-skill\ndescription: Use ${name}.\n---\nbody\n`,
      );
    const path = 'market/.claude-plugin/marketplace.json';
    expect((await run(['plan', path])).err).toBe(
      [
        'usage: A marketplace lists plugins; it is not said which.',
        '  one',
        '  two',
        'Name plugins with --plugin, or take every one with --all.',
        '',
      ].join('\n'),
    );
    expect(await json(['plan', path, '--plugin', 'far'])).toMatchObject([
      2,
      { error: { code: 'usage', candidates: ['one', 'two'] } },
    ]);
    expect((await run(['plan', 'market'])).err).toContain(
      'usage: A marketplace lists plugins; it is not said which.\n',
    );
    expect((await run(['plan', 'market/one', '--all'])).err).toBe(
      'usage: --plugin and --all choose from a marketplace.\nName a marketplace.json, or the directory with .claude-plugin/marketplace.json.\n',
    );
    const { code, out } = await run(['apply', 'market', '--plugin', 'two']);
    expect([code, out.split('\n')[0]]).toEqual([0, 'two: applied']);
    expect(out).not.toContain('note');
    expect((await run(['plan', path, '--all'])).out).toContain('note remote-source: ');
    expect((await run(['list', '--plugins'])).out).toBe('two  1 item\n');
    expect((await run(['show', 'two', '--plugin'])).out).toContain('source    claude-plugin, marketplace market\n');
    expect((await run(['remove', 'two', '--plugin'])).code).toBe(0);
  });

  it('suggest no other command for one that there is not', async () => {
    expect((await run(['removed', 'tides'])).err).toBe(
      "error: unknown command 'removed'\n(skillscope registry --help shows its commands)\n",
    );
  });

  it('say that nothing could be imported where nothing is installed', async () => {
    write('bare/package.json', JSON.stringify({ name: 'bare', dependencies: { cart: '1.0.0' } }));
    const { code, out } = await run(['import', '--installed', '--project', 'bare']);
    expect([code, out.split('\n')[0]]).toEqual([3, 'There is no skill.']);
  });

  it('import what the dependencies of a project ship', async () => {
    const dependencies = { cart: '1.0.0' };
    write('shop/package.json', JSON.stringify({ name: 'shop', version: '1.0.0', dependencies }));
    write(
      'shop/package-lock.json',
      JSON.stringify({
        lockfileVersion: 3,
        packages: { '': { dependencies }, 'node_modules/cart': { version: '1.0.0' } },
      }),
    );
    write('shop/node_modules/cart/package.json', JSON.stringify({ name: 'cart', version: '1.0.0' }));
    for (const name of ['checkout', 'refunds'])
      write(
        `shop/node_modules/cart/skills/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: Use for ${name}.\n---\nbody\n`,
      );
    const installed = ['import', '--installed', '--project', 'shop', '--no-cache'];
    expect(await run(installed)).toEqual({
      code: 7,
      out: [
        'created    checkout 1  cart#checkout',
        'refused    cart#refunds  duplicate-skill: "refunds" has the name of the one that was put, which is in the registry already.',
        '  --replace writes over it.',
        '1 created, 0 updated, 0 unchanged, 1 refused.',
        '',
      ].join('\n'),
      err: '',
    });
    expect(await json([...installed, 'cart#refunds', '--replace'])).toEqual([
      0,
      {
        imported: [
          {
            id: 'pkg:npm/cart@1.0.0#skills/refunds',
            address: 'cart#refunds',
            library: 'cart',
            version: '1.0.0',
            purl: 'pkg:npm/cart@1.0.0',
            path: 'skills/refunds',
            skill: { name: 'refunds', version: 3, digest: 'DIGEST', status: 'updated', withheld: false },
          },
        ],
        counts: { created: 0, updated: 1, unchanged: 0, refused: 0, withheld: 0 },
        notes: [],
      },
    ]);
    expect((await run(['show', 'checkout'])).out).toContain(
      'origin    {"path":"skills/checkout","purl":"pkg:npm/cart@1.0.0","digest":"DIGEST"}\n',
    );
    expect((await run(['import', '--installed', '--project', 'skills'])).err).toMatch(/^not-a-project: /);
    expect((await run(['import', 'skills', '--replace'])).err.split('\n')[0]).toBe(
      'usage: --replace goes with --installed.',
    );
    expect((await run(['remove', 'checkout'])).code).toBe(0);
  });

  it('import an archive, and export what the strictest readers take', async () => {
    write('loose/loose/SKILL.md', '---\nname: loose\ndescription: Use it.\nvendor-key: 1\n---\nbody\n');
    execFileSync('tar', ['-czf', join(root, 'loose.tar.gz'), '-C', join(root, 'loose'), 'loose']);
    expect((await run(['import', 'loose.tar.gz'])).out).toBe(
      'created    loose 1  loose\n1 created, 0 updated, 0 unchanged, 0 refused.\n',
    );
    expect((await run(['export', 'loose', '--strict', '--to', 'strict'])).code).toBe(0);
    expect(readFileSync(join(root, 'strict/loose/SKILL.md'), 'utf8')).toMatch(/\nmetadata:\n {2}vendor-key:/);
    expect(await json(['import', 'support.yaml'])).toMatchObject([7, { error: { code: 'bad-archive' } }]);
    expect((await run(['import'])).code).toBe(2);
    mkdirSync(join(root, 'empty'));
    execFileSync('tar', ['-cf', join(root, 'empty.tar'), '-C', root, 'empty']);
    // The end of a zip archive, and nothing before it.
    writeFileSync(join(root, 'empty.jar'), Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]));
    for (const [path, hint] of [
      ['empty', 'A skill is a folder with a SKILL.md.'],
      ['empty.tar', 'A skill is a folder with a SKILL.md.'],
      [
        'empty.jar',
        'A skill is a folder with a SKILL.md, in a jar below META-INF/skills or META-INF/resources/skills.',
      ],
    ] as const) {
      expect(await run(['import', path])).toEqual({
        code: 3,
        out: '',
        err: `no-skill: There is no skill in "ROOT/${path}".\n${hint}\n`,
      });
      expect(await json(['import', path])).toMatchObject([3, { error: { code: 'no-skill', hint } }]);
    }
    expect((await run(['remove', 'loose'])).code).toBe(0);
  });

  it('remove what nobody uses', async () => {
    expect((await run(['remove', 'tides'])).out).toBe('removed skill tides\n');
    expect(await json(['remove', 'tides'])).toMatchObject([3, { error: { code: 'unknown-skill' } }]);
    expect(await json(['remove', 'orders', '--server'])).toMatchObject([7, { error: { code: 'server-in-use' } }]);
    expect(await json(['remove', 'nothing', '--plugin'])).toMatchObject([3, { error: { code: 'unknown-plugin' } }]);
  });
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  // Lines are put together from whatever pieces they arrive in.
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 777) yield bytes.subarray(start, start + 777);
}
