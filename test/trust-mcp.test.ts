import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { connect as start, textOf } from './helpers/client.ts';
import { command } from './helpers/command.ts';
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

const shop = (policy: string) =>
  plant({
    'package.json': manifest('shop', '1.0.0', { dependencies: { cart: '1.4.0' } }),
    'skillscope.json': policy,
    'node_modules/cart/package.json': manifest('cart', '1.4.0'),
    'node_modules/cart/skills/checkout/SKILL.md': skill('checkout', 'Use when an order is paid.'),
    'node_modules/cart/skills/refunds/SKILL.md': skill('refunds', 'Use when money goes back.'),
  });

interface Listed {
  readonly libraries: readonly { readonly skills: readonly { readonly name: string; readonly trust: string }[] }[];
  readonly counts: object;
}

describe('the MCP server', () => {
  it('leaves out what a policy leaves out, and says why', async () => {
    const client = await connect(shop('{"deny": ["cart#refunds"]}'));
    const list = (await client.callTool({ name: 'list_skills', arguments: {} })).structuredContent as unknown as Listed;
    expect(list.libraries[0]?.skills.map(({ name }) => name)).toEqual(['checkout']);
    expect(list.counts).toMatchObject({ skills: 1, leftOut: 1 });
    const read = await client.callTool({ name: 'read_skill', arguments: { library: 'cart#refunds' } });
    expect([read.isError, textOf(read)]).toEqual([
      true,
      'not-trusted: "skills/refunds" of cart is left out by "deny" in skillscope.json.\nThis project decided so. Whoever keeps that file can change it.',
    ]);
  });

  it('takes in an approval between two calls, and can give none itself', async () => {
    const directory = shop('{"trust": "approved"}');
    const client = await connect(directory);
    const trustOf = async () => {
      const { structuredContent } = await client.callTool({ name: 'list_skills', arguments: {} });
      const { libraries } = structuredContent as unknown as Listed;
      return libraries[0]?.skills.map(({ name, trust }) => `${name} ${trust}`);
    };
    expect(await trustOf()).toEqual(['checkout unapproved', 'refunds unapproved']);
    const search = await client.callTool({ name: 'search_libraries', arguments: { need: 'order is paid' } });
    expect(search.structuredContent).toMatchObject({
      skills: [{ name: 'checkout', description: '', trust: 'unapproved' }],
    });
    const refused = await client.callTool({ name: 'read_skill', arguments: { library: 'cart#checkout' } });
    expect(textOf(refused)).toMatch(/^not-approved: "checkout" of cart is not approved\./);

    expect((await client.listTools()).tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(existsSync(join(directory, 'skillscope.lock'))).toBe(false);
    await command(['approve', 'cart#checkout', '--yes'], { directory });
    expect(await trustOf()).toEqual(['checkout readable', 'refunds unapproved']);
    const { structuredContent } = await client.callTool({
      name: 'read_skill',
      arguments: { library: 'cart#checkout' },
    });
    expect(structuredContent).toMatchObject({ trust: 'readable', text: '\n# checkout\n' });
  });
});
