import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from './helpers/command.ts';
import { manifest, plant, skill, type Tree } from './helpers/tree.ts';

const HIDDEN = '---\nname: dogfood\ndescription: For contributors.\nmetadata:\n  internal: true\n---\n\n# Dogfood\n';

/** `cart` ships two skills and one for its contributors, `@money/core` ships one, `plain` none. */
function shop(files: Tree = {}, fields: object = {}): string {
  return plant({
    'package.json': manifest('shop', '1.0.0', { dependencies: { cart: '^1.0.0', plain: '^2.0.0' }, ...fields }),
    'node_modules/cart/package.json': manifest('cart', '1.4.0', {
      description: 'A shopping cart.',
      dependencies: { '@money/core': '1.0.0' },
    }),
    'node_modules/cart/skills/checkout/SKILL.md': skill('checkout', 'Use when an order is paid.'),
    'node_modules/cart/skills/refunds/SKILL.md': skill('refunds', 'Use when money goes back to a customer.'),
    'node_modules/cart/skills/dogfood/SKILL.md': HIDDEN,
    'node_modules/plain/package.json': manifest('plain', '2.0.0', { description: 'Formats numbers.' }),
    'node_modules/@money/core/package.json': manifest('@money/core', '1.0.0', { description: 'Amounts of money.' }),
    'node_modules/@money/core/skills/rounding/SKILL.md': skill('rounding', 'Use when an amount is divided.'),
    ...files,
  });
}

async function listed(directory: string, cache?: string) {
  const { out } = await command(['list', '--json'], { directory, ...(cache ? { cache } : {}) });
  const { libraries, notes, counts } = JSON.parse(out);
  return {
    skills: libraries.flatMap((library: { name: string; skills: { name: string; trust: string }[] }) =>
      library.skills.map(({ name, trust }) => `${library.name}#${name} ${trust}`),
    ),
    notes: notes.map(({ code, message }: { code: string; message: string }) => `${code}: ${message}`),
    counts,
  };
}

const ALL = ['cart#checkout readable', 'cart#refunds readable', '@money/core#rounding readable'];
const UNLISTED =
  'unlisted: 1 skill of 1 library is not listed, since their authors marked them hidden or internal.';

describe('what a policy leaves out is not listed', () => {
  it.each<[string, Tree, object, readonly string[], readonly string[]]>([
    ['nothing by default', {}, {}, ALL, []],
    [
      'a denied library',
      { 'skillscope.json': '{"deny": ["npm:@money/*"]}' },
      {},
      ALL.slice(0, 2),
      ['left-out: 1 skill of 1 library is left out by "deny" in skillscope.json.'],
    ],
    [
      'a denied skill, by package URL and path',
      { 'skillscope.json': '{"deny": ["pkg:npm/cart#skills/ref*"]}' },
      {},
      [ALL[0] ?? '', ALL[2] ?? ''],
      ['left-out: 1 skill of 1 library is left out by "deny" in skillscope.json.'],
    ],
    [
      'what is not allowed',
      {},
      { skillscope: { allow: ['@money/core', 'cart#checkout'] } },
      [ALL[0] ?? '', ALL[2] ?? ''],
      ['left-out: 2 skills of 1 library are left out by "allow" in package.json (skillscope).'],
    ],
    [
      'everything, where nothing is allowed',
      { 'skillscope.json': '{"allow": []}' },
      {},
      [],
      ['left-out: 4 skills of 2 libraries are left out by "allow" in skillscope.json.'],
    ],
    [
      'what intent.skills does not name',
      {},
      { intent: { skills: ['cart'] } },
      ALL.slice(0, 2),
      ['left-out: 1 skill of 1 library is left out by "intent.skills" in package.json.'],
    ],
    [
      'what intent.exclude names',
      {},
      { intent: { exclude: ['*#ref*', '@money/*'] } },
      ALL.slice(0, 1),
      ['left-out: 2 skills of 2 libraries are left out by "intent.exclude" in package.json.'],
    ],
    [
      'what pnpm has not granted',
      { 'pnpm-workspace.yaml': 'packages: []\npermissions:\n  cart:\n    build: true\n    skills: [refunds]\n' },
      {},
      ALL.slice(1, 2),
      ['left-out: 3 skills of 2 libraries are left out by "permissions" in pnpm-workspace.yaml.'],
    ],
    [
      'what pnpm has denied',
      { 'pnpm-workspace.yaml': "packages: []\npermissions:\n  '@money/core': { skills: false }\n" },
      {},
      ALL.slice(0, 2),
      ['left-out: 1 skill of 1 library is left out by "permissions" in pnpm-workspace.yaml.'],
    ],
    ['nothing that only builds are permitted', { 'pnpm-workspace.yaml': 'permissions:\n  cart:\n    build: true\n' }, {}, ALL, []],
    ['nothing for the intent block of a library', {}, { intent: { version: 1, repo: 'a/b' } }, ALL, []],
  ])('%s', async (_case, files, fields, skills, notes) => {
    const answer = await listed(shop(files, fields));
    expect(answer.skills).toEqual(skills);
    expect(answer.notes.filter((note: string) => /^(left-out|policy|unapproved)/.test(note))).toEqual(notes);
  });

  it('applies what is on disk now to a scan that was stored', async () => {
    const directory = shop();
    const cache = plant({});
    expect((await listed(directory, cache)).skills).toEqual(ALL);
    writeFileSync(join(directory, 'skillscope.json'), '{"deny": ["cart"]}');
    expect((await listed(directory, cache)).skills).toEqual(ALL.slice(2));
    writeFileSync(join(directory, 'skillscope.json'), '{}');
    expect((await listed(directory, cache)).skills).toEqual(ALL);
  });
});

describe('what its authors hide', () => {
  it('is counted, not listed, and read by its address', async () => {
    const directory = shop();
    const { notes, counts } = await listed(directory);
    expect(notes).toContain(UNLISTED);
    expect(counts).toMatchObject({ skills: 3, unlisted: 1, leftOut: 0, unapproved: 0 });
    const { code, out } = await command(['read', 'cart#dogfood'], { directory });
    expect([code, out.includes('# Dogfood')]).toEqual([0, true]);
  });
});

describe('a policy that is not understood', () => {
  it.each([
    ['{', 'it is no JSON'],
    ['[]', 'it is no object'],
    ['{"trust": "all"}', '"trust" is neither "scope" nor "approved"'],
    ['{"deny": "cart"}', '"deny" is no list'],
    ['{"denied": ["cart"]}', 'there is no key "denied"'],
    ['{"allow": ["npm:cart@1.4.0"]}', '"npm:cart@1.4.0" in "allow" is no pattern: it names a version or a source, and a policy is for all of them'],
  ])('%s asks for approval of everything', async (text, fault) => {
    const { skills, notes } = await listed(shop({ 'skillscope.json': text }));
    expect(notes).toContain(
      `policy-unreadable: skillscope.json is not understood: ${fault}. Until that is mended, only approved skills are handed out.`,
    );
    expect(skills.every((line: string) => line.endsWith(' unapproved'))).toBe(true);
  });
});

describe('read and search', () => {
  it('refuse what a policy leaves out, and name the policy', async () => {
    const directory = shop({ 'skillscope.json': '{"deny": ["@money/core", "cart#refunds"]}' });
    expect(await command(['read', 'cart#refunds'], { directory })).toEqual({
      code: 4,
      out: '',
      err: 'not-trusted: "skills/refunds" of cart is left out by "deny" in skillscope.json.\nThis project decided so. Whoever keeps that file can change it.\n',
    });
    expect((await command(['read', '@money/core'], { directory })).err).toMatch(/^not-trusted: "skills\/rounding" of @money\/core is left out/);
    const { out } = await command(['search', 'money amounts divided and refunds', '--json'], { directory });
    const { skills, libraries } = JSON.parse(out);
    expect([...skills, ...libraries].map(({ name }: { name: string }) => name)).not.toContain('@money/core');
    expect(out).not.toContain('Use when money goes back');
    expect(out).not.toContain('Amounts of money');
  });

  it('name what waits for approval without a word of its authors', async () => {
    const directory = shop({ 'skillscope.json': '{"trust": "approved"}' });
    const { skills, notes, counts } = await listed(directory);
    expect(skills).toEqual(['cart#checkout unapproved', 'cart#refunds unapproved', '@money/core#rounding unapproved']);
    expect(notes).toContain(
      'unapproved: 3 skills of 2 libraries wait for approval, which "trust" in skillscope.json asks for; `skillscope approve` shows and approves them.',
    );
    expect(counts).toMatchObject({ skills: 3, unapproved: 3, withheld: 0, leftOut: 0 });
    for (const argv of [['list'], ['list', '--json'], ['search', 'order is paid', '--json'], ['read', 'cart'], ['read', 'cart#nothing']])
      expect((await command(argv, { directory })).out + (await command(argv, { directory })).err).not.toContain('order is paid.');
    expect(await command(['read', 'cart#checkout'], { directory })).toEqual({
      code: 4,
      out: '',
      err: 'not-approved: "checkout" of cart is not approved.\nA person decides: `skillscope approve cart#checkout` shows what it is and what was noticed in it, and keeps the approval in skillscope.lock.\n',
    });
    expect((await command(['read', 'cart#dogfood'], { directory })).err).toMatch(/^not-approved: /);
  });
});
