import { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { connect as start, textOf } from './helpers/client.ts';
import { manifest, plant, skill } from './helpers/tree.ts';

const open: Client[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

async function connect(cwd: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  open.push(client);
  return start(client, { cwd });
}

const BODY = '\n# Checkout\n\nPay first, then ship.\n';

function shop() {
  return plant({
    'package.json': manifest('shop', '1.0.0', { dependencies: { cart: '1.4.0' } }),
    'package-lock.json': JSON.stringify({
      lockfileVersion: 3,
      packages: { '': { dependencies: { cart: '1.4.0' } }, 'node_modules/cart': { version: '1.4.0' } },
    }),
    'node_modules/cart/package.json': manifest('cart', '1.4.0', { description: 'A shopping cart.' }),
    'node_modules/cart/skills/checkout/SKILL.md': skill('checkout', 'Use when an order is paid.', BODY),
    'node_modules/cart/skills/checkout/references/errors.md': '# Errors\n',
    'node_modules/cart/skills/refunds/SKILL.md': skill('refunds', 'Use when money goes back.'),
  });
}

describe('an argument of another name', () => {
  it.each([
    ['list_skills', { directory: '/' }, 'there is no argument "directory"; the arguments are project, direct, page.'],
    [
      'read_skill',
      { library: 'cart', skill: 'checkout' },
      'there is no argument "skill"; the arguments are project, library, file, page.',
    ],
    [
      'search_libraries',
      { need: 'pay', term: 'x', max: 1 },
      'there is no argument "term", "max"; the arguments are project, need, terms, limit.',
    ],
  ])('of %s is refused, with those that there are', async (name, args, message) => {
    const result = await (await connect(shop())).callTool({ name, arguments: args });
    expect([result.isError, textOf(result)]).toEqual([
      true,
      `Input validation error: Invalid arguments for tool ${name}: ${message}`,
    ]);
  });

  it('is ruled out by the schemas', async () => {
    const { tools } = await (await connect(shop())).listTools();
    expect(tools.map(({ inputSchema }) => inputSchema['additionalProperties'])).toEqual([false, false, false]);
  });
});

describe('structured content', () => {
  it('of a list holds what serves to choose a skill, and no more', async () => {
    const { structuredContent } = await (await connect(shop())).callTool({ name: 'list_skills', arguments: {} });
    expect(structuredContent).toMatchObject({
      libraries: [
        {
          purl: 'pkg:npm/cart@1.4.0',
          ecosystem: 'npm',
          name: 'cart',
          version: '1.4.0',
          relation: 'direct',
          via: [],
          evidence: 'installed',
          source: 'registry',
          summary: 'A shopping cart.',
        },
      ],
      page: 1,
      pages: 1,
      notes: [],
    });
    const { libraries } = structuredContent as { libraries: { skills: unknown[] }[] };
    expect(libraries[0]?.skills).toEqual([
      {
        name: 'checkout',
        path: 'skills/checkout',
        description: 'Use when an order is paid.',
        trust: 'readable',
        standing: 'usual',
      },
      {
        name: 'refunds',
        path: 'skills/refunds',
        description: 'Use when money goes back.',
        trust: 'readable',
        standing: 'usual',
      },
    ]);
  });

  it('of a text holds the body once, as the text does, and each says how to go on', async () => {
    const client = await connect(shop());
    const result = await client.callTool({ name: 'read_skill', arguments: { library: 'cart#checkout' } });
    const count = (text: string) => text.split('Pay first, then ship.').length - 1;
    expect([count(textOf(result)), count(JSON.stringify(result.structuredContent)), result.content.length]).toEqual([
      1, 1, 1,
    ]);
    expect(textOf(result)).toContain('references/errors.md');
    expect(result.structuredContent).toMatchObject({
      text: BODY,
      words: 'cart authors',
      files: [{ path: 'SKILL.md' }, { path: 'references/errors.md' }],
    });
  });
});
