import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../testing/open-store.ts';
import { SERVERS, type Server, STORES } from '../testing/servers.ts';
import { dumpRegistry, restoreRegistry } from './dump.ts';
import { migrate } from './migrate.ts';
import { putSkill, removeSkill } from './put-skill.ts';
import { openRegistry, type Registry } from './registry.ts';
import { searchSkills } from './search-skills.ts';
import { openServer } from './server-store.ts';
import { MIGRATIONS } from './sql.generated.ts';

const source = (name: string, description: string, whenToUse = '') => ({
  text: `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${whenToUse && `when_to_use: ${JSON.stringify(whenToUse)}\n`}---\nbody\n`,
});

describe.each(STORES)('search by words on $name', (store) => {
  const opened = openStore(store);
  let registry: Registry;
  beforeEach(() => {
    registry = opened.freshTenant();
  });

  const found = async (need: string) => (await searchSkills(registry, need)).map(({ name }) => name);
  const words = (of: Registry) =>
    of.administer((database) =>
      database.query<{ readonly word: string }>(
        `select distinct word::text collate "C" as word from skillscope.skill_words order by word`,
      ),
    );

  it('scores a listing as the database itself ranks it', async () => {
    await putSkill(
      registry,
      source('refund-order', 'Refund an order. Refunds and orders, refunded.', 'When refunding.'),
    );
    await putSkill(registry, source('order', 'Order of "things", o\'clock, C:\\temp and café.'));
    await putSkill(registry, source('other', 'A refund.'));
    await putSkill(registry, source('unlike', 'Nothing of the kind.'));
    for (const need of [
      'refund',
      'refund an order',
      "order o'clock c:\\temp café zebra",
      'kinds',
      'refund '.repeat(300),
    ]) {
      const ranked = await registry.administer((database) =>
        database.query<{ readonly name: string; readonly rank: number }>(
          `select s.name, ts_rank(v.words, skillscope.any_word($1), 32) as rank from skillscope.skills s
           join skillscope.skill_versions v on v.skill = s.name and v.version = s.version
           where v.words @@ skillscope.any_word($1) order by rank desc, s.name`,
          [need],
        ),
      );
      const matches = await searchSkills(registry, need);
      expect(ranked.length, need).toBeGreaterThan(0);
      expect(
        matches.map(({ name }) => name),
        need,
      ).toEqual(ranked.map(({ name }) => name));
      for (const [index, { score }] of matches.entries()) expect(score, need).toBeCloseTo(ranked[index]?.rank ?? -1, 5);
    }
    expect(await found('zebra')).toEqual([]);
    expect(await found('the of and')).toEqual([]);
    expect(await found('')).toEqual([]);
  });

  it('finds the newest listing of a skill, and nothing that is gone', async () => {
    await putSkill(registry, source('a', 'Concerning wombats.'));
    await putSkill(registry, source('b', 'Concerning wombats.'));
    expect(await found('wombat')).toEqual(['a', 'b']);
    await putSkill(registry, source('a', 'Concerning zebras.'));
    expect(await found('wombat')).toEqual(['b']);
    expect(await found('zebra')).toEqual(['a']);
    await removeSkill(registry, 'b');
    expect(await found('wombat')).toEqual([]);
    expect((await words(registry)).map(({ word }) => word)).toEqual(['concern', 'zebra']);
  });

  it('finds the same in a registry that was restored, whatever version comes first', async () => {
    for (let version = 1; version <= 11; version += 1)
      await putSkill(registry, source('a', `Version${version} it is.`));
    const lines: string[] = [];
    await dumpRegistry(registry, (line) => {
      lines.push(line);
    });
    const expected = await words(registry);
    for (const order of [lines, versionsReversed(lines)]) {
      registry = opened.freshTenant();
      await restoreRegistry(registry, order);
      expect(await found('version11')).toEqual(['a']);
      expect(await found('version9')).toEqual([]);
      expect(await words(registry)).toEqual(expected);
    }
  });

  it('in bodies finds what looking at every body finds', async () => {
    for (let index = 0; index < 60; index += 1)
      await putSkill(registry, {
        text: `---\nname: s-${index}\ndescription: Number ${index % 7}, kept.\n---\nWord${index % 5} and word${index % 11} in it, it's "café".\n`,
      });
    await putSkill(registry, { text: '---\nname: s-1\ndescription: Changed.\n---\nOnly zebras.\n' });
    const fields = { listing: 0.7, body: 0.3 };
    for (const need of [
      'word3',
      'word10 or word4',
      'zebra',
      'kept',
      'number 3 with a zebra',
      "café it's",
      'nowhere',
      '',
      'the',
    ]) {
      const every = await registry.administer((database) =>
        database.query<{ readonly name: string; readonly rank: number }>(
          `select s.name, 0.7 * ts_rank(v.words, q, 32) + 0.3 * ts_rank(b.words, q, 33) as rank
           from skillscope.any_word($1) as q, skillscope.skills s
             join skillscope.skill_versions v on v.skill = s.name and v.version = s.version
             join skillscope.skill_bodies b on b.skill = s.name and b.version = s.version
           where v.words @@ q or b.words @@ q order by rank desc, s.name limit 100`,
          [need],
        ),
      );
      const matches = await searchSkills(registry, need, { fields, limit: 100 });
      expect(matches.map(({ name }) => name).sort(), need).toEqual(every.map(({ name }) => name).sort());
      for (const [index, { score }] of matches.entries()) expect(score, need).toBeCloseTo(every[index]?.rank ?? -1, 5);
    }
    expect((await searchSkills(registry, 'zebra', { fields })).map(({ name }) => name)).toEqual(['s-1']);
  });

  it('reaches the words of one tenant by an index, row-level security and all', async () => {
    await putSkill(registry, source('a', 'Concerning wombats.'));
    const plan = await registry.read(async (database) => {
      await database.execute('set local enable_seqscan = off; set local enable_indexscan = off');
      return database.query<{ readonly 'QUERY PLAN': string }>(
        "explain select skill from skillscope.skill_words where word = 'wombat'",
      );
    });
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Bitmap Index Scan on skill_words/);
    expect(text).toMatch(/Index Cond: .*word = 'wombat'/);
  });
});

/** The versions of skills in the opposite order, everything else as it was. */
function versionsReversed(lines: readonly string[]): readonly string[] {
  const isVersion = (line: string) => line.startsWith('["skill_versions"');
  const first = lines.findIndex(isVersion);
  return [
    ...lines.slice(0, first),
    ...lines.filter(isVersion).toReversed(),
    ...lines.slice(first).filter((line) => !isVersion(line)),
  ];
}

describe.each(SERVERS)('on $name', (kind) => {
  let server: Server;
  beforeAll(async () => {
    server = await kind.start();
  });
  afterAll(async () => {
    await server?.stop();
  });

  it('what was put before there were words is found after, by its own tenant only', async () => {
    const store = await openServer({ url: server.url });
    await migrate(store, MIGRATIONS.slice(0, 9));
    for (const [tenant, animal] of [
      ['one', 'wombat'],
      ['two', 'zebra'],
    ])
      await store.transaction(
        `set local role skillscope_app; set local skillscope.tenant = '${tenant}'`,
        true,
        async (database) => {
          for (const description of ['Long gone.', `Concerning a ${animal}.`])
            await database.query('select skillscope.upsert_skill($1)', [
              JSON.stringify({ name: `about-${animal}`, description, body: '' }),
            ]);
        },
      );
    await store.close();
    const registry = await openRegistry({ url: server.url });
    const found = async (tenant: string, need: string) =>
      (await searchSkills(registry.as({ tenant }), need)).map(({ name }) => name);
    expect(await found('one', 'wombat or zebra')).toEqual(['about-wombat']);
    expect(await found('two', 'wombat or zebra')).toEqual(['about-zebra']);
    expect(await found('one', 'gone')).toEqual([]);
    const open = await registry.read((database) =>
      database.query(
        `select relname from pg_class where relnamespace = 'skillscope'::regnamespace and relkind = 'r'
         and relname <> 'migrations' and not (relrowsecurity and relforcerowsecurity)`,
      ),
    );
    expect(open).toEqual([]);
    await registry.close();
  });
});
