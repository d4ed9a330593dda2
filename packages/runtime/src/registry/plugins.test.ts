import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../testing/open-store.ts';
import { asAdministrator, SERVERS, STORES } from '../testing/servers.ts';
import { attachSkill, listAgents, putAgent, readAgent, removeAgent } from './agents.ts';
import { call, json } from './call.ts';
import { dumpRegistry } from './dump.ts';
import { openMemory } from './embedded-store.ts';
import { readPlugin } from './list-plugins.ts';
import { listSkills } from './list-skills.ts';
import { migrate } from './migrate.ts';
import { type AppliedPlugin, applyPlugin, type PluginManifest, planPlugin } from './plugins.ts';
import { putSkill, removeSkill } from './put-skill.ts';
import { openRegistry, type Registry } from './registry.ts';
import { openRun } from './runs.ts';
import { MIGRATIONS } from './sql.generated.ts';
import { listToolServers, putToolServer } from './tool-servers.ts';

const source = (name: string, body = 'body\n') => ({
  text: `---\nname: ${name}\ndescription: Use ${name}.\nrequires_tools: [db]\n---\n${body}`,
});

const MANIFEST: PluginManifest = {
  name: 'harbour',
  version: '1.0.0',
  servers: [{ name: 'db', config: { url: 'http://db' } }],
  skills: [{ source: source('berths') }, { source: source('tides'), tags: ['sea'] }],
  agents: [{ name: 'pilot', systemPrompt: 'Steer.', servers: { db: null }, skills: ['tides', 'berths'] }],
};

describe.each(STORES)('on $name', (store) => {
  const opened = openStore(store);
  let registry: Registry;
  beforeEach(() => {
    registry = opened.freshTenant();
  });

  async function rows(): Promise<readonly string[]> {
    const lines: string[] = [];
    await dumpRegistry(registry, (line) => {
      lines.push(line);
    });
    return lines;
  }

  /** What it says and that it left everything as it was. */
  async function refusal(manifest: PluginManifest): Promise<readonly string[]> {
    const before = await rows();
    const plan = await planPlugin(registry, manifest);
    const failure = await applyPlugin(registry, manifest).catch((error: unknown) => error);
    expect(await rows()).toEqual(before);
    if (plan.ok) return ['nothing was refused'];
    expect(failure).toMatchObject({ code: plan.refusal.code, message: plan.refusal.message });
    return [plan.refusal.code, plan.refusal.message, ...plan.refusal.ways];
  }

  it('a plugin is planned without a trace, applied as a whole, and applying it again writes nothing (C-56)', async () => {
    const plan = await planPlugin(registry, MANIFEST);
    expect(plan).toMatchObject({ ok: true, status: 'applied' });
    expect((await rows()).at(-1)).toBe('{"rows":0}');
    const applied = await applyPlugin(registry, MANIFEST);
    expect(applied).toEqual({
      plugin: 'harbour',
      status: 'applied',
      items: [
        { kind: 'server', name: 'db', status: 'created' },
        { kind: 'skill', name: 'berths', status: 'created' },
        { kind: 'skill', name: 'tides', status: 'created' },
        { kind: 'agent', name: 'pilot', status: 'created' },
      ],
      removed: [],
    });
    expect(plan).toEqual({ ok: true, ...applied });
    const before = await rows();
    const again = await applyPlugin(registry, MANIFEST);
    expect(again.status).toBe('unchanged');
    expect(again.items.map(({ status }) => status)).toEqual(Array(4).fill('unchanged'));
    expect(await rows()).toEqual(before);
    expect((await listSkills(registry, { plugin: 'harbour' })).skills.map(({ name }) => name)).toEqual([
      'berths',
      'tides',
    ]);
    expect((await readAgent(registry, 'pilot')).skills).toEqual(['tides', 'berths']);
  });

  it('what left the manifest is removed and told; a bare name uninstalls (C-57, C-58, C-59)', async () => {
    await applyPlugin(registry, MANIFEST);
    await putToolServer(registry, { name: 'own' });
    const { skills: _skills, ...rest } = MANIFEST;
    const narrowed = await applyPlugin(registry, {
      ...rest,
      skills: [{ source: source('tides', 'new\n'), tags: ['sea'] }],
      agents: [{ name: 'pilot', skills: ['tides'] }],
    });
    expect([narrowed.items.map(({ status }) => status), narrowed.removed]).toEqual([
      ['unchanged', 'updated', 'updated'],
      [{ kind: 'skill', name: 'berths' }],
    ]);
    const gone = await applyPlugin(registry, { name: 'harbour' });
    expect(gone).toEqual({
      plugin: 'harbour',
      status: 'removed',
      items: [],
      removed: [
        { kind: 'agent', name: 'pilot' },
        { kind: 'skill', name: 'tides' },
        { kind: 'server', name: 'db' },
      ],
    });
    expect((await listSkills(registry)).skills).toEqual([]);
    expect((await listAgents(registry)).agents).toEqual([]);
    expect((await listToolServers(registry)).map(({ name }) => name)).toEqual(['own']);
    expect((await applyPlugin(registry, { name: 'harbour' })).status).toBe('unchanged');
  });

  it('a skill may begin to require a server that its agent gets in the same manifest (C-83)', async () => {
    await applyPlugin(registry, MANIFEST);
    const next = await applyPlugin(registry, {
      ...MANIFEST,
      servers: [...(MANIFEST.servers ?? []), { name: 'mail' }],
      skills: [{ source: source('berths'), requires: ['db', 'mail'] }, ...(MANIFEST.skills ?? []).slice(1)],
      agents: (MANIFEST.agents ?? []).map((agent) => ({ ...agent, servers: { db: null, mail: null } })),
    });
    expect(next.items.map(({ name, status }) => [name, status])).toEqual([
      ['db', 'unchanged'],
      ['mail', 'created'],
      ['berths', 'updated'],
      ['tides', 'unchanged'],
      ['pilot', 'updated'],
    ]);
    expect((await readAgent(registry, 'pilot')).servers).toEqual({ db: null, mail: null });
    expect((await applyPlugin(registry, MANIFEST)).removed).toEqual([{ kind: 'server', name: 'mail' }]);
  });

  it('what others use is not removed (C-60, C-61, C-62)', async () => {
    await applyPlugin(registry, MANIFEST);
    await openRun(registry, { agent: 'pilot', thread: 't' });
    expect((await refusal({ name: 'harbour' })).slice(0, 2)).toEqual([
      'agent-has-runs',
      'Agent "pilot" has 1 runs, which could not be explained without it.',
    ]);
    await putAgent(registry, { name: 'other', servers: { db: null } });
    await attachSkill(registry, 'other', 'berths');
    const { agents = [] } = MANIFEST;
    const without = {
      ...MANIFEST,
      agents: agents.map((agent) => ({ ...agent, skills: ['tides'] })),
      skills: [{ source: source('tides'), tags: ['sea'] }],
    };
    expect((await refusal(without)).slice(0, 2)).toEqual([
      'skill-in-use',
      'Skill "berths" is carried by agent "other".',
    ]);
    await putAgent(registry, { name: 'other', skills: [] });
    const { servers: _servers, ...serverless } = MANIFEST;
    expect((await refusal(serverless)).slice(0, 2)).toEqual([
      'server-in-use',
      'Tool server "db" is bound by agent "other", "pilot".',
    ]);
  });

  it('what was edited since is not written over, nor what belongs to others', async () => {
    await applyPlugin(registry, MANIFEST);
    await putSkill(registry, source('tides', 'edited\n'));
    expect(await refusal(MANIFEST)).toEqual([
      'edited-since',
      'The skill "tides" was edited since plugin "harbour" was applied.',
      'Put the edit into the manifest.',
      'Apply by force to write over it.',
    ]);
    expect((await refusal({ name: 'harbour' }))[0]).toBe('edited-since');
    expect(await planPlugin(registry, MANIFEST, { force: true })).toMatchObject({ ok: true, status: 'applied' });
    const forced = await applyPlugin(registry, MANIFEST, { force: true });
    expect([forced.status, forced.items[2]?.status]).toEqual(['applied', 'updated']);
    expect((await applyPlugin(registry, MANIFEST, { force: true })).status).toBe('unchanged');
    expect(await refusal({ name: 'rival', skills: [{ source: source('tides') }] })).toEqual([
      'owned-by-plugin',
      'The skill "tides" belongs to plugin "harbour".',
      'Apply "harbour" with a manifest that does not name it.',
      'Use another name.',
    ]);
    await putSkill(registry, source('loose'));
    expect(await refusal({ name: 'rival', skills: [{ source: source('loose') }] })).toEqual([
      'not-owned',
      'There is a skill "loose" that no plugin owns.',
      'Use another name.',
      'Apply by force to take it over.',
    ]);
    for (const remove of [() => removeAgent(registry, 'pilot'), () => removeSkill(registry, 'tides')])
      await expect(remove()).rejects.toMatchObject({ code: 'owned-by-plugin', facts: { plugin: 'harbour' } });
  });

  it('a fault in its last part takes back the first', async () => {
    const { agents = [] } = MANIFEST;
    expect((await refusal({ ...MANIFEST, agents: [...agents, { name: 'x', skills: ['none'] }] }))[1]).toBe(
      'There is no skill "none".',
    );
    expect((await refusal({ ...MANIFEST, servers: [] }))[0]).toBe('unknown-server');
    expect((await refusal({ name: 'a b' }))[0]).toBe('bad-name');
    const [skill] = MANIFEST.skills ?? [];
    if (skill) expect((await refusal({ name: 'twice', skills: [skill, skill] }))[0]).toBe('bad-value');
  });

  it('one that is something else by the same name takes nothing away unless it is forced', async () => {
    const own = { ...MANIFEST, source: { format: 'skillscope' } } as const;
    const listed = { format: 'claude-plugin', marketplace: 'one' } as const;
    await applyPlugin(registry, MANIFEST);
    // Where nobody said so far, it is what it is now said to be.
    expect((await applyPlugin(registry, own)).status).toBe('unchanged');
    expect((await readPlugin(registry, 'harbour')).source).toEqual({ format: 'skillscope' });
    for (const other of [
      { name: 'harbour', source: listed },
      { ...MANIFEST, source: listed },
    ])
      expect(await refusal(other)).toEqual([
        'other-source',
        'Plugin "harbour" is a manifest of skillscope, and this is a plugin of Claude Code.',
        'Give one of the two another name.',
        'Apply by force to put this one in its place.',
      ]);
    expect((await applyPlugin(registry, MANIFEST)).status).toBe('unchanged');
    await applyPlugin(registry, { ...MANIFEST, source: listed }, { force: true });
    expect((await readPlugin(registry, 'harbour')).source).toEqual(listed);
    expect(await refusal({ ...MANIFEST, source: { ...listed, marketplace: 'two' } })).toEqual([
      'other-source',
      'Plugin "harbour" is one of marketplace "one", and this is one of marketplace "two".',
      'Give one of the two another name.',
      'Apply by force to put this one in its place.',
    ]);
    // By its own directory, the marketplace is not known.
    await applyPlugin(registry, { ...MANIFEST, source: { format: 'claude-plugin' } });
    expect((await applyPlugin(registry, { name: 'harbour' })).status).toBe('removed');
  });

  it('what the same words left is not written again, and what was edited is', async () => {
    const agents = Array.from({ length: 40 }, (_, index) => ({ name: `agent-${index}`, systemPrompt: 'Steer.' }));
    const many: PluginManifest = { ...MANIFEST, agents: [...(MANIFEST.agents ?? []), ...agents] };
    await applyPlugin(registry, many);
    const before = await rows();
    const [first, ...others] = many.agents ?? [];
    const changed: PluginManifest = { ...many, agents: [{ name: 'pilot', systemPrompt: 'Sail.' }, ...others] };
    expect(first?.name).toBe('pilot');
    const { items } = await applyPlugin(registry, changed);
    expect(items.filter(({ status }) => status !== 'unchanged')).toEqual([
      { kind: 'agent', name: 'pilot', status: 'updated' },
    ]);
    expect((await readAgent(registry, 'pilot')).systemPrompt).toBe('Sail.');
    await applyPlugin(registry, many);
    expect((await readAgent(registry, 'pilot')).systemPrompt).toBe('Steer.');
    await putAgent(registry, { name: 'agent-7', systemPrompt: 'Drift.' });
    expect((await refusal(many))[0]).toBe('edited-since');
    await applyPlugin(registry, many, { force: true });
    expect((await readAgent(registry, 'agent-7')).systemPrompt).toBe('Steer.');
    expect((await applyPlugin(registry, many)).status).toBe('unchanged');
    expect((await rows()).length).toBeGreaterThan(before.length);
  });

  it('what one agent carries is found without looking at all who carry it', async () => {
    const plan = await registry.administer(async (database) => {
      await database.execute('set local enable_seqscan = off; set local enable_bitmapscan = off');
      return database.query<{ readonly 'QUERY PLAN': string }>(
        "explain select from skillscope.attachments where agent = 'a' and skill = 's'",
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*agent = 'a'/);
  });

  it('a manifest that names more than 10,000 things is refused', async () => {
    const servers = Array.from({ length: 10_001 }, (_, index) => ({ name: `server-${index}` }));
    expect(await refusal({ name: 'huge', servers })).toEqual([
      'manifest-too-large',
      'The manifest of "huge" names 10001 servers, skills and agents; 10,000 are allowed.',
      'Divide it among several plugins.',
    ]);
  });
});

it('a manifest of more than 64 MiB is refused before it is sent, and by the database', async () => {
  const registry = await openRegistry({ memory: true });
  const large: PluginManifest = {
    name: 'huge',
    agents: Array.from({ length: 65 }, (_, index) => ({ name: `agent-${index}`, systemPrompt: 'x'.repeat(1_048_576) })),
  };
  const words = 'The manifest of "huge" has more than 67,108,864 bytes, with files in base64.';
  expect(await planPlugin(registry, large)).toMatchObject({
    ok: false,
    refusal: { code: 'manifest-too-large', message: words, ways: ['Divide it among several plugins.'] },
  });
  await expect(applyPlugin(registry, large)).rejects.toMatchObject({ code: 'manifest-too-large', message: words });
  const sent = registry.write((database) =>
    database.query(
      `select skillscope.apply_plugin(jsonb_build_object('name', 'huge', 'agents',
        (select jsonb_agg(jsonb_build_object('name', 'agent-' || n, 'system_prompt', repeat('x', 1048576)))
          from generate_series(1, 65) as n)))`,
    ),
  );
  await expect(sent).rejects.toMatchObject({ code: 'manifest-too-large', message: words });
  await registry.close();
});

it.each(SERVERS.slice(0, 1))(
  'on $name a large manifest has the time of a statement once for each 500 things and 4 MiB',
  async (kind) => {
    const server = await kind.start();
    const registry = await openRegistry({ url: server.url, statementTimeout: 60_000 });
    await asAdministrator(
      server.url,
      `create table public.seen (timeout text);
     create function public.see() returns trigger language plpgsql security definer as $$
       begin insert into public.seen values (current_setting('statement_timeout')); return null; end $$;
     create trigger see after insert on skillscope.plugins for each row execute function public.see()`,
    );
    const servers = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `server-${count}-${index}` }));
    const large = { name: 'agent', systemPrompt: 'x'.repeat(1_048_576) };
    await applyPlugin(registry, { name: 'small', servers: servers(3) });
    await applyPlugin(registry, { name: 'many', servers: servers(1000) });
    await applyPlugin(registry, { name: 'large', agents: [1, 2, 3, 4].map((n) => ({ ...large, name: `agent-${n}` })) });
    const [row] = await registry.read((database) =>
      database.query<{ readonly timeout: string }>("select current_setting('statement_timeout') as timeout"),
    );
    expect(row?.timeout).toBe('1min');
    expect(await asAdministrator(server.url, 'select timeout from public.seen')).toEqual([
      { timeout: '1min' },
      { timeout: '3min' },
      { timeout: '2min' },
    ]);
    await registry.close();
    await server.stop();
  },
);

it('what a plugin left before its rows were read many at once is not taken for edited', async () => {
  const store = await openMemory();
  await migrate(store, MIGRATIONS.slice(0, 11));
  const [berths, tides] = ['berths', 'tides'].map((name) => ({
    name,
    description: 'Use it.',
    body: '',
    requires: ['db'],
  }));
  const manifest = {
    name: 'harbour',
    servers: [{ name: 'db', description: 'Berths.', config: { url: 'http://db' } }, { name: 'idle' }],
    skills: [berths, { ...tides, tags: ['sea'], category: 'water' }],
    agents: [
      {
        name: 'pilot',
        system_prompt: 'Steer.',
        servers: { db: ['read'] },
        skills: ['tides', 'berths'],
        policy: { always: ['tides'] },
      },
      { name: 'guest', policy: { match: { top_k: 3, fields: { listing: 0.5, body: 0.5 } } } },
    ],
  };
  const apply = (then: Record<string, unknown>) =>
    store.transaction("set local role skillscope_app; set local skillscope.tenant = 'one'", true, (database) =>
      call<AppliedPlugin>(database, 'apply_plugin', [json(then)]),
    );
  expect((await apply(manifest)).status).toBe('applied');
  await migrate(store);
  expect((await apply(manifest)).status).toBe('unchanged');
  const { removed } = await apply({ name: 'harbour' });
  expect(removed.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'agent guest',
    'agent pilot',
    'skill berths',
    'skill tides',
    'server db',
    'server idle',
  ]);
  await store.close();
});
