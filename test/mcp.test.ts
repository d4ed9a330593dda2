import { spawn, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { BIN, connect as start, textOf } from './helpers/client.ts';
import { manifest, plant, skill } from './helpers/tree.ts';

const ERAS = ['legacy', { pin: '2026-07-28' }] as const;

const open: Client[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

interface Options {
  readonly cwd: string;
  readonly era?: (typeof ERAS)[number];
  readonly roots?: readonly string[];
  readonly args?: readonly string[];
}

async function connect({ cwd, era = 'legacy', roots, args = [] }: Options): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: era }, ...(roots ? { capabilities: { roots: {} } } : {}) },
  );
  if (roots) {
    client.setRequestHandler('roots/list', async () => ({
      roots: roots.map((path) => ({ uri: pathToFileURL(path).href })),
    }));
  }
  open.push(client);
  return start(client, { cwd, args });
}

function project(): string {
  const body = `\n# Checkout\n\n${'Pay first, then ship.\n'.repeat(3_000)}`;
  return plant({
    'package.json': manifest('shop', '1.0.0', { dependencies: { cart: '1.4.0' } }),
    'node_modules/cart/package.json': manifest('cart', '1.4.0', { description: 'A shopping cart.' }),
    'node_modules/cart/skills/checkout/SKILL.md': skill('checkout', 'Use when an order is paid.', body),
    'node_modules/cart/skills/refunds/SKILL.md': skill('refunds', 'Use when money goes back.'),
  });
}

describe.each(ERAS)('the MCP server, protocol %j', (era) => {
  it('offers three read-only tools with schemas (A-39)', async () => {
    const client = await connect({ cwd: project(), era });
    const { tools } = await client.listTools();
    expect(
      tools.map(({ name, annotations, inputSchema, outputSchema }) => ({
        name,
        annotations,
        input: Object.keys(inputSchema.properties ?? {}),
        required: inputSchema.required ?? [],
        output: Object.keys((outputSchema?.properties ?? {}) as object),
      })),
    ).toEqual([
      {
        name: 'list_skills',
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        input: ['project', 'direct', 'page'],
        required: [],
        output: ['project', 'libraries', 'page', 'pages', 'skipped', 'notes', 'counts', 'listed'],
      },
      {
        name: 'read_skill',
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        input: ['project', 'library', 'file', 'page'],
        required: ['library'],
        output: [
          'id',
          'skill',
          'address',
          'library',
          'ecosystem',
          'version',
          'purl',
          'source',
          'relation',
          'via',
          'evidence',
          'place',
          'digest',
          'words',
          'notice',
          'republisher',
          'trust',
          'standing',
          'notes',
          'page',
          'pages',
          'text',
          'files',
        ],
      },
      {
        name: 'search_libraries',
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        input: ['project', 'need', 'terms', 'limit'],
        required: ['need'],
        output: ['need', 'terms', 'skills', 'entries', 'libraries', 'outside', 'encoder', 'notes'],
      },
    ]);
  });

  it('lists, reads page by page and searches, as text and as structured content', async () => {
    const client = await connect({ cwd: project(), era });
    const list = await client.callTool({ name: 'list_skills', arguments: {} });
    expect(textOf(list)).toContain('cart 1.4.0  [npm] direct');
    expect(textOf(list)).toContain('Read one with read_skill: library "cart#checkout"');
    expect(list.structuredContent).toMatchObject({ counts: { libraries: 1, skills: 2 } });

    const first = await client.callTool({ name: 'read_skill', arguments: { library: 'cart#checkout' } });
    expect(first.structuredContent).toMatchObject({ page: 1, pages: 3, trust: 'readable', words: 'cart authors' });
    expect(textOf(first)).toContain('Next: page 2 of 3.');
    const third = await client.callTool({ name: 'read_skill', arguments: { library: 'cart#checkout', page: 3 } });
    expect(third.structuredContent).toMatchObject({ page: 3, pages: 3 });

    const search = await client.callTool({
      name: 'search_libraries',
      arguments: { need: 'money goes back', terms: ['refund'] },
    });
    expect(search.structuredContent).toMatchObject({ skills: [{ address: 'cart#refunds' }] });
  });

  it('answers for the project that the client has open', async () => {
    const root = project();
    const client = await connect({ cwd: plant({}), era, roots: [root] });
    const list = await client.callTool({ name: 'list_skills', arguments: {} });
    expect(list.structuredContent).toMatchObject({ project: { root } });
  });

  it('answers for the project a call names, before roots and before where it was started', async () => {
    const [named, opened] = [project(), project()];
    const client = await connect({ cwd: plant({}), era, roots: [opened] });
    const list = await client.callTool({ name: 'list_skills', arguments: { project: named } });
    expect(list.structuredContent).toMatchObject({ project: { root: named } });
  });

  it('turns every expected failure into a result and goes on', async () => {
    const client = await connect({ cwd: project(), era });
    const cases: [string, Record<string, unknown>, string][] = [
      ['read_skill', { library: 'cart' }, 'ambiguous-skill: cart 1.4.0 ships 2 skills; name one.'],
      ['read_skill', { library: 'left-pad' }, 'out-of-scope: "left-pad" is not a dependency of this project.'],
      ['read_skill', { library: 'left-pad' }, '`list_skills` names the libraries that ship a skill.'],
      ['read_skill', { library: 'cart#checkout', file: '../../../etc/passwd' }, 'unknown-file:'],
      ['list_skills', { project: 'relative/path' }, 'usage: "relative/path" is not an absolute path.'],
      ['list_skills', { project: '/nowhere/at/all' }, 'not-a-project: "/nowhere/at/all" is not a directory.'],
      ['list_skills', { project: BIN }, 'Pass as `project` the absolute path of a directory'],
      ['list_skills', { project: plant({ '.git/HEAD': '' }) }, 'Pass as `project` a directory that holds'],
    ];
    for (const [name, args, message] of cases) {
      const result = await client.callTool({ name, arguments: args });
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(message)]);
    }
    const list = await client.callTool({ name: 'list_skills', arguments: {} });
    expect(list.isError ?? false).toBe(false);
  });
});

describe('the MCP server', () => {
  it('reports progress on a first scan, growing', async () => {
    const client = await connect({ cwd: project() });
    const seen: number[] = [];
    await client.callTool(
      { name: 'list_skills', arguments: {} },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(0);
  });

  it('survives a cancelled call', async () => {
    const client = await connect({ cwd: project() });
    const controller = new AbortController();
    const call = client.callTool({ name: 'list_skills', arguments: {} }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow();
    const list = await client.callTool({ name: 'list_skills', arguments: {} });
    expect(list.structuredContent).toMatchObject({ counts: { skills: 2 } });
  });

  it('answers for the directory given with --project, whatever the client has open', async () => {
    const root = project();
    const client = await connect({ cwd: plant({}), roots: [project()], args: ['--project', root] });
    const list = await client.callTool({ name: 'list_skills', arguments: {} });
    expect(list.structuredContent).toMatchObject({ project: { root } });
  });

  it('writes nothing but protocol to standard output, and ends when its input does', async () => {
    const child = spawn(process.execPath, [BIN, 'mcp'], {
      cwd: project(),
      env: { PATH: process.env['PATH'], SKILLSCOPE_CACHE: plant({}) },
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const call = (id: number, method: string, params: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    child.stdin.write('this is not JSON\n');
    call(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } });
    call(2, 'tools/call', { name: 'no_such_tool', arguments: {} });
    call(3, 'tools/call', { name: 'list_skills', arguments: { direct: 'perhaps' } });
    call(4, 'tools/call', { name: 'list_skills', arguments: {} });
    await expect.poll(() => out.includes('"id":4'), { timeout: 20_000 }).toBe(true);
    child.stdin.end();
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(0);
    for (const line of out.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('answers what is no message of the protocol with an error, and goes on', async () => {
    const child = spawn(process.execPath, [BIN, 'mcp'], {
      cwd: project(),
      env: { PATH: process.env['PATH'], SKILLSCOPE_CACHE: plant({}) },
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const lines = [
      'this is not JSON',
      '',
      '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
      '"text"',
      '{"id":2,"method":"ping"}',
      '{"jsonrpc":"2.0","id":3,"method":5}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":"4","method":"ping","params":5}',
      '{"jsonrpc":"2.0","id":5,"method":"ping","more":5}',
      '{"jsonrpc":"1.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":6,"result":5}',
      '{"jsonrpc":"2.0","id":7,"method":"no/such/method"}',
      '{"jsonrpc":"2.0","id":8,"method":"ping"}',
    ];
    child.stdin.write(`${lines.join('\n')}\n`);
    await expect.poll(() => out.includes('"id":8'), { timeout: 20_000 }).toBe(true);
    child.stdin.end();
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    const answers = out.trim().split('\n');
    expect(answers.map((line) => JSON.parse(line)).map(({ id, error }) => [id, error?.code, error?.message])).toEqual([
      [null, -32700, 'This line is not JSON.'],
      [null, -32600, 'Messages are taken one by one, not as a batch.'],
      [null, -32600, 'A message is an object.'],
      [2, -32600, '`jsonrpc` must be "2.0".'],
      [3, -32600, '`method` must be a text.'],
      [null, -32600, '`id` must be a text or a whole number.'],
      ['4', -32600, '`params` must be an object.'],
      [5, -32600, 'This is no request of the protocol.'],
      [7, -32601, 'Method not found'],
      [8, undefined, undefined],
    ]);
  });

  it('ends with one line and exit code 1 at a message too large to take', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'mcp'], {
      cwd: project(),
      env: { PATH: process.env['PATH'], SKILLSCOPE_CACHE: plant({}) },
      input: 'x'.repeat(11 * 1_048_576),
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^skillscope: .*maximum size.*\n$/)]);
  });
});

describe('a long list', () => {
  it('comes in pages of whole libraries, each once', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `library-${index}`);
    const tree: Record<string, string> = {
      'package.json': manifest('big', '1.0.0', {
        dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
      }),
    };
    for (const name of names) {
      tree[`node_modules/${name}/package.json`] = manifest(name, '1.0.0');
      tree[`node_modules/${name}/skills/use/SKILL.md`] = skill('use', `Use when ${'much is said '.repeat(70)}`);
    }
    const client = await connect({ cwd: plant(tree) });
    const seen: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { structuredContent } = await client.callTool({ name: 'list_skills', arguments: { page } });
      const answer = structuredContent as { pages: number; libraries: { name: string }[] };
      pages = answer.pages;
      seen.push(...answer.libraries.map(({ name }) => name));
    }
    expect(seen).toEqual([...names].sort());
    const past = await client.callTool({ name: 'list_skills', arguments: { page: 99 } });
    expect([past.isError, textOf(past)]).toEqual([true, expect.stringContaining('unknown-page')]);
  });
});
