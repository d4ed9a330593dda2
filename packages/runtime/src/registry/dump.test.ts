import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVERS, type Server } from '../testing/servers.ts';
import { detachSkill, putAgent, readAgent } from './agents.ts';
import { dumpRegistry, restoreRegistry } from './dump.ts';
import { setLabel } from './mark-skill.ts';
import { putSkill } from './put-skill.ts';
import { readResource, readSkill } from './read-skill.ts';
import { openRegistry, type Registry } from './registry.ts';
import { branchSkills, openRun, recordTurn } from './runs.ts';
import { putEmbedding, searchSkills } from './search-skills.ts';
import { putToolServer, unbindServer } from './tool-servers.ts';

async function dump(registry: Registry): Promise<readonly string[]> {
  const lines: string[] = [];
  await dumpRegistry(registry, (line) => {
    lines.push(line);
  });
  return lines;
}

async function fill(registry: Registry): Promise<void> {
  await putToolServer(registry, { name: 'db', config: { url: 'http://x' } });
  for (let number = 0; number < 120; number += 1)
    await putSkill(registry, {
      text: `---\nname: s${number}\ndescription: Use "${number}" 🙂.\n---\nbody ${number}\r\n`,
    });
  await putSkill(
    registry,
    {
      text: '---\nname: s1\ndescription: New.\n---\nnew\n',
      files: [{ path: 'a.bin', content: Uint8Array.of(0, 255) }],
    },
    { requires: ['db'], tags: ['t'] },
  );
  await setLabel(registry, 's1', 'old', 1);
  await putEmbedding(registry, { skill: 's1', version: 2, model: 'm', vector: [0.5, -0.25] });
  const policy = { always: ['s1'], match: { minScore: 0.3 } };
  await putAgent(registry, {
    name: 'agent',
    systemPrompt: 'Do.',
    servers: { db: ['q'] },
    skills: ['s1', 's0'],
    policy,
  });
  const run = await openRun(registry, { agent: 'agent', thread: 't' });
  await openRun(registry, { agent: 'agent', thread: 't', branch: 'b', parent: 'main' });
  const used = [{ skill: 's1', version: 1, mode: 'always' as const }];
  await recordTurn(registry, run.id, { turn: 1, decisions: [{ skill: 's1', outcome: 'always' }], used });
}

describe('a dump', () => {
  let servers: readonly Server[] = [];
  let registries: readonly Registry[] = [];

  beforeAll(async () => {
    servers = await Promise.all(SERVERS.map((kind) => kind.start()));
    const places = [{ memory: true } as const, ...servers.map(({ url }) => ({ url }))];
    registries = await Promise.all(places.map((place) => openRegistry(place)));
  });
  afterAll(async () => {
    await Promise.all(registries.map((registry) => registry.close()));
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('of any store restores on any other, and loses nothing', { timeout: 240_000 }, async () => {
    for (const [index, from] of registries.entries()) {
      const source = from.as({ tenant: `from-${index}`, principal: 'ann' });
      await fill(source);
      const lines = await dump(source);
      expect(lines[0]).toBe('{"format":"skillscope-registry","schema":15}');
      expect(lines.join('\n')).not.toContain(`from-${index}`);
      for (const to of registries) {
        const target = to.as({ tenant: `copy-of-${index}` });
        await restoreRegistry(target, lines);
        expect(await dump(target)).toEqual(lines);
        expect(await readAgent(target, 'agent')).toEqual(await readAgent(source, 'agent'));
        expect(await readSkill(target, 's1')).toEqual(await readSkill(source, 's1'));
        expect([...(await readResource(target, 's1', 'a.bin')).content]).toEqual([0, 255]);
        expect(await branchSkills(target, 't')).toEqual(await branchSkills(source, 't'));
        expect((await searchSkills(target, 'new')).map(({ name }) => name)).toEqual(['s1']);
        // The rules hold there as well.
        await expect(unbindServer(target, 'agent', 'db')).rejects.toMatchObject({ code: 'server-not-bound' });
        await expect(detachSkill(target, 'agent', 's1')).rejects.toMatchObject({ code: 'always-not-attached' });
        await expect(restoreRegistry(target, lines)).rejects.toMatchObject({ code: 'not-empty' });
      }
    }
  });

  it('that is damaged restores nothing', async () => {
    const [registry] = registries;
    if (!registry) throw new Error('No store was opened.');
    const source = registry.as({ tenant: 'whole' });
    await putSkill(source, { text: '---\nname: a\ndescription: A.\n---\n' });
    const lines = await dump(source);
    const [head = '', ...rows] = lines;
    const target = registry.as({ tenant: 'none' });
    for (const [what, damaged, code] of [
      ['nothing', [], 'bad-dump'],
      ['another file', ['{"a":1}'], 'bad-dump'],
      ['no head', rows, 'bad-dump'],
      ['half a line', [head, rows[0]?.slice(0, 20) ?? ''], 'bad-dump'],
      ['rows in another order', [head, ...[...rows].reverse()], 'bad-dump'],
      ['a table of its own', [head, '["pg_authid",{}]'], 'bad-dump'],
      ['the end missing', [head, ...rows.slice(0, -1)], 'bad-dump'],
      ['a row missing', [head, ...rows.slice(1)], 'bad-dump'],
      ['rows that lack what they refer to', [head, ...rows.slice(0, 1), '{"rows":1}'], 'constraint'],
      ['more after the end', [...lines, ...rows.slice(0, 1)], 'bad-dump'],
      ['a newer version', [head.replace('15', '99'), ...rows], 'registry-newer'],
    ] as const)
      await expect(restoreRegistry(target, damaged), what).rejects.toMatchObject({ code });
    expect(await dump(target)).toEqual([head, '{"rows":0}']);
    await restoreRegistry(target, lines);
  });
});
