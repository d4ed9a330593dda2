import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdministrator, SERVERS, type Server } from '../testing/servers.ts';
import { attachSkill, detachSkill, putAgent, readAgent } from './agents.ts';
import { putSkill } from './put-skill.ts';
import { openRegistry, type Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import { bindServer, putToolServer, unbindServer } from './tool-servers.ts';

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
const source = (name: string, body = '') => ({ text: `---\nname: ${name}\ndescription: Use ${name}.\n---\n${body}` });

describe.each(SERVERS)('on $name', (kind) => {
  let server: Server;
  let registry: Registry;

  beforeAll(async () => {
    server = await kind.start();
    registry = await openRegistry({ url: server.url });
  });
  afterAll(async () => {
    await registry?.close();
    await server?.stop();
  });

  it('thirty-two attaches at once all land, in one order without gaps (C-18, C-19)', async () => {
    const skills = names('at-once', 32);
    for (const name of skills) await putSkill(registry, source(name));
    await putAgent(registry, { name: 'crowded' });
    const others = await Promise.all([1, 2].map(() => openRegistry({ url: server.url })));
    const done = await Promise.all(
      skills.map((name, index) => attachSkill(others[index % 2] ?? registry, 'crowded', name)),
    );
    await Promise.all(others.map((other) => other.close()));
    expect(done.map(({ status }) => status)).toEqual(skills.map(() => 'attached'));
    expect([...(await readAgent(registry, 'crowded')).skills].sort()).toEqual([...skills].sort());
    const positions = await registry.read((database) =>
      database.query<{ readonly position: number }>(
        "select position from skillscope.attachments where agent = 'crowded' order by position",
      ),
    );
    expect(positions.map(({ position }) => position)).toEqual(skills.map((_, index) => index + 1));
  });

  it('attaches of two processes both land', { timeout: 120_000 }, async () => {
    const skills = [...names('left', 12), ...names('right', 12)];
    for (const name of skills) await putSkill(registry, source(name));
    await putAgent(registry, { name: 'shared' });
    const codes = await Promise.all(['left', 'right'].map((side) => child([server.url, 'shared', ...names(side, 12)])));
    expect(codes).toEqual([0, 0]);
    expect([...(await readAgent(registry, 'shared')).skills].sort()).toEqual([...skills].sort());
  });

  it('of writers that expect the same version one wins and the others are told', async () => {
    await putSkill(registry, source('raced'));
    const results = await Promise.allSettled(
      names('body', 8).map((body) => putSkill(registry, source('raced', body), { expectedVersion: 1 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.map((error: RegistryError) => [error.code, error.facts])).toEqual(
      Array(7).fill(['version-conflict', { expected: 1, actual: 2 }]),
    );
  });

  it('versions written at once are all kept, one after another', async () => {
    const results = await Promise.all(names('text', 16).map((body) => putSkill(registry, source('written', body))));
    expect(results.map(({ version }) => version).sort((a, b) => a - b)).toEqual(
      names('', 16).map((_, index) => index + 1),
    );
  });

  it('a server cannot go while a skill that needs it comes, in whatever order they meet', async () => {
    await putToolServer(registry, { name: 'db' });
    await putSkill(registry, source('needs-db'), { requires: ['db'] });
    await putAgent(registry, { name: 'torn' });
    for (let round = 0; round < 30; round += 1) {
      await bindServer(registry, 'torn', 'db');
      await Promise.allSettled([attachSkill(registry, 'torn', 'needs-db'), unbindServer(registry, 'torn', 'db')]);
      const { skills, servers } = await readAgent(registry, 'torn');
      expect(skills.length === 0 || 'db' in servers, `round ${round}`).toBe(true);
      await detachSkill(registry, 'torn', 'needs-db');
    }
  });

  it('a skill that begins to need a server is not carried without it, in whatever order they meet', async () => {
    await putToolServer(registry, { name: 'mail' });
    await putAgent(registry, { name: 'poor' });
    for (let round = 0; round < 30; round += 1) {
      const name = `grows-${round}`;
      await putSkill(registry, source(name));
      const results = await Promise.allSettled([
        attachSkill(registry, 'poor', name),
        putSkill(registry, source(name), { requires: ['mail'] }),
      ]);
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(refused.length, `round ${round}`).toBe(1);
      expect(refused[0]).toMatchObject({ code: 'server-not-bound' });
    }
  });

  it('a full pool and a lost server are told, and the registry goes on when the server is back', async () => {
    const small = await openRegistry({ url: server.url, connections: 1, connectTimeout: 300 });
    let release = () => {};
    const held = small.write(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    await expect(readAgent(small, 'crowded')).rejects.toMatchObject({ code: 'registry-busy' });
    release();
    await held;
    await small.close();

    await putAgent(registry, { name: 'kept', systemPrompt: 'Here.' });
    await server.restart();
    let found: string | undefined;
    for (let attempt = 0; attempt < 20 && found === undefined; attempt += 1)
      found = await readAgent(registry, 'kept').then(
        ({ systemPrompt }) => systemPrompt,
        (error: unknown) => {
          if (error instanceof RegistryError && error.code === 'registry-unreachable') return undefined;
          throw error;
        },
      );
    expect(found).toBe('Here.');
    await expect(openRegistry({ url: 'postgres://x@127.0.0.1:1/x' })).rejects.toMatchObject({
      code: 'registry-unreachable',
      message: 'The database cannot be reached (ECONNREFUSED).',
    });
  });

  it('a slow statement and a held lock end with a word', async () => {
    const hasty = await openRegistry({ url: server.url, statementTimeout: 300, lockTimeout: 200 });
    await expect(hasty.read((database) => database.query('select pg_sleep(5)'))).rejects.toMatchObject({
      code: 'registry-busy',
    });
    await putAgent(registry, { name: 'locked' });
    await registry.write(async (database) => {
      await database.query(`select skillscope.upsert_agent('{"name":"locked","system_prompt":"x"}')`);
      await expect(putAgent(hasty, { name: 'locked' })).rejects.toMatchObject({ code: 'registry-busy' });
    });
    await hasty.close();
  });

  it('killed while it attaches, a writer leaves whole transactions only', { timeout: 240_000 }, async () => {
    const skills = names('killed', 60);
    for (const name of skills) await putSkill(registry, source(name));
    for (let round = 0; round < 3; round += 1) {
      const agent = `killed-${round}`;
      await putAgent(registry, { name: agent });
      await child([server.url, agent, ...skills], 1 + round * 7);
      const carried = (await readAgent(registry, agent)).skills;
      expect(carried).toEqual(skills.slice(0, carried.length));
      expect(carried.length).toBeGreaterThan(round * 7);
      expect(carried.length).toBeLessThan(skills.length);
    }
    const open = await asAdministrator<{ readonly count: number }>(
      server.url,
      "select count(*)::integer as count from pg_locks where mode = 'RowExclusiveLock' and pid <> pg_backend_pid()",
    );
    expect(open[0]?.count).toBe(0);
  });
});

/** Attaches in a process of its own; killed after it has said `killAfter` times that one is done. */
function child(argv: readonly string[], killAfter = Number.POSITIVE_INFINITY): Promise<number | null> {
  const program = join(import.meta.dirname, '../testing/attach-child.ts');
  const started = spawn(process.execPath, ['--import', 'tsx', program, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let done = 0;
  started.stdout.on('data', (chunk: Buffer) => {
    done += chunk.length;
    if (done >= killAfter) started.kill('SIGKILL');
  });
  return new Promise((resolve) => started.once('exit', resolve));
}
