import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdministrator, SERVERS, type Server, startServer } from '../packages/runtime/src/testing/servers.ts';
import { BIN } from './helpers/client.ts';
import type { Outcome } from './helpers/command.ts';
import { plant, skill } from './helpers/tree.ts';

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Outcome>;
}

/** Starts the built command in a process of its own. */
function start(argv: readonly string[], place: string, more: { cwd?: string; bin?: string } = {}): Started {
  const child = spawn(process.execPath, [more.bin ?? BIN, 'registry', ...argv], {
    cwd: more.cwd ?? tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', SKILLSCOPE_REGISTRY: place, USER: 'ann' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, out, err }));
  });
  return { child, ended };
}

function run(argv: readonly string[], place: string, input = '', more: { cwd?: string; bin?: string } = {}) {
  const { child, ended } = start(argv, place, more);
  child.stdin?.end(input);
  return ended;
}

/** Skills as their authors may write them: with every character that some reader takes for the end of a line. */
function someSkills(): string {
  const odd = 'one\u2028two\u2029three\u0085four\r\nfive\n';
  return plant({
    'odd/SKILL.md': skill('odd', 'Use "odd" 🙂.', odd),
    'odd/data.bin': Uint8Array.of(0, 255, 10, 13),
    'large/SKILL.md': skill('large', 'Use for much.', 'a line of many\n'.repeat(40_000)),
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`s-${index}/SKILL.md`, skill(`s-${index}`, `Use ${index}.`)]),
    ),
  });
}

describe('the command as a process', { timeout: 480_000 }, () => {
  let server: Server;
  let scratch: string;

  beforeAll(async () => {
    scratch = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-registry-')));
    server = await startServer();
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  async function databaseOf(name: string): Promise<string> {
    await asAdministrator(server.url, `create database ${name}`);
    return server.url.replace(/postgres$/, name);
  }

  it('keeps what it is given, in a directory and on a server alike', async () => {
    const dir = join(scratch, 'kept');
    const url = await databaseOf('kept');
    const skills = someSkills();
    expect(await run(['list'], dir)).toEqual({
      code: 3,
      out: '',
      err: `registry-missing: There is no registry in ${dir}.\n\`skillscope registry open\` makes one there.\n`,
    });
    expect(existsSync(dir)).toBe(false);
    const opened = await run(['open', '--json'], dir);
    expect(JSON.parse(opened.out)).toMatchObject({
      place: dir,
      kind: 'directory',
      capabilities: { vector: true, fullText: true, shared: false },
      counts: { skills: 0, agents: 0, servers: 0, plugins: 0, runs: 0 },
    });
    const imported = await run(['import', skills, '--json'], dir);
    expect([imported.code, JSON.parse(imported.out).counts]).toEqual([
      0,
      { created: 32, updated: 0, unchanged: 0, refused: 0, withheld: 0 },
    ]);
    const dump = await run(['dump'], dir);
    expect([dump.code, dump.err]).toEqual([0, '']);
    const restored = await run(['restore', '--json'], url, dump.out);
    expect([restored.code, JSON.parse(restored.out)]).toEqual([
      0,
      {
        tenant: 'default',
        rows: dump.out.split('\n').length - 3,
        counts: { skills: 32, agents: 0, servers: 0, plugins: 0, runs: 0 },
      },
    ]);
    expect((await run(['dump'], url)).out).toBe(dump.out);
    const exported = await run(['export', '--all', '--to', join(scratch, 'out')], url);
    expect(exported.code).toBe(0);
    execFileSync('diff', ['-r', skills, join(scratch, 'out')]);
  });

  it('shows no password, whatever goes wrong', async () => {
    await asAdministrator(
      server.url,
      "create role guest login password 'p@ss-word'; create role viewer login password 'x'",
    );
    const { host } = new URL(server.url);
    const places = [
      `postgres://guest:p%40ss-word@${host}/nowhere`,
      'postgres://guest:p%40ss-word@127.0.0.1:1/postgres',
      'postgres://guest:p%40ss-word@no-such-host.invalid/postgres',
      'postgres://guest:p%40ss-word#@host/postgres',
      `postgres://guest:p%40ss-word@${host}/postgres?sslmode=require`,
      `postgres://guest:p%40ss-word@${host}/postgres`,
    ];
    const said: string[] = [];
    for (const place of places)
      for (const argv of [['open'], ['open', '--json'], ['list', '--url', place]]) {
        const { code, out, err } = await run(argv, place);
        expect([2, 3], err).toContain(code);
        expect(out + err).not.toMatch(/p(?:@|%40)ss-word|\n\s+at /);
        if (argv.length === 1) said.push(/^([a-z-]+): /m.exec(err)?.[1] ?? '');
      }
    expect(said).toEqual([
      'registry-unreachable',
      'registry-unreachable',
      'registry-unreachable',
      'usage',
      'registry-unreachable',
      'registry-behind',
    ]);
  });

  it('reads as a user that may only read', async () => {
    const url = await databaseOf('read_only');
    await run(['open'], url);
    await run(['put', join(someSkills(), 'odd')], url);
    await asAdministrator(
      url,
      'create role only_reads login in role skillscope_reader; create role writes login in role skillscope_app',
    );
    const as = (role: string) => url.replace('admin@', `${role}@`);
    expect((await run(['list'], as('only_reads'))).out).toBe('odd  1  Use "odd" 🙂.\n');
    expect((await run(['put', join(someSkills(), 's-1')], as('only_reads'))).err).toMatch(/^no-permission: /);
    expect((await run(['put', join(someSkills(), 's-1')], as('writes'))).code).toBe(0);
    expect((await run(['dump'], as('writes'))).err).toMatch(/^no-permission: /);
  });

  it('of two at once, on a directory one is told who has it, on a server both land', async () => {
    const skills = someSkills();
    const dir = join(scratch, 'shared');
    const url = await databaseOf('shared');
    await Promise.all([run(['open'], dir), run(['open'], url)]);
    const holder = start(['restore', '--tenant', 'held'], dir);
    // It waits for the rest of its input, with the directory open.
    holder.child.stdin?.write('{"format":"skillscope-registry","schema":1}\n');
    await until(() => existsSync(join(dir, 'owner')) && isOwner(dir, holder.child.pid));
    expect(await run(['put', join(skills, 's-1')], dir)).toEqual({
      code: 3,
      out: '',
      err: [
        `The registry is open in process ${holder.child.pid}; waiting for it, 10 seconds at most.`,
        `registry-in-use: The registry in ${dir} is open in process ${holder.child.pid}.`,
        'Close it there first.',
        'Use a server where several programs write.',
        '',
      ].join('\n'),
    });
    const waiting = start(['put', join(skills, 's-1')], dir);
    holder.child.stdin?.end('{"rows":0}\n');
    expect([(await holder.ended).code, (await waiting.ended).code]).toEqual([0, 0]);
    expect((await run(['put', join(skills, 's-1')], dir)).out).toBe('s-1 1: unchanged\n');

    const both = await Promise.all(['s-1', 's-2', 's-3'].map((name) => run(['put', join(skills, name)], url)));
    expect(both.map(({ code }) => code)).toEqual([0, 0, 0]);
    const { out } = await run(['list', '--json'], url);
    expect(JSON.parse(out).skills.map(({ name }: { name: string }) => name)).toEqual(['s-1', 's-2', 's-3']);
  });

  it('killed while it restores leaves nothing half done', async () => {
    const dir = join(scratch, 'killed');
    const url = await databaseOf('killed');
    const source = await databaseOf('source');
    await run(['open'], source);
    await run(['import', someSkills()], source);
    const { out: dump } = await run(['dump'], source);
    const lines = dump.trimEnd().split('\n');
    for (const place of [dir, url]) {
      const victim = start(['restore'], place);
      // More than a pipe holds: once it is written, most of it was read.
      await new Promise((resolve) => victim.child.stdin?.write(`${lines.slice(0, -1).join('\n')}\n`, resolve));
      victim.child.kill('SIGKILL');
      await victim.ended;
      expect(await run(['list'], place)).toMatchObject({ code: 3, err: expect.stringMatching(/^registry-missing: /) });
      // It is refused where there is a row.
      expect((await run(['restore'], place, dump)).code).toBe(0);
      expect((await run(['dump'], place)).out).toBe(dump);
    }
    expect(readdirSync(scratch).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('killed while it imports leaves whole skills, and goes on where it was', async () => {
    const skills = someSkills();
    const dir = join(scratch, 'imported');
    const url = await databaseOf('imported');
    await Promise.all([run(['open'], dir), run(['open'], url)]);
    for (const [place, round] of [dir, url].flatMap((place) => [0, 1].map((round) => [place, round] as const))) {
      const victim = start(['import', skills], place);
      const has = async (count: number) => {
        const [row] = await asAdministrator<{ readonly count: number }>(
          url,
          'select count(*)::integer as count from skillscope.skills',
        );
        return (row?.count ?? 0) >= count;
      };
      if (place === dir) {
        await until(() => isOwner(dir, victim.child.pid));
        await new Promise((resolve) => setTimeout(resolve, 700 + round * 500));
      } else while (!(await has(3 + round * 9)) && victim.child.exitCode === null) await new Promise(setImmediate);
      victim.child.kill('SIGKILL');
      await victim.ended;
      expect((await run(['list'], place)).code).toBe(0);
    }
    for (const place of [dir, url]) {
      const { code, out } = await run(['import', skills, '--json'], place);
      const { created, unchanged, ...counts } = JSON.parse(out).counts;
      expect([code, created + unchanged, counts]).toEqual([0, 32, { updated: 0, refused: 0, withheld: 0 }]);
      const to = mkdtempSync(join(scratch, 'out-'));
      expect((await run(['export', '--all', '--to', to], place)).code).toBe(0);
      execFileSync('diff', ['-r', skills, to]);
    }
  });

  it('makes no registry of a dump that is none', async () => {
    const dir = join(scratch, 'refused');
    const url = await databaseOf('refused');
    for (const place of [dir, url]) {
      expect(await run(['restore'], place, 'no dump\n')).toEqual({
        code: 7,
        out: '',
        err: 'bad-dump: Line 1 is no line of a dump.\nRestore a dump as it was written.\n',
      });
      expect((await run(['list'], place)).err).toMatch(/^registry-missing: /);
    }
    expect(existsSync(dir)).toBe(false);
  });

  it('says the one line that installs what is missing, and takes nothing from the project it stands in', async () => {
    const root = plant({
      'package.json': '{"name":"app"}',
      'node_modules/skillscope/package.json': '{"name":"skillscope"}',
      // Beside the command it would be its own; here it is the project's.
      'elsewhere/node_modules/pg/package.json': '{"name":"pg","main":"index.js"}',
      'elsewhere/node_modules/pg/index.js': 'require("node:fs").writeFileSync("executed", "")',
    });
    const cli = join(BIN, '../..');
    for (const part of ['bin', 'dist'])
      cpSync(join(cli, part), join(root, 'node_modules/skillscope', part), { recursive: true });
    const bin = join(root, 'node_modules/skillscope/bin/skillscope.js');
    const cwd = join(root, 'elsewhere');
    expect(await run(['list'], server.url, '', { bin, cwd })).toEqual({
      code: 3,
      out: '',
      err: `driver-missing: The package \`pg\` is not installed.\nRun: npm install --save-exact --prefix ${root} pg@8\n`,
    });
    const dir = join(root, 'reg');
    expect(await run(['open'], dir, '', { bin, cwd })).toEqual({
      code: 3,
      out: '',
      err: `driver-missing: The package \`@electric-sql/pglite\` is not installed.\nRun: npm install --save-exact --prefix ${root} @electric-sql/pglite@0.5.14 @electric-sql/pglite-pgvector@0.0.15\n`,
    });
    expect(existsSync(dir)).toBe(false);
    expect(existsSync(join(cwd, 'executed'))).toBe(false);
  });
});

it.each(SERVERS.filter(({ vector }) => vector))('says of $name that it ranks by vectors', async (kind) => {
  const server = await kind.start();
  const { out } = await run(['open', '--json'], server.url);
  await server.stop();
  expect(JSON.parse(out).capabilities).toEqual({ vector: true, fullText: true, shared: true });
});

async function until(isReached: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 1200 && !isReached(); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isReached()).toBe(true);
}

function isOwner(dir: string, id: number | undefined): boolean {
  const file = join(dir, 'owner');
  return existsSync(file) && readFileSync(file, 'utf8') === String(id);
}
