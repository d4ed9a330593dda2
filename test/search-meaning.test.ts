import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from './helpers/command.ts';
import { manifest, plant } from './helpers/tree.ts';

/** A project with two libraries, and a machine with others that npm installed globally. */
function machine() {
  const directory = plant({
    'package.json': manifest('shop', '1.0.0', { dependencies: { postman: '1.0.0', deltree: '1.0.0' } }),
    'node_modules/postman/package.json': manifest('postman', '1.0.0', {
      description: 'Deliver mail messages over SMTP',
    }),
    'node_modules/deltree/package.json': manifest('deltree', '1.0.0', { description: 'Delete folders' }),
  });
  const prefix = plant({
    'lib/node_modules/pigeon/package.json': manifest('pigeon', '2.0.0', {
      description: 'Deliver mail messages over SMTP',
    }),
    'lib/node_modules/chronos/package.json': manifest('chronos', '2.0.0', { description: 'Read timestamps' }),
  });
  return { directory, cache: plant({}), environment: { npm_config_prefix: prefix }, prefix };
}

const vectorsOf = (cache: string) => join(cache, 'catalog', 'vectors');

describe('search by meaning', () => {
  it('A-29 finds a library in scope that shares no word with the need', async () => {
    const { out } = await command(['search', 'send an email', '--json'], machine());
    expect(JSON.parse(out).libraries).toEqual([
      {
        purl: 'pkg:npm/postman@1.0.0',
        name: 'postman',
        version: '1.0.0',
        relation: 'direct',
        summary: 'Deliver mail messages over SMTP',
        skills: 0,
        score: 0.1197,
        matched: [],
        by: ['meaning'],
      },
    ]);
  });

  it('A-30 finds one outside it', async () => {
    const { out } = await command(['search', 'send an email', '--json'], machine());
    expect(JSON.parse(out).outside).toMatchObject([{ name: 'pigeon', matched: [], by: ['meaning'] }]);
  });

  it.each(['train a neural network on tickets', 'how do I get this', 'charge a credit card'])(
    'has nothing for what nothing serves: %s',
    async (need) => {
      const { out } = await command(['search', need, '--json'], machine());
      expect(JSON.parse(out)).toMatchObject({ skills: [], libraries: [], outside: [] });
    },
  );

  it('answers alike whether vectors were there, are made, or cannot be kept', async () => {
    const here = machine();
    const ask = async (...more: string[]) =>
      JSON.parse((await command(['search', 'remove a directory', '--json', ...more], here)).out).libraries;
    const first = await ask();
    expect(first).toMatchObject([{ name: 'deltree', by: ['meaning'] }]);
    expect([await ask(), await ask('--no-cache')]).toEqual([first, first]);
  });

  it('finds what has changed though somebody deleted what waited to be indexed', async () => {
    const here = machine();
    const ask = async () => JSON.parse((await command(['search', 'carve statues', '--json'], here)).out).libraries;
    expect(await ask()).toEqual([]);
    const summary = 'Carve stone statues';
    const text = manifest('postman', '1.1.0', { description: summary });
    writeFileSync(join(here.directory, 'node_modules/postman/package.json'), text);
    await command(['list'], here);
    rmSync(join(here.cache, 'catalog/queue'), { recursive: true });
    expect(await ask()).toMatchObject([{ name: 'postman', version: '1.1.0', summary }]);
  });

  it('makes no vectors before somebody searches, or warms the cache', async () => {
    const here = machine();
    await command(['list'], here);
    expect(existsSync(vectorsOf(here.cache))).toBe(false);
    await command(['cache', 'warm'], here);
    expect(existsSync(vectorsOf(here.cache))).toBe(true);
  });
});
