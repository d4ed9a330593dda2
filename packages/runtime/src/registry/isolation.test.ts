import { describe, expect, it } from 'vitest';
import { openStore } from '../testing/open-store.ts';
import { STORES } from '../testing/servers.ts';
import { attachSkill, detachSkill, listAgents, putAgent, readAgent, removeAgent } from './agents.ts';
import { listSkills } from './list-skills.ts';
import { approveSkill, removeLabel, revokeApproval, setLabel } from './mark-skill.ts';
import { putSkill, removeSkill } from './put-skill.ts';
import { listVersions, readResource, readSkill } from './read-skill.ts';
import type { Registry } from './registry.ts';
import { branchSkills, closeRun, openRun, readDecisions, recordTurn } from './runs.ts';
import { putEmbedding, searchSkills, searchSkillVectors } from './search-skills.ts';
import { bindServer, listToolServers, putToolServer, removeToolServer, unbindServer } from './tool-servers.ts';

/** Everything that is asked below with names that only the other tenant has. */
function everyPath(registry: Registry, run: string, digest: string): readonly (() => Promise<unknown>)[] {
  return [
    () => listSkills(registry),
    () => listSkills(registry, { agent: 'secret-agent' }),
    () => listSkills(registry, { plugin: 'secret-plugin' }),
    () => listAgents(registry),
    () => listToolServers(registry),
    () => readSkill(registry, 'secret-skill'),
    () => readSkill(registry, 'secret-skill', { review: true }),
    () => readSkill(registry, 'secret-skill', { label: 'stable' }),
    () => readResource(registry, 'secret-skill', 'secret.md'),
    () => listVersions(registry, 'secret-skill'),
    () => searchSkills(registry, 'secret wombat'),
    () => searchSkills(registry, 'secret wombat', { fields: { listing: 0.5, body: 0.5 } }),
    () => searchSkills(registry, 'wombat', { agent: 'secret-agent' }),
    () => searchSkillVectors(registry, { model: 'm', vector: [1, 0] }),
    () => readAgent(registry, 'secret-agent'),
    () => attachSkill(registry, 'secret-agent', 'secret-skill'),
    () => detachSkill(registry, 'secret-agent', 'secret-skill'),
    () => bindServer(registry, 'secret-agent', 'secret-server'),
    () => unbindServer(registry, 'secret-agent', 'secret-server'),
    () => removeAgent(registry, 'secret-agent'),
    () => removeSkill(registry, 'secret-skill'),
    () => removeToolServer(registry, 'secret-server'),
    () => setLabel(registry, 'secret-skill', 'mine', 1),
    () => removeLabel(registry, 'secret-skill', 'stable'),
    () => approveSkill(registry, 'secret-skill', digest),
    () => revokeApproval(registry, 'secret-skill', digest),
    () => putEmbedding(registry, { skill: 'secret-skill', version: 1, model: 'm', vector: [1, 0] }),
    () => putAgent(registry, { name: 'mine', skills: ['secret-skill'] }),
    () => putAgent(registry, { name: 'mine', servers: { 'secret-server': null } }),
    () => putAgent(registry, { name: 'mine', policy: { always: ['secret-skill'] } }),
    () => openRun(registry, { agent: 'secret-agent', thread: 'secret-thread' }),
    () => recordTurn(registry, run, { turn: 1, decisions: [], used: [] }),
    () => closeRun(registry, run),
    () => branchSkills(registry, 'secret-thread'),
    () => readDecisions(registry, run),
  ];
}

async function fill(registry: Registry): Promise<{ readonly run: string; readonly digest: string }> {
  await putToolServer(registry, { name: 'secret-server' });
  const { digest } = await putSkill(
    registry,
    {
      text: '---\nname: secret-skill\ndescription: Use for the secret wombat.\n---\nsecret wombat body\n',
      files: [{ path: 'secret.md', content: Buffer.from('secret') }],
    },
    { requires: ['secret-server'] },
  );
  await setLabel(registry, 'secret-skill', 'stable', 1);
  await approveSkill(registry, 'secret-skill', digest);
  await putEmbedding(registry, { skill: 'secret-skill', version: 1, model: 'm', vector: [1, 0] });
  const policy = { always: ['secret-skill'] };
  const servers = { 'secret-server': null };
  await putAgent(registry, { name: 'secret-agent', servers, skills: ['secret-skill'], policy });
  const { id } = await openRun(registry, { agent: 'secret-agent', thread: 'secret-thread' });
  const decisions = [{ skill: 'secret-skill', version: 1, outcome: 'always' as const }];
  await recordTurn(registry, id, { turn: 1, decisions, used: [{ skill: 'secret-skill', version: 1, mode: 'always' }] });
  return { run: id, digest };
}

/** What a caller sees of an answer: its value, or everything a refusal carries. */
async function seen(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return { value: await work() };
  } catch (error) {
    const { code, message, ways, facts } = error as Record<string, unknown>;
    return { code, message, ways, facts };
  }
}

describe.each(STORES)('on $name', (store) => {
  const { root } = openStore(store);
  let run: string;
  let digest: string;

  it('a tenant is told the same whether another tenant has rows of these names or not (C-70)', async () => {
    const before = root().as({ tenant: 'before' });
    const nobody = '00000000-0000-4000-8000-000000000000';
    const expected = [];
    for (const path of everyPath(before, nobody, `sha256:${'0'.repeat(64)}`)) expected.push(await seen(path));

    ({ run, digest } = await fill(root().as({ tenant: 'owner' })));
    const after = root().as({ tenant: 'after' });
    const told = [];
    for (const path of everyPath(after, run, digest)) told.push(await seen(path));

    const withoutIds = (value: unknown) => JSON.stringify(value).replaceAll(run, nobody);
    expect(told.map(withoutIds)).toEqual(expected.map(withoutIds));
    // Every answer that could hold rows of the other tenant was one.
    const owner = root().as({ tenant: 'owner' });
    expect((await searchSkills(owner, 'wombat')).map(({ name }) => name)).toEqual(['secret-skill']);
    expect((await readAgent(owner, 'secret-agent')).skills).toEqual(['secret-skill']);
    expect((await branchSkills(owner, 'secret-thread')).length).toBe(1);
  });

  it('no table shows or takes a row of another tenant, to its owner either', async () => {
    const tables = await root().read((database) =>
      database.query<{ readonly name: string }>(
        `select relname as name from pg_class where relnamespace = 'skillscope'::regnamespace and relkind = 'r'
         and relname <> 'migrations' order by relname`,
      ),
    );
    expect(tables.length).toBe(23);
    const other = root().as({ tenant: 'stranger' });
    const asOwner = (sql: string) => (registry: Registry) =>
      registry.write(async (database) => {
        await database.execute('reset role; set local role skillscope_owner');
        return database.query<{ readonly count: number }>(sql);
      });
    const seenByOwner: Record<string, number> = {};
    for (const { name } of tables) {
      const count = asOwner(`select count(*)::integer as count from skillscope.${name}`);
      expect(await count(other), name).toEqual([{ count: 0 }]);
      seenByOwner[name] = (await count(root().as({ tenant: 'owner' })))[0]?.count ?? 0;
    }
    expect(Object.entries(seenByOwner).filter(([, count]) => count === 0)).toEqual([
      ['plugin_items', 0],
      ['plugins', 0],
    ]);
    const planted = asOwner("insert into skillscope.tool_servers (tenant, name) values ('owner', 'planted')");
    await expect(planted(other)).rejects.toMatchObject({ code: 'no-permission' });
    const moved = asOwner("update skillscope.tool_servers set tenant = 'stranger' where tenant = 'owner'");
    await moved(other);
    expect((await listToolServers(root().as({ tenant: 'owner' }))).map(({ name }) => name)).toEqual(['secret-server']);
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
