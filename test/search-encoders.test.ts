import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { modelCache } from '../tools/model/cache.ts';
import { command } from './helpers/command.ts';
import { manifest, plant } from './helpers/tree.ts';

const SUMMARIES = {
  postman: 'Deliver mail messages over SMTP',
  deltree: 'Delete folders',
  chronos: 'Read timestamps',
} as const;

function machine() {
  const dependencies = Object.fromEntries(Object.keys(SUMMARIES).map((name) => [name, '1.0.0']));
  const libraries = Object.entries(SUMMARIES).map(([name, description]) => [
    `node_modules/${name}/package.json`,
    manifest(name, '1.0.0', { description }),
  ]);
  const directory = plant({
    'package.json': manifest('shop', '1.0.0', { dependencies }),
    ...Object.fromEntries(libraries),
    // Nothing of a project names an encoder.
    '.env': 'SKILLSCOPE_ENCODER=endpoint\nSKILLSCOPE_ENDPOINT_URL=http://elsewhere.example/v1\n',
  });
  return { directory, cache: plant({}) };
}

type Machine = ReturnType<typeof machine> & { readonly environment: Readonly<Record<string, string>> };

async function ask(need: string, here: Machine) {
  const { out } = await command(['search', need, '--json'], here);
  const { libraries, notes } = JSON.parse(out) as {
    readonly libraries: readonly { readonly name: string; readonly by: readonly string[] }[];
    readonly notes: readonly { readonly code: string }[];
  };
  return { libraries: libraries.map(({ name, by }) => [name, by]), codes: notes.map(({ code }) => code) };
}

describe('an endpoint', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  });

  it('is asked once for each text, with the key, and the words decide what is an answer', async () => {
    const axes: ('mail' | 'length')[] = ['mail', 'length'];
    const asked: { readonly key: string | undefined; readonly input: readonly string[] }[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly input: readonly string[] };
      asked.push({ key: request.headers.authorization, input });
      const data = input.map((text, index) => {
        const numbers = { mail: /mail/.test(text) ? 1 : 0, length: text.length / 100 };
        return { index, embedding: axes.map((axis) => numbers[axis]) };
      });
      response.end(JSON.stringify({ data }));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const environment = {
      npm_config_prefix: plant({}),
      SKILLSCOPE_ENCODER: 'endpoint',
      SKILLSCOPE_ENDPOINT_URL: `http://127.0.0.1:${port}/v1`,
      SKILLSCOPE_ENDPOINT_MODEL: 'tiny',
      SKILLSCOPE_ENDPOINT_KEY: 'sk-1',
      SKILLSCOPE_ENDPOINT_QUERY_PREFIX: 'query: ',
    };
    const here = { ...machine(), environment };

    const first = await ask('deliver mail', here);
    expect(first).toEqual({ libraries: [['postman', ['words']]], codes: ['no-lockfile'] });
    const probe = 'query: Parse a date, retry a request, draw a table: a text that stays the same.';
    const listings = [
      'chronos: Read timestamps',
      'deltree: Delete folders',
      'postman: Deliver mail messages over SMTP',
    ];
    expect(asked.map(({ input }) => input)).toEqual([['dimension'], ['query: deliver mail', probe], listings]);
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['Bearer sk-1']));

    asked.length = 0;
    expect(await ask('deliver mail', here)).toEqual(first);
    expect(asked.map(({ input }) => input)).toEqual([['dimension'], ['query: deliver mail', probe]]);

    // Another model under the same name.
    axes.reverse();
    asked.length = 0;
    expect(await ask('deliver mail', here)).toEqual({ ...first, codes: ['encoder-changed', ...first.codes] });
    expect(asked.map(({ input }) => input)).toEqual([['dimension'], ['query: deliver mail', probe], listings]);
    asked.length = 0;
    expect(await ask('deliver mail', here)).toEqual(first);
    expect(asked.map(({ input }) => input)).toEqual([['dimension'], ['query: deliver mail', probe]]);

    asked.length = 0;
    await command(['list'], here);
    expect(asked).toEqual([]);

    // What a list came across waits until it is searched, or warmed.
    const next = { ...machine(), environment };
    await command(['list'], next);
    await command(['cache', 'warm'], next);
    expect(asked.map(({ input }) => input)).toEqual([['dimension'], [probe], listings]);
    asked.length = 0;
    await ask('deliver mail', next);
    expect(asked.map(({ input }) => input)).toEqual([['dimension'], ['query: deliver mail', probe]]);
  });

  it('is not asked by status, which says what is chosen and what is used', async () => {
    const said = async (environment: Readonly<Record<string, string>>) => {
      const { out } = await command(['status'], { ...machine(), environment });
      return out.split('\n').find((line) => line.startsWith('search'));
    };
    expect(await said({})).toBe('search    by words and the table of meanings');
    expect(await said({ SKILLSCOPE_ENCODER: 'endpoint' })).toBe(
      'search    by words and the table of meanings, instead of endpoint: SKILLSCOPE_ENDPOINT_URL is not set. An endpoint needs its address and a model.',
    );
    const nobody = { SKILLSCOPE_ENDPOINT_URL: 'http://127.0.0.1:1/v1', SKILLSCOPE_ENDPOINT_MODEL: 'tiny' };
    expect(await said({ SKILLSCOPE_ENCODER: 'endpoint', ...nobody })).toBe(
      'search    by words and the endpoint, which is asked by searches only',
    );
  });

  it.each([
    ['an endpoint that nobody answers at', { SKILLSCOPE_ENDPOINT_URL: 'http://127.0.0.1:1/v1' }],
    ['no address', {}],
  ])('with %s the table answers, and a note says so', async (_, more) => {
    const environment = { SKILLSCOPE_ENCODER: 'endpoint', SKILLSCOPE_ENDPOINT_MODEL: 'tiny', ...more };
    expect(await ask('send an email', { ...machine(), environment })).toEqual({
      libraries: [['postman', ['meaning']]],
      codes: ['encoder-unavailable', 'no-lockfile'],
    });
    expect(JSON.parse((await command(['cache', 'warm', '--json'], { ...machine(), environment })).out)).toMatchObject({
      notes: [{ code: 'encoder-unavailable' }],
    });
  });
});

describe('the sentence model', () => {
  const models = modelCache('sentence-model');
  beforeAll(() => {
    if (existsSync(join(models, 'minilm-l6-v2-int8.onnx'))) return;
    const script = join(import.meta.dirname, '../tools/model/build-mini-lm.ts');
    expect(spawnSync(process.execPath, ['--import', 'tsx', script, models]).status).toBe(0);
  }, 300_000);

  it('A-29 finds what the table does not know to be near, and keeps its vectors apart', async () => {
    const here = machine();
    const environment = { SKILLSCOPE_ENCODER: 'minilm', SKILLSCOPE_MODELS: models };
    const need = 'get rid of old directories on disk';
    const [table, sentences] = [{ libraries: [] }, { libraries: [['deltree', ['meaning']]], codes: ['no-lockfile'] }];
    expect(await ask(need, { ...here, environment: {} })).toMatchObject(table);
    expect(await ask(need, { ...here, environment })).toEqual(sentences);
    const kept = readdirSync(join(here.cache, 'catalog/vectors'));
    expect(new Set(kept.map((name) => name.split('-')[0])).size).toBe(2);
    expect(await ask(need, { ...here, environment: {} })).toMatchObject(table);
    expect(await ask(need, { ...here, environment })).toEqual(sentences);
    expect(readdirSync(join(here.cache, 'catalog/vectors'))).toEqual(kept);

    const encoder = { chosen: 'minilm', used: 'minilm', engine: 'onnxruntime-web' };
    const run = async (...argv: readonly string[]) => (await command(argv, { ...here, environment })).out;
    expect(JSON.parse(await run('search', need, '--json')).encoder).toEqual(encoder);
    const status = JSON.parse(await run('status', '--json'));
    expect([status.encoder, status.notes]).toEqual([
      encoder,
      expect.arrayContaining([
        {
          code: 'encoder-slow',
          message:
            'onnxruntime-web loads the sentence model anew for every search by the command, some five seconds of processor time; onnxruntime-node takes half a second, and `skillscope mcp` loads it once.',
        },
      ]),
    ]);
    expect(await run('status')).toContain(
      '\nsearch    by words and the sentence model minilm, run by onnxruntime-web\n',
    );
  }, 120_000);
});
