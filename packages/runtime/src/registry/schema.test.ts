import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSchema } from '../testing/describe-schema.ts';
import { asAdministrator, SERVERS, type Server } from '../testing/servers.ts';
import { migrate } from './migrate.ts';
import { putSkill } from './put-skill.ts';
import { openRegistry, type Registry } from './registry.ts';
import { openServer } from './server-store.ts';
import { MIGRATIONS } from './sql.generated.ts';

const HERE = import.meta.dirname;

it('the migrations in the module are those in the folder', () => {
  const file = (number: number) => join(HERE, 'sql', `${String(number).padStart(6, '0')}.sql`);
  expect(MIGRATIONS.map(({ sql }) => sql)).toEqual(MIGRATIONS.map(({ number }) => readFileSync(file(number), 'utf8')));
});

describe.each(SERVERS)('on $name', (kind) => {
  let server: Server;
  let databases = 0;

  beforeAll(async () => {
    server = await kind.start();
  });
  afterAll(async () => {
    await server?.stop();
  });

  async function newDatabase(): Promise<string> {
    databases += 1;
    const name = `fresh_${databases}`;
    await asAdministrator(server.url, `create database ${name}`);
    return server.url.replace(/postgres$/, name);
  }

  it('schema.txt shows what the migrations make here', async () => {
    const registry = await openRegistry({ url: await newDatabase() });
    const dump = readFileSync(join(HERE, 'schema.txt'), 'utf8');
    const made = await registry.read(describeSchema);
    await registry.close();
    expect(made).toBe(dump.slice(dump.indexOf('\n\ntable') + 1));
  });

  it('twenty programs that start at once on nothing make one schema', async () => {
    const url = await newDatabase();
    const registries = await Promise.all(Array.from({ length: 20 }, () => openRegistry({ url, connections: 1 })));
    const text = '---\nname: a\ndescription: Use it.\n---\n';
    const put = await Promise.all(registries.map((registry) => putSkill(registry, { text })));
    expect(put.filter(({ status }) => status === 'created').length).toBe(1);
    expect(put.filter(({ status, version }) => status === 'unchanged' && version === 1).length).toBe(19);
    await Promise.all(registries.map((registry) => registry.close()));
    const applied = await asAdministrator<{ number: number }>(
      url,
      'select number from skillscope.migrations order by 1',
    );
    expect(applied.map(({ number }) => number)).toEqual(MIGRATIONS.map(({ number }) => number));
  });

  it('a schema that is newer is used where it breaks nothing, and refused where it does', async () => {
    const url = await newDatabase();
    await (await openRegistry({ url })).close();
    await asAdministrator(url, 'insert into skillscope.migrations values (998, false)');
    await (await openRegistry({ url })).close();
    await asAdministrator(url, 'insert into skillscope.migrations values (999, true)');
    await expect(openRegistry({ url })).rejects.toMatchObject({
      code: 'registry-newer',
      message: 'The registry was made by a newer version, which this one cannot use.',
      ways: ['Upgrade this program.'],
    });
  });

  it('a migration that fails leaves nothing behind', async () => {
    const url = await newDatabase();
    await (await openRegistry({ url })).close();
    const store = await openServer({ url });
    const next = {
      number: MIGRATIONS.length + 1,
      breaking: false,
      sql: 'create table skillscope.more (a int); select 1/0',
    };
    await expect(migrate(store, [...MIGRATIONS, next])).rejects.toThrow('division by zero');
    await store.close();
    const [left] = await asAdministrator<{ more: string | null }>(url, "select to_regclass('skillscope.more') as more");
    expect(left?.more).toBeNull();
  });

  it('is made by a user who may create roles, and used by one who may only use it', async () => {
    const url = await newDatabase();
    const name = new URL(url).pathname.slice(1);
    await asAdministrator(
      server.url,
      `create role maker_${name} login createrole; create role user_${name} login; grant create on database ${name} to maker_${name}`,
    );
    const as = (role: string) => url.replace('admin@', `${role}_${name}@`);
    await expect(openRegistry({ url: as('user') })).rejects.toMatchObject({
      code: 'registry-behind',
      message: 'The schema is not up to date, and this user may not change it.',
      ways: ['Open the registry once as a user that may create roles and schemas.'],
    });
    // The roles are the server's, and made by the first user that needs them; others are given them.
    await asAdministrator(
      server.url,
      `grant skillscope_owner, skillscope_app, skillscope_reader to maker_${name} with admin option`,
    );
    await (await openRegistry({ url: as('maker') })).close();
    await asAdministrator(server.url, `grant skillscope_app to user_${name}`);
    const registry = await openRegistry({ url: as('user') });
    expect(await putSkill(registry, { text: '---\nname: a\ndescription: A.\n---\n' })).toMatchObject({ version: 1 });
    await expect(
      registry.write((database) => database.execute('reset role; delete from skillscope.skills')),
    ).rejects.toMatchObject({ code: 'no-permission' });
    await registry.close();
  });

  describe('the tables themselves refuse, whoever writes', () => {
    let registry: Registry;
    let url: string;
    beforeAll(async () => {
      url = await newDatabase();
      registry = await openRegistry({ url, tenant: 't' });
      await registry.write((database) =>
        database.query(`select
          skillscope.upsert_tool_server('{"name":"db"}'),
          skillscope.upsert_skill('{"name":"used","description":"Use.","body":"","requires":["db"],"files":[{"path":"a","content":""}]}'),
          skillscope.upsert_skill('{"name":"free","description":"Use.","body":""}'),
          skillscope.upsert_agent('{"name":"agent","servers":{"db":null},"skills":["used"],"policy":{"always":["used"]}}'),
          skillscope.upsert_agent('{"name":"bare"}'),
          skillscope.open_run('agent', 'thread')`),
      );
    });
    afterAll(() => registry?.close());

    it.each([
      [
        'a description above its cap (C-6)',
        "insert into skillscope.skill_versions (skill, version, description, body_characters, digest) values ('free', 2, repeat('x', 1025), 0, 'sha256:' || repeat('0', 64))",
        'description_length',
      ],
      [
        'a listing above its cap (C-5)',
        "insert into skillscope.skill_versions (skill, version, description, when_to_use, body_characters, digest) values ('free', 2, repeat('x', 1000), repeat('y', 537), 0, 'sha256:' || repeat('0', 64))",
        'listing_length',
      ],
      ['another text for a version (C-89)', "update skillscope.skill_bodies set body = 'x'", 'SK001'],
      ['another listing for a version', "update skillscope.skill_versions set description = 'x'", 'SK001'],
      ['removing one version', "delete from skillscope.skill_versions where skill = 'free'", 'SK001'],
      ['removing the body of a version', "delete from skillscope.skill_bodies where skill = 'free'", 'SK001'],
      ['removing a file of a version', 'delete from skillscope.resources', 'SK001'],
      ['removing a carried skill (C-61)', "delete from skillscope.skills where name = 'used'", 'attachment_skill'],
      ['removing a bound server (C-62)', "delete from skillscope.tool_servers where name = 'db'", 'binding_server'],
      ['unbinding a needed server (C-10)', 'delete from skillscope.bindings', 'needed_binding'],
      [
        'carrying a skill without its server (C-23)',
        "insert into skillscope.attachments (agent, skill, position) values ('bare', 'used', 1)",
        'needed_binding',
      ],
      [
        'carrying a skill that is not there (C-22)',
        "insert into skillscope.attachments (agent, skill, position) values ('bare', 'none', 1)",
        'attachment_skill',
      ],
      ['removing an agent with runs (C-60)', "delete from skillscope.agents where name = 'agent'", 'run_agent'],
      [
        'an unknown name under always (C-28)',
        "insert into skillscope.always (agent, skill, position) values ('bare', 'used', 1)",
        'always_attached',
      ],
      [
        'a file outside the skill',
        "insert into skillscope.resources (skill, version, path, content, kind, digest) values ('free', 1, '../x', '', 'text', 'sha256:' || encode(sha256(''), 'hex'))",
        'resources_path_check',
      ],
      [
        'a digest of other bytes',
        "insert into skillscope.resources (skill, version, path, content, kind, digest) values ('free', 1, 'x', 'a', 'text', 'sha256:' || encode(sha256(''), 'hex'))",
        'digest_of_content',
      ],
    ])('%s', async (_what, sql, by) => {
      const writer = "set skillscope.tenant = 't'; set role skillscope_owner;";
      for (const role of ['', 'reset role;']) {
        const failure = asAdministrator(url, `${writer}${role}${sql}`);
        await expect(failure).rejects.toSatisfy(
          (error: { code: string; constraint?: string }) => error.constraint === by || error.code === by,
        );
      }
    });
  });
});
