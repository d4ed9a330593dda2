import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asAdministrator, SERVERS } from '../testing/servers.ts';
import { attachSkill, putAgent, readAgent } from './agents.ts';
import { dumpRegistry, restoreRegistry } from './dump.ts';
import { putSkill } from './put-skill.ts';
import { readSkill } from './read-skill.ts';
import { openRegistry } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import { putToolServer } from './tool-servers.ts';

const source = (name: string) => ({ text: `---\nname: ${name}\ndescription: Use ${name}.\n---\nbody of ${name}\n` });

describe.each(SERVERS.slice(0, 1))('on $name', (kind) => {
  it('what is under way when the server ends is told, what was committed stays, and the pool goes on', {
    timeout: 600_000,
  }, async () => {
    const server = await kind.start();
    const registry = await openRegistry({ url: server.url, connections: 4 });
    await putAgent(registry, { name: 'agent' });
    const attached: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const held = registry.write(async (database) => {
        await database.query('select skillscope.upsert_skill($1)', [
          JSON.stringify({ name: `lost-${round}`, description: 'Use it.', body: '' }),
        ]);
        return database.query('select pg_sleep(600)');
      });
      const lost = held.catch((error: unknown) => error);
      for (let index = 0; index < 4; index += 1) {
        const name = `kept-${round}-${index}`;
        await attachSkill(registry, 'agent', name, { source: source(name) });
        attached.push(name);
      }
      await server.restart();
      expect(await lost).toMatchObject({
        code: 'registry-unreachable',
        message: 'The connection ended; nothing was written.',
        ways: ['Try again; see that the server runs.'],
      });
      await expectSoon(() => putSkill(registry, source('after')));
      expect((await readAgent(registry, 'agent')).skills).toEqual(attached);
      await expect(readSkill(registry, `lost-${round}`)).rejects.toMatchObject({ code: 'unknown-skill' });
    }
    await server.stop();
    await expect(readAgent(registry, 'agent')).rejects.toMatchObject({ code: 'registry-unreachable' });
    await registry.close();
  });
});

describe.each(SERVERS.slice(0, 1))('on $name', (kind) => {
  it('a write that the server ends while it commits is not said to be undone', { timeout: 600_000 }, async () => {
    const server = await kind.start();
    const registry = await openRegistry({ url: server.url });
    await asAdministrator(
      server.url,
      `create function public.linger() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return null; end $$;
       create constraint trigger linger after insert on skillscope.tool_servers deferrable initially deferred
         for each row execute function public.linger()`,
    );
    const told = putToolServer(registry, { name: 'db' }).catch((error: unknown) => error);
    const committing = "select from pg_stat_activity where state = 'active' and query = 'commit'";
    while ((await asAdministrator(server.url, committing)).length === 0) await new Promise(setImmediate);
    await server.restart();
    expect(await told).toMatchObject({
      code: 'registry-unreachable',
      message: 'The connection ended while the transaction was committed: it may have been, or not.',
      ways: ['Look at what is there before you write it again.'],
    });
    await registry.close();
    await server.stop();
  });
});

describe('a directory', () => {
  it('that is damaged says what to do, and doing it brings every row of the last dump back', {
    timeout: 600_000,
  }, async () => {
    const parent = mkdtempSync(join(tmpdir(), 'skillscope-damaged-'));
    const dir = join(parent, 'registry');
    const first = await openRegistry({ dir });
    await putAgent(first, { name: 'agent' });
    for (const name of ['a', 'b']) await attachSkill(first, 'agent', name, { source: source(name) });
    const lines: string[] = [];
    await dumpRegistry(first, (line) => {
      lines.push(line);
    });
    await first.close();
    const whole = join(parent, 'whole');
    cpSync(dir, whole, { recursive: true });
    const empty = (path: string) => truncateSync(path, 0);
    const half = (path: string) => truncateSync(path, statSync(path).size >> 1);
    const garble = (path: string) => writeFileSync(path, 'not a database. '.repeat(1024));
    const gone = (path: string) => rmSync(path, { recursive: true });
    const OPENS_NOT = [
      `The registry in ${dir} does not open.`,
      [
        'Set the directory aside, open a new one, and restore the last dump into it.',
        'Where it never held a registry, name another directory.',
      ],
    ] as const;
    const IN_PART = [
      expect.stringMatching(/^A part of the database is damaged \(XX001\)\.$/),
      ['Dump what can still be read, set the registry aside, open a new one, and restore a dump into it.'],
    ] as const;
    for (const [path, damage, [message, ways]] of [
      ['PG_VERSION', gone, OPENS_NOT],
      ['PG_VERSION', empty, OPENS_NOT],
      ['global/pg_control', garble, OPENS_NOT],
      ['global/pg_control', gone, OPENS_NOT],
      ['pg_wal', gone, OPENS_NOT],
      ['pg_xact', gone, OPENS_NOT],
      ['base/5/1259', garble, OPENS_NOT],
      ['base', gone, OPENS_NOT],
      ['global/2676', half, IN_PART],
      ['global/2676', garble, IN_PART],
    ] as const) {
      rmSync(dir, { recursive: true });
      cpSync(whole, dir, { recursive: true });
      damage(join(dir, 'data', path));
      const opened = openRegistry({ dir }).then(async (registry) => {
        await registry.close();
        return 'opened';
      });
      await expect(opened, path).rejects.toMatchObject({ code: 'registry-damaged', message, ways });
    }

    // What PostgreSQL itself refuses to start with, also after it was refused before.
    rmSync(dir, { recursive: true });
    cpSync(whole, dir, { recursive: true });
    gone(join(dir, 'data', 'pg_hba.conf'));
    const program = join(import.meta.dirname, '../testing/timers-child.ts');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const told = execFileSync(process.execPath, ['--import', 'tsx', program, dir], { encoding: 'utf8' });
      expect(JSON.parse(told)).toEqual([OPENS_NOT[0], []]);
    }

    renameSync(dir, join(parent, 'aside'));
    const second = await openRegistry({ dir });
    await restoreRegistry(second, lines);
    expect((await readAgent(second, 'agent')).skills).toEqual(['a', 'b']);
    expect((await readSkill(second, 'b')).body).toBe('body of b\n');
    await second.close();
    rmSync(parent, { recursive: true, force: true });
  });
});

/** Connections that the server ended are found out one by one. */
async function expectSoon(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1)
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      expect(error.code).toBe('registry-unreachable');
    }
  throw new Error('The pool did not go on.');
}
