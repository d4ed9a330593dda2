import { describe, expect, it } from 'vitest';
import * as exported from '../index.ts';
import { EXPORTED_PATHS, fillWithSecrets, type Secrets, SQL_PATHS } from '../testing/every-path.ts';
import { openStore } from '../testing/open-store.ts';
import { STORES } from '../testing/servers.ts';
import { attachSkill, listAgents, putAgent, readAgent } from './agents.ts';
import { listSkills } from './list-skills.ts';
import { putSkill, removeSkill } from './put-skill.ts';
import { listVersions, readSkill } from './read-skill.ts';
import type { Registry } from './registry.ts';
import { branchSkills, openRun, recordTurn } from './runs.ts';
import { searchSkills } from './search-skills.ts';
import { listToolServers, putToolServer } from './tool-servers.ts';

/** Exported, and not about the rows of an open registry. */
const NO_PATHS = [
  'RegistryError',
  'openRegistry',
  'readAgentFile',
  'readManifest',
  'readMarketplace',
  'readSkillDirectory',
  'restoreInto',
];

const NOBODY: Secrets = { run: '00000000-0000-4000-8000-000000000000', digest: `sha256:${'0'.repeat(64)}` };

/** What a caller sees of an answer, its value or everything a refusal carries, with the names that differ left out. */
async function seen(work: () => Promise<unknown>): Promise<string> {
  let told: unknown;
  try {
    told = { value: await work() };
  } catch (error) {
    const { code, message, ways, facts } = error as Record<string, unknown>;
    told = { code, message, ways, facts };
  }
  return JSON.stringify(told)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<run>')
    .replaceAll(/sha256:[0-9a-f]{64}/g, '<digest>');
}

/** Everything that can be asked of a registry, and what is told. */
async function askAll(registry: Registry, secrets: Secrets): Promise<readonly (readonly [string, string])[]> {
  const told: (readonly [string, string])[] = [];
  for (const [name, calls] of Object.entries(EXPORTED_PATHS))
    for (const call of calls(registry, secrets)) told.push([name, await seen(call)]);
  return told;
}

async function askAllInSql(registry: Registry, secrets: Secrets): Promise<readonly (readonly [string, string])[]> {
  const told: (readonly [string, string])[] = [];
  for (const [name, statements] of Object.entries(SQL_PATHS))
    for (const sql of statements(secrets))
      told.push([name, await seen(() => registry.write((database) => database.query(sql)))]);
  return told;
}

describe.each(STORES)('on $name', (store) => {
  const { root } = openStore(store);

  it('every exported function and every function of the schema is tried below', async () => {
    const functions = Object.entries(exported).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
    expect(functions.filter((name) => !NO_PATHS.includes(name)).sort()).toEqual(Object.keys(EXPORTED_PATHS).sort());
    const inSchema = await root().read((database) =>
      database.query<{ readonly name: string }>(
        `select distinct proname::text collate "C" as name from pg_proc where pronamespace = 'skillscope'::regnamespace
         and (has_function_privilege('skillscope_app', oid, 'execute')
           or has_function_privilege('skillscope_reader', oid, 'execute')) order by name`,
      ),
    );
    expect(inSchema.map(({ name }) => name)).toEqual(Object.keys(SQL_PATHS).sort());
  });

  it('a tenant is told the same whether another tenant has rows of these names or not (C-70)', {
    timeout: 240_000,
  }, async () => {
    const expected = await askAll(root().as({ tenant: 'before' }), NOBODY);
    const expectedInSql = await askAllInSql(root().as({ tenant: 'sql-b4' }), NOBODY);
    const owner = root().as({ tenant: 'owner' });
    const secrets = await fillWithSecrets(owner);
    expect(await askAll(root().as({ tenant: 'after' }), secrets)).toEqual(expected);
    expect(await askAllInSql(root().as({ tenant: 'sql-af' }), secrets)).toEqual(expectedInSql);
    // The tenant that has the rows is answered otherwise, but for an empty list, a refusal, and skills that are new to it too.
    const own = await askAll(root().as({ tenant: 'owner' }), secrets);
    const alike = own.filter(
      ([name, answer], index) => expected[index]?.[0] === name && expected[index]?.[1] === answer,
    );
    expect(alike.map(([name]) => name)).toEqual(['listSkills', 'openRun', 'importSkills', 'importArchive']);
  });

  it('no table and no view shows or takes a row of another tenant, to its owner either', async () => {
    await fillWithSecrets(root().as({ tenant: 'holder' }));
    const relations = await root().read((database) =>
      database.query<{ readonly name: string; readonly kind: string }>(
        `select relname::text collate "C" as name, relkind::text as kind from pg_class
         where relnamespace = 'skillscope'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')
         and relname <> 'migrations' order by name`,
      ),
    );
    const asOwner = (registry: Registry, sql: string) =>
      registry.write(async (database) => {
        await database.execute('reset role; set local role skillscope_owner');
        return database.query<{ readonly count: number }>(sql);
      });
    const [holder, stranger] = [root().as({ tenant: 'holder' }), root().as({ tenant: 'stranger' })];
    for (const { name, kind } of relations) {
      const count = `select count(*)::integer as count from skillscope.${name}`;
      expect(await asOwner(stranger, count), name).toEqual([{ count: 0 }]);
      const [held] = await asOwner(holder, count);
      expect(held?.count, name).toBeGreaterThan(0);
      if (kind === 'v') continue;
      const column = `update skillscope.${name} set tenant = 'stranger' where tenant = 'holder'`;
      await asOwner(stranger, column);
      await asOwner(stranger, `delete from skillscope.${name}`);
      expect(await asOwner(holder, count), name).toEqual([held]);
    }
    const policies = await root().read((database) =>
      database.query<{ readonly name: string; readonly policy: string }>(
        `select tablename::text collate "C" as name, concat_ws(' | ', policyname, permissive, roles::text, cmd, qual, with_check) as policy
         from pg_policies where schemaname = 'skillscope' order by name`,
      ),
    );
    const tables = relations.filter(({ kind }) => kind === 'r').map(({ name }) => name);
    expect(policies.map(({ name }) => name)).toEqual(tables);
    expect([...new Set(policies.map(({ policy }) => policy))]).toEqual([
      'tenant | PERMISSIVE | {public} | ALL | ((tenant)::text = ( SELECT skillscope.current_tenant() AS current_tenant)) | ((tenant)::text = ( SELECT skillscope.current_tenant() AS current_tenant))',
    ]);
    for (const sql of [
      "insert into skillscope.tool_servers (tenant, name) values ('holder', 'planted')",
      "insert into skillscope.threads (tenant, id) values ('holder', 'planted')",
    ])
      await expect(asOwner(stranger, sql), sql).rejects.toMatchObject({ code: 'no-permission' });
  });

  it('every index begins with the tenant, so that no look-up, no conflict and no wait meets the rows of another', async () => {
    const others = await root().read((database) =>
      database.query(
        `select i.indexrelid::regclass::text as name from pg_index i
           join pg_class c on c.oid = i.indrelid and c.relnamespace = 'skillscope'::regnamespace and c.relname <> 'migrations'
           join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where a.attname <> 'tenant'`,
      ),
    );
    expect(others).toEqual([]);
  });

  it('counts, scores, candidates and the order of lists are those of its own rows', async () => {
    const told = async (registry: Registry) => ({
      candidates: await seen(() => readSkill(registry, 'refund')),
      agents: await seen(() => readAgent(registry, 'ref')),
      inUse: await seen(() => removeSkill(registry, 'refunds')),
      found: (await searchSkills(registry, 'refund order')).map(({ name, score }) => [name, score]),
      page: await listSkills(registry, { limit: 2 }),
      next: await listSkills(registry, { limit: 2, after: 'orders' }),
      listed: (await listAgents(registry)).agents.map(({ name }) => name),
    });
    const skill = (name: string) => ({ text: `---\nname: ${name}\ndescription: Use for ${name} and refunds.\n---\n` });
    const fill = async (registry: Registry, names: readonly string[], runs: number) => {
      for (const name of names) await putSkill(registry, skill(name));
      await putAgent(registry, { name: 'referee' });
      for (let run = 0; run < runs; run += 1) {
        const { id } = await openRun(registry, { agent: 'referee', thread: 'same' });
        await recordTurn(registry, id, {
          turn: 1,
          decisions: [],
          used: [{ skill: 'refunds', version: 1, mode: 'match' }],
        });
      }
    };
    const mine = root().as({ tenant: 'mine' });
    await fill(mine, ['zebra', 'orders', 'refunds', 'Alpha'], 2);
    const alone = await told(mine);
    const theirs = root().as({ tenant: 'theirs' });
    await fill(theirs, ['refund', 'refund-a', 'refund-b', 'refunds', 'order', 'orders-1', 'Beta'], 5);
    await attachSkill(theirs, 'referee', 'refunds');
    expect(await told(mine)).toEqual(alone);
    expect(alone.inUse).toContain('was used by 2 recorded runs');
    expect(alone.candidates).toContain('"candidates":["Alpha","orders","refunds","zebra"]');
    expect(await branchSkills(mine, 'same')).toHaveLength(1);
  });

  it('equal names of two tenants are two rows, each with versions of its own', async () => {
    const [one, two] = [root().as({ tenant: 'one' }), root().as({ tenant: 'two' })];
    const source = (body: string) => ({ text: `---\nname: same\ndescription: Use it.\n---\n${body}` });
    await Promise.all([putSkill(one, source('one')), putSkill(two, source('two'))]);
    expect((await putSkill(two, source('two again'))).version).toBe(2);
    expect((await readSkill(one, 'same')).body).toBe('one');
    await removeSkill(two, 'same');
    expect((await listVersions(one, 'same')).length).toBe(1);
  });

  it('without a tenant nothing is seen and nothing is written', async () => {
    const without = (sql: string) =>
      root().write(async (database) => {
        await database.execute("set local skillscope.tenant = ''");
        return database.query(sql);
      });
    expect(await without('select * from skillscope.skill_index')).toEqual([]);
    for (const sql of [
      `select skillscope.upsert_skill('{"name":"a"}')`,
      `select skillscope.upsert_agent('{"name":"a"}')`,
      `select skillscope.attach_skill('a', 'b')`,
      `select skillscope.read_body('secret-skill')`,
      `select * from skillscope.search_words('wombat', null, 5, 1, 0)`,
    ])
      await expect(without(sql), sql).rejects.toMatchObject({ code: 'no-tenant' });
  });

  it('a connection of the pool carries no tenant to the next transaction', async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const tenant = `pool-${index % 4}`;
        const registry = root().as({ tenant });
        await putToolServer(registry, { name: `server-of-${tenant}` });
        expect((await listToolServers(registry)).map(({ name }) => name)).toEqual([`server-of-${tenant}`]);
      }),
    );
    for (const tenant of ["a'b", 'a b', '', 'x'.repeat(201), "'; reset role; --"])
      expect(() => root().as({ tenant })).toThrow('That is no name of a tenant.');
    const quoted = root().as({ tenant: 'quoted', principal: "o'neil\\'; reset role; --" });
    const text = '---\nname: a\ndescription: A.\n---\n';
    await putSkill(quoted, { text });
    expect((await listVersions(quoted, 'a'))[0]?.createdBy).toBe("o'neil\\'; reset role; --");
  });
});
