import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdministrator, SERVERS } from '../testing/servers.ts';
import { dumpRegistry, restoreInto } from './dump.ts';
import { takeDirectory } from './lock-directory.ts';
import { putSkill } from './put-skill.ts';
import { readSkill } from './read-skill.ts';
import { openRegistry } from './registry.ts';

const PREFIX = '.skillscope-unfinished-';
const BAD = ['{"format":"skillscope-registry","schema":1}', '["skills",{"name":"a","version":1}]', '{"rows":1}'];

describe('a registry that is made', { timeout: 240_000 }, () => {
  let parent: string;
  let lines: string[];

  beforeAll(async () => {
    parent = mkdtempSync(join(tmpdir(), 'skillscope-unfinished-'));
    lines = [];
    const memory = await openRegistry({ memory: true });
    await putSkill(memory, { text: '---\nname: a\ndescription: Use a.\n---\nbody\n' });
    await dumpRegistry(memory, (line) => {
      lines.push(line);
    });
    await memory.close();
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('of a dump that is refused was never there', async () => {
    const place = mkdtempSync(join(parent, 'place-'));
    const empty = join(place, 'empty');
    mkdirSync(empty);
    await expect(restoreInto({ dir: join(place, 'deep/er') }, lines.slice(0, -1))).rejects.toMatchObject({
      code: 'bad-dump',
    });
    await expect(restoreInto({ dir: empty }, BAD)).rejects.toMatchObject({ code: 'constraint' });
    expect([readdirSync(place), readdirSync(empty)]).toEqual([['empty'], []]);
  });

  it('of a dump has its rows, and no second dump is written over them', async () => {
    const dir = join(mkdtempSync(join(parent, 'place-')), 'deep/er');
    const registry = await restoreInto({ dir, tenant: 'one' }, lines);
    expect((await readSkill(registry, 'a')).body).toBe('body\n');
    await registry.close();
    expect(readdirSync(dir).sort()).toEqual(['data', 'owner', 'owner.lock']);
    await expect(restoreInto({ dir, tenant: 'one' }, lines)).rejects.toMatchObject({ code: 'not-empty' });
    await expect(restoreInto({ dir, tenant: 'two' }, ['no dump'])).rejects.toMatchObject({ code: 'bad-dump' });
    const again = await restoreInto({ dir, tenant: 'two' }, lines);
    expect((await readSkill(again, 'a')).body).toBe('body\n');
    await again.close();
  });

  it.each(['owner', 'owner.lock'])('opens nothing through a link in the place of %s', async (name) => {
    const place = mkdtempSync(join(parent, 'place-'));
    const elsewhere = join(place, 'elsewhere');
    const dir = join(place, 'registry');
    mkdirSync(dir);
    symlinkSync(elsewhere, join(dir, name));
    await expect(openRegistry({ dir })).rejects.toMatchObject({ code: 'registry-damaged' });
    const begun = join(place, `${PREFIX}before`);
    mkdirSync(begun);
    symlinkSync(elsewhere, join(begun, name));
    writeFileSync(join(begun, 'unfinished-registry'), join(place, 'other'));
    await (await restoreInto({ dir: join(place, 'other') }, lines)).close();
    expect(readdirSync(place).sort()).toEqual([`${PREFIX}before`, 'other', 'registry']);
    expect(readdirSync(dir)).toEqual([name]);
  });

  it("takes away what was begun before and is nobody's, and nothing else", async () => {
    const place = mkdtempSync(join(parent, 'place-'));
    const dir = join(place, 'registry');
    const mine = join(parent, 'mine.txt');
    writeFileSync(mine, 'mine');
    const begun = (name: string, of: string, files: readonly string[]) => {
      const path = join(place, PREFIX + name);
      mkdirSync(join(path, 'data'), { recursive: true });
      for (const file of files) writeFileSync(join(path, file), 'left');
      symlinkSync(mine, join(path, 'data', 'link'));
      symlinkSync(parent, join(path, 'data', 'links'));
      if (of !== '') writeFileSync(join(path, 'unfinished-registry'), of);
      return path;
    };
    begun('killed', dir, ['data/base', 'owner']);
    const held = begun('at-work', dir, ['data/base']);
    begun('shared', dir, ['data/base', 'notes.txt']);
    begun('unmarked', '', ['data/base']);
    begun('other', join(place, 'other'), ['data/base']);
    symlinkSync(begun('target', dir, []), join(place, `${PREFIX}link`));
    rmSync(join(place, `${PREFIX}target`), { recursive: true });
    symlinkSync(held, join(place, `${PREFIX}to-held`));

    await expect(openRegistry({ dir, migrate: false })).rejects.toMatchObject({
      code: 'registry-missing',
      message: `There is no registry in ${dir}, only one that is being made or was never finished.`,
    });
    const release = await takeDirectory(held);
    await (await openRegistry({ dir })).close();
    expect(readdirSync(place).sort()).toEqual(
      ['at-work', 'link', 'other', 'shared', 'to-held', 'unmarked'].map((name) => PREFIX + name).concat('registry'),
    );
    expect(readdirSync(join(place, `${PREFIX}shared`))).toEqual(['notes.txt']);
    expect(existsSync(join(held, 'data/base'))).toBe(true);
    expect(readFileSync(mine, 'utf8')).toBe('mine');
    release();
  });

  it('by two at once is made by one, and open to both after each other', async () => {
    const dir = join(mkdtempSync(join(parent, 'place-')), 'registry');
    const both = [0, 1].map(async () => (await openRegistry({ dir, ownerTimeout: 200_000 })).close());
    await Promise.all(both);
    expect(readdirSync(dir).sort()).toEqual(['data', 'owner', 'owner.lock']);
  });
});

describe.each(SERVERS)('on $name', (kind) => {
  it('a dump that is refused leaves no schema behind', async () => {
    const server = await kind.start();
    for (const dump of [['no dump'], BAD]) await expect(restoreInto({ url: server.url }, dump)).rejects.toThrow();
    expect(await asAdministrator(server.url, "select nspname from pg_namespace where nspname = 'skillscope'")).toEqual(
      [],
    );
    const memory = await openRegistry({ memory: true });
    const lines: string[] = [];
    await putSkill(memory, { text: '---\nname: a\ndescription: Use a.\n---\nbody\n' });
    await dumpRegistry(memory, (line) => {
      lines.push(line);
    });
    await memory.close();
    const registry = await restoreInto({ url: server.url }, lines);
    expect((await readSkill(registry, 'a')).body).toBe('body\n');
    await registry.close();
    await server.stop();
  });
});
