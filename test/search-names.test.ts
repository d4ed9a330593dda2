import { describe, expect, it } from 'vitest';
import { command } from './helpers/command.ts';
import { manifest, plant } from './helpers/tree.ts';

const SUM = 'h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

/** Modules of Go say nothing of themselves but their names. */
function service(policy?: object) {
  const modules = plant({
    'github.com/spf13/cobra@v1.8.1/go.mod': 'module github.com/spf13/cobra\n',
    'github.com/spf13/cobra-cli@v1.3.0/go.mod': 'module github.com/spf13/cobra-cli\n',
    'example.com/kit/retry/v2@v2.0.1/go.mod': 'module example.com/kit/retry/v2\n',
    'gopkg.in/yaml.v3@v3.0.1/go.mod': 'module gopkg.in/yaml.v3\n',
  });
  const required = [
    ['github.com/spf13/cobra', 'v1.8.1'],
    ['github.com/spf13/cobra-cli', 'v1.3.0'],
    ['example.com/kit/retry/v2', 'v2.0.1'],
    ['gopkg.in/yaml.v3', 'v3.0.1'],
  ].map((item) => item.join(' '));
  const directory = plant({
    'go.mod': `module example.com/service\n\ngo 1.22\n\nrequire (\n${required.map((item) => `\t${item}\n`).join('')})\n`,
    'go.sum': required.map((item) => `${item} ${SUM}\n${item}/go.mod ${SUM}\n`).join(''),
    ...(policy ? { 'skillscope.json': JSON.stringify(policy) } : {}),
  });
  return { directory, cache: plant({}), environment: { GOMODCACHE: modules } };
}

function shop() {
  const installed = {
    which: {},
    'left-pad': {},
    '@other/thing': {},
    '@types/react': { description: 'Types for react.' },
    '@acme/cache': { description: 'Keeps values for a while.' },
    react: { description: 'A library for user interfaces.' },
    'react-router': { description: 'Routes for react, react and react.' },
  };
  const directory = plant({
    'package.json': manifest('shop', '1.0.0', {
      dependencies: Object.fromEntries(Object.keys(installed).map((name) => [name, '1.0.0'])),
    }),
    ...Object.fromEntries(
      Object.entries(installed).map(([name, fields]) => [
        `node_modules/${name}/package.json`,
        manifest(name, '1.0.0', fields),
      ]),
    ),
  });
  return { directory, cache: plant({}) };
}

async function foundIn(here: ReturnType<typeof service> | ReturnType<typeof shop>, ...argv: readonly string[]) {
  const { out } = await command(['search', ...argv, '--json'], here);
  return JSON.parse(out).libraries.map(({ name }: { name: string }) => name);
}

describe('a library that is called by its name', () => {
  it('is found though it does not describe itself', async () => {
    const { out, code } = await command(['search', 'cobra', '--json'], service());
    expect(code).toBe(0);
    expect(JSON.parse(out).libraries).toEqual([
      {
        purl: 'pkg:golang/github.com/spf13/cobra@v1.8.1',
        name: 'github.com/spf13/cobra',
        version: 'v1.8.1',
        relation: 'direct',
        summary: '',
        skills: 0,
        score: 0.9,
        matched: ['cobra'],
        by: ['words', 'meaning'],
      },
    ]);
    const { out: text } = await command(['search', 'cobra'], service());
    expect(text).toContain(
      'Libraries in scope that describe themselves or are called so:\n  github.com/spf13/cobra v1.8.1\n',
    );
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['the whole name', ['github.com/spf13/cobra'], ['github.com/spf13/cobra']],
    ['its last two segments', ['spf13/cobra'], ['github.com/spf13/cobra']],
    ['other capitals', [' Cobra '], ['github.com/spf13/cobra']],
    ['a term', ['parse flags', '--term', 'cobra'], ['github.com/spf13/cobra']],
    ['several terms', ['parse flags', '--term', 'cobra,retry'], ['example.com/kit/retry/v2', 'github.com/spf13/cobra']],
    ['a name with its major version', ['example.com/kit/retry/v2'], ['example.com/kit/retry/v2']],
    ['a name without its major version', ['example.com/kit/retry'], ['example.com/kit/retry/v2']],
    ['the segment before its major version', ['retry'], ['example.com/kit/retry/v2']],
    ['a segment that has its major version', ['yaml'], ['gopkg.in/yaml.v3']],
    ['the major version alone', ['v2'], []],
    ['another part of the name', ['spf13'], []],
    ['the beginning of the name', ['github.com/spf13'], []],
    ['the name among other words', ['flags of cobra'], []],
  ])('by %s, in Go', async (_title, argv, names) => {
    expect((await foundIn(service(), ...argv)).sort()).toEqual(names);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['a name that is no word to search', ['which'], ['which']],
    ['such a name as a term', ['find a program', '--term', 'which'], ['which']],
    ['a name with a hyphen', ['left-pad'], ['left-pad']],
    ['the name behind a scope', ['cache'], ['@acme/cache']],
    ['scope and name', ['@acme/cache'], ['@acme/cache']],
    ['a scope alone', ['@other'], []],
    ['a name that others mention more often', ['react', '--limit', '2'], ['react', '@types/react']],
    ['none of them,', ['pad'], []],
  ])('by %s, in npm', async (_title, argv, names) => {
    expect(await foundIn(shop(), ...argv)).toEqual(names);
  });

  it('is not found where a policy leaves it out', async () => {
    expect(await foundIn(service({ deny: ['golang:github.com/spf13/cobra'] }), 'cobra')).toEqual([]);
    expect(await foundIn(service({ deny: ['golang:gopkg.in/yaml.v3'] }), 'cobra')).toEqual(['github.com/spf13/cobra']);
  });
});
