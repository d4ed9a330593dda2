import { describe, expect, it } from 'vitest';
import { AGENTS } from '../packages/cli/src/setup/agents.ts';
import { ECOSYSTEM_IDS } from '../packages/ecosystems/src/index.ts';
import { command } from './helpers/command.ts';
import { manifest, plant, skill } from './helpers/tree.ts';

function shop() {
  return plant({
    'package.json': manifest('shop', '1.0.0', { dependencies: { cart: '^1.0.0' } }),
    'node_modules/cart/package.json': manifest('cart', '1.4.0', { description: 'A shopping cart.' }),
    'node_modules/cart/skills/checkout/SKILL.md': skill('checkout', 'Use when an order is paid.'),
  });
}

describe('search terms', () => {
  it.each([
    [['--term', 'pay', 'order a thing'], ['pay']],
    [['order a thing', '--term', 'pay'], ['pay']],
    [
      ['order', 'a', 'thing', '--term', 'pay', '--term', 'buy'],
      ['pay', 'buy'],
    ],
    [
      ['--term', 'pay', '--term', 'buy', 'order', 'a', 'thing'],
      ['pay', 'buy'],
    ],
    [
      ['--term', 'pay, buy', 'order a thing', '--term=charge'],
      ['pay', 'buy', 'charge'],
    ],
  ])('%j', async (argv, terms) => {
    const { code, out } = await command(['search', ...argv, '--json'], { directory: shop() });
    expect([code, JSON.parse(out).need, JSON.parse(out).terms]).toEqual([0, 'order a thing', terms]);
  });
});

describe('options that every command shares', () => {
  it('stand before the command as well as after it', async () => {
    const directory = shop();
    const elsewhere = plant({});
    const json = async (...argv: readonly string[]) => JSON.parse((await command(argv, { directory: elsewhere })).out);
    const roots = [
      await json('--project', directory, '--json', 'list'),
      await json('--json', 'list', '--project', directory),
      await json('--project', elsewhere, 'list', '--json', '--project', directory),
      await json('--ecosystem', 'npm', '--no-cache', '--project', directory, '--json', 'status'),
    ].map(({ project }) => project.root);
    expect(roots).toEqual([directory, directory, directory, directory]);
    const status = await json('--no-cache', '--json', '--project', directory, 'status');
    expect('cache' in status).toBe(false);
    const cargo = await command(['--ecosystem', 'cargo', 'list'], { directory });
    expect(cargo.code).toBe(3);
  });

  it('take the colour away from before the command', async () => {
    const terminal = { isTTY: true, columns: 80 };
    const colours = async (...argv: readonly string[]) =>
      (await command(argv, { directory: shop(), stdout: terminal })).out.includes('\u001b[');
    expect([await colours('list'), await colours('--no-color', 'list'), await colours('list', '--no-color')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are refused before the command as after it', async () => {
    const { code, out } = await command(['--json', '--frobnicate', 'list'], { directory: shop() });
    expect([code, JSON.parse(out).error.message]).toEqual([2, "unknown option '--frobnicate'"]);
    const bare = await command(['--json'], { directory: shop() });
    expect([bare.code, JSON.parse(bare.out).error.message]).toEqual([2, 'No command was given.']);
  });
});

describe('names of ecosystems', () => {
  it.each([
    ['js', ['npm']],
    ['JS', ['npm']],
    ['PyPI', ['pypi']],
    ['node,npm', ['npm']],
    ['python', ['pypi']],
    ['rust,go', ['cargo', 'golang']],
    ['java', ['maven']],
    ['jvm,gradle', ['maven']],
  ])('%s is taken', async (names, ids) => {
    const directory = plant({
      'package.json': '{}',
      'pyproject.toml': '[project]\nname = "a"\nversion = "1"\n',
      'Cargo.toml': '[package]\nname = "a"\nversion = "1.0.0"\n',
      'go.mod': 'module a\n',
      'pom.xml': '<project/>',
    });
    const { out } = await command(['status', '--ecosystem', names, '--json'], { directory });
    expect(JSON.parse(out).ecosystems.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it.each([
    ['list', '--ecosystem', 'npm,ruby'],
    ['cache', 'warm', '--ecosystem', 'ruby'],
  ])('that nobody knows are refused with those that are known: %s', async (...argv) => {
    expect(await command(argv, { directory: shop() })).toEqual({
      code: 2,
      out: '',
      err: 'usage: "ruby" is no ecosystem that skillscope knows. It knows:\n  cargo\n  golang\n  maven\n  npm\n  pypi\nThey are known by other names too: rust, go, java, jvm, gradle, js, node, python.\n',
    });
  });

  it('stand in the help', async () => {
    const { out } = await command(['list', '--help'], { directory: shop() });
    const words = out.replace(/\s+/g, ' ');
    for (const id of ECOSYSTEM_IDS) expect(words).toMatch(new RegExp(`[,:] ${id} \\(`));
  });

  it('of another project are answered with what is there', async () => {
    const directory = shop();
    expect((await command(['list', '--ecosystem', 'python'], { directory })).err).toBe(
      `not-a-project: No pypi project was found at "${directory}" or above it.\n"${directory}" is a project of npm; leave --ecosystem out to ask about that.\n`,
    );
  });
});

describe('help', () => {
  it.each(['init', 'uninstall'])('of %s names every agent and where it writes', async (name) => {
    const { out } = await command([name, '--help'], { directory: shop() });
    const words = out.replace(/\s+/g, ' ');
    expect(words).toContain(`separated by commas: ${AGENTS.map(({ id }) => id).join(', ')}; default`);
    expect(words).toContain('Default: the root of the repository around the current directory');
  });

  it('on a command that there is not is a usage error', async () => {
    expect(await command(['help', 'nosuch'], { directory: shop() })).toEqual({
      code: 2,
      out: '',
      err: "error: unknown command 'nosuch'\n(skillscope --help shows every command)\n",
    });
    expect((await command(['help', 'list'], { directory: shop() })).out).toContain('Usage: skillscope list');
  });
});

describe('an empty need', () => {
  it.each([[['search', '']], [['search', ' ', '\t']]])('%j is a usage error', async (argv) => {
    const { code, err } = await command(argv, { directory: shop() });
    expect([code, err.split('\n')[0]]).toEqual([2, 'usage: The need is empty.']);
  });
});
