import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@skillscope/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAgent } from '../registry/agents.ts';
import { dumpRegistry } from '../registry/dump.ts';
import { listSkills } from '../registry/list-skills.ts';
import { applyPlugin, planPlugin } from '../registry/plugins.ts';
import { readSkill } from '../registry/read-skill.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { openStore } from '../testing/open-store.ts';
import { scratchDirectory, skillText } from '../testing/scratch.ts';
import { startServer } from '../testing/servers.ts';
import { readManifest } from './read-manifest.ts';

const scratch = scratchDirectory();
const opened = openStore({ name: 'a server', vector: false, start: () => startServer() });

const HARBOUR = `name: harbour
version: 1.10.0
servers:
  - name: db
    description: The berths.
    config:
      url: http://db
      headers: { authorization: "\${DB_TOKEN}" }
skills:
  - skills/berths
  - directory: ./skills/tides
    tags: [sea]
    category: water
  - name: ropes
    description: "Use when: mooring."
    when_to_use: Before a storm.
    body: |
      # Ropes
  - text: |
      ---
      name: whole
      description: A whole text.
      ---
      body
agents:
  - name: pilot
    description: Steers.
    system_prompt_file: prompts/pilot.md
    output-schema: { type: object }
    skills: [tides, berths]
    servers: { db: [read] }
    policy:
      always: [tides]
      match: { top_k: 3, minScore: 0.25, fields: { body: 0.5 } }
      discover: true
  - name: idle
`;

const HARBOUR_FILES = {
  'skills/berths/SKILL.md': skillText('berths', 'body\n', 'requires_tools: [db]\n'),
  'skills/berths/references/a.md': 'a',
  'skills/tides/SKILL.md': skillText('tides'),
  'prompts/pilot.md': 'Steer.\n',
};

describe('a manifest of ours', () => {
  it('is read with its directories, texts and agents, and applying it twice writes nothing (C-56)', async () => {
    const directory = scratch.write({ 'plugin.yaml': HARBOUR, ...HARBOUR_FILES });
    const { manifest, format, notes } = await readManifest(join(directory, 'plugin.yaml'));
    expect([format, notes, manifest.name, manifest.version]).toEqual(['skillscope', [], 'harbour', '1.10.0']);
    const registry = opened.freshTenant();
    expect((await planPlugin(registry, manifest)).ok).toBe(true);
    const applied = await applyPlugin(registry, manifest);
    expect(applied.items.map(({ kind, name, status }) => `${kind} ${name} ${status}`)).toEqual([
      'server db created',
      'skill berths created',
      'skill tides created',
      'skill ropes created',
      'skill whole created',
      'agent pilot created',
      'agent idle created',
    ]);
    expect(await readAgent(registry, 'pilot')).toEqual({
      name: 'pilot',
      version: 1,
      description: 'Steers.',
      systemPrompt: 'Steer.\n',
      outputSchema: { type: 'object' },
      skills: ['tides', 'berths'],
      servers: { db: ['read'] },
      policy: {
        always: ['tides'],
        match: { topK: 3, minScore: 0.25, maxChars: 12000, scope: 'attached', fields: { listing: 1, body: 0.5 } },
        list: 'attached',
        sticky: true,
        request: true,
        discover: true,
      },
    });
    expect((await readSkill(registry, 'berths')).files.map(({ path }) => path)).toEqual(['references/a.md']);
    const ropes = await readSkill(registry, 'ropes');
    expect(ropes.head + ropes.body).toBe(
      '---\nname: ropes\ndescription: "Use when: mooring."\nwhen_to_use: Before a storm.\n---\n# Ropes\n',
    );
    const before = await dump(registry);
    expect((await applyPlugin(registry, (await readManifest(join(directory, 'plugin.yaml'))).manifest)).status).toBe(
      'unchanged',
    );
    expect(await dump(registry)).toEqual(before);

    // What leaves the file leaves the registry.
    scratch.write(
      {
        'less.yaml': `name: harbour\nversion: 1.10.0\nskills: [skills/tides]\nagents: [{ name: pilot, skills: [tides] }]\n`,
        ...HARBOUR_FILES,
      },
      'less',
    );
    const less = await applyPlugin(registry, (await readManifest(join(scratch.root, 'less/less.yaml'))).manifest);
    expect(less.removed.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'agent idle',
      'skill berths',
      'skill ropes',
      'skill whole',
      'server db',
    ]);
    const { version: _version, ...pilot } = await readAgent(registry, 'pilot');
    expect(pilot).toMatchObject({
      systemPrompt: '',
      skills: ['tides'],
      servers: {},
      policy: { always: [], discover: false },
    });
    expect(pilot).not.toHaveProperty('description');
    expect((await listSkills(registry)).skills.map(({ tags, category }) => [tags, category])).toEqual([
      [[], undefined],
    ]);
  });

  it('says the same in JSON', async () => {
    const directory = scratch.write({
      'a.json': JSON.stringify(
        { name: 'a', skills: ['s'], agents: [{ name: 'b', systemPrompt: 'B', policy: { match: false } }] },
        null,
        '\t',
      ),
      'a.yml': 'name: a\nskills: [s]\nagents: [{ name: b, system_prompt: B, policy: { match: false } }]\n',
      's/SKILL.md': skillText('s'),
    });
    expect(await readManifest(join(directory, 'a.json'))).toEqual(await readManifest(join(directory, 'a.yml')));
  });

  const long = 'x'.repeat(300);
  it.each<[string, string, string, string]>([
    ['no YAML', 'a.yaml', 'name: [', 'Line 1 of a.yaml is no YAML that can be taken at its word: '],
    ['a key twice', 'a.yaml', 'name: a\nname: b\n', 'Line 2 of a.yaml has the key "name" a second time.'],
    [
      'an alias',
      'a.yaml',
      'name: &n a\nversion: *n\n',
      'Line 1 of a.yaml is no YAML that can be taken at its word: anchors are not supported.',
    ],
    [
      'itself',
      'a.yaml',
      'name: a\nservers: &s [*s]\n',
      'Line 2 of a.yaml is no YAML that can be taken at its word: aliases are not expanded.',
    ],
    ['a tag', 'a.yaml', 'name: !!js/function "x"\n', 'Line 1 of a.yaml is no YAML that can be taken at its word: '],
    [
      'deep YAML',
      'a.yaml',
      `name: ${'['.repeat(100_000)}`,
      'Line 1 of a.yaml is no YAML that can be taken at its word: it is nested more than 64 levels deep.',
    ],
    ['no JSON', 'a.json', '{"name": "a",\n}', 'Line 2 of a.json is no JSON (PropertyNameExpected).'],
    ['a comment in JSON', 'a.json', '{ // x\n}', 'Line 1 of a.json is no JSON (InvalidCommentToken).'],
    [
      'a key twice in JSON',
      'a.json',
      '{"name": "a",\n"name": "b"}',
      'Line 2 of a.json has the key "name" a second time.',
    ],
    ['deep JSON', 'a.json', `{"name": ${'['.repeat(100_000)}`, 'Line 1 of a.json is nested more than 64 levels deep.'],
    ['nothing', 'a.yaml', '', 'a.yaml is no map of keys to values.'],
    ['no text', 'a.yaml', '\u0000', 'a.yaml is no map of keys to values.'],
    ['a list', 'a.json', '[]', 'a.json is no map of keys to values.'],
    ['a prototype', 'a.json', '{"__proto__": {"name": "a"}}', '"__proto__" in a.json is no key.'],
    ['no name', 'a.yaml', 'version: "1"\n', '"name" in a.yaml is missing.'],
    ['a bad name', 'a.yaml', 'name: a b\n', '"name" in a.yaml is no name: "a b".'],
    ['a long name', 'a.yaml', `name: ${long}\n`, '"name" in a.yaml is no name: "xxxx'],
    ['a name that is none', 'a.yaml', 'name: 12\n', '"name" in a.yaml is no text.'],
    ['a version that is a number', 'a.yaml', 'name: a\nversion: 1.1\n', '"version" in a.yaml is a number.'],
    ['an unknown key', 'a.yaml', 'name: a\nhooks: []\n', '"hooks" in a.yaml is no key.'],
    [
      'two spellings',
      'a.yaml',
      'name: a\nagents:\n- name: b\n  system_prompt: x\n  systemPrompt: y\n',
      '"agents[0].systemPrompt" in a.yaml is there in two spellings.',
    ],
    ['a section that is no list', 'a.yaml', 'name: a\nskills: { a: 1 }\n', '"skills" in a.yaml is no list.'],
    [
      'an entry that is none',
      'a.yaml',
      'name: a\nservers: [7]\n',
      '"servers[0]" in a.yaml is no map of keys to values.',
    ],
    [
      'a configuration that is none',
      'a.yaml',
      'name: a\nservers: [{ name: b, config: x }]\n',
      '"servers[0].config" in a.yaml is no map of keys to values.',
    ],
    [
      'a NUL',
      'a.json',
      '{"name": "a", "servers": [{"name": "b", "config": {"a": "\\u0000"}}]}',
      'a.json holds half of a character pair, or a NUL character.',
    ],
    [
      'two of a name',
      'a.yaml',
      'name: a\nservers: [{ name: b }, { name: b }]\n',
      '"servers" in a.yaml name "b" twice.',
    ],
    ['a skill without a text', 'a.yaml', 'name: a\nskills: [{ name: b }]\n', '"skills[0]" in a.yaml has no text.'],
    [
      'a skill with two texts',
      'a.yaml',
      'name: a\nskills: [{ directory: b, body: c }]\n',
      '"skills[0]" in a.yaml has directory and body.',
    ],
    [
      'a description beside a text',
      'a.yaml',
      'name: a\nskills: [{ directory: b, description: c }]\n',
      '"skills[0].description" in a.yaml stands beside a text that says it.',
    ],
    [
      'a body without a description',
      'a.yaml',
      'name: a\nskills: [{ name: b, body: c }]\n',
      '"skills[0].description" in a.yaml is missing.',
    ],
    [
      'a directory above',
      'a.yaml',
      'name: a\nskills: [../b]\n',
      '"skills[0].directory" in a.yaml cannot be taken: "../b" is no path below it.',
    ],
    [
      'an absolute directory',
      'a.yaml',
      'name: a\nskills: [/etc]\n',
      '"skills[0].directory" in a.yaml cannot be taken: "/etc" is no path below it.',
    ],
    [
      'a link that leads out',
      'a.yaml',
      'name: a\nskills: [out]\n',
      '"skills[0].directory" in a.yaml cannot be taken: "out" is a link that leads out of it.',
    ],
    [
      'no such directory',
      'a.yaml',
      'name: a\nskills: [none]\n',
      '"skills[0].directory" in a.yaml cannot be taken: "none" is not there.',
    ],
    ['a file', 'a.yaml', 'name: a\nskills: [a.yaml]\n', '"skills[0].directory" in a.yaml is no directory.'],
    [
      'a directory without a skill',
      'a.yaml',
      'name: a\nskills: [empty]\n',
      '"skills[0].directory" in a.yaml cannot be taken: There is no SKILL.md in ',
    ],
    [
      'a skill that cannot be read',
      'a.yaml',
      'name: a\nskills: [bad]\n',
      '"skills[0]" in a.yaml cannot be taken: Line 1: There is no frontmatter: the first line must be `---`.',
    ],
    [
      'a skill without a name of ours',
      'a.yaml',
      'name: a\nskills:\n- text: "---\\nname: a b\\ndescription: c\\n---\\n"\n',
      '"skills[0]" in a.yaml is a skill whose name is none here: "a b".',
    ],
    [
      'a prompt above',
      'a.yaml',
      'name: a\nagents: [{ name: b, system_prompt_file: ../c }]\n',
      '"agents[0].system_prompt_file" in a.yaml cannot be taken: "../c" is no path below it.',
    ],
    [
      'a prompt that is a pipe',
      'a.yaml',
      'name: a\nagents: [{ name: b, system_prompt_file: pipe }]\n',
      '"agents[0].system_prompt_file" in a.yaml cannot be taken: "pipe" is neither a file nor a directory.',
    ],
    [
      'a prompt that is no text',
      'a.yaml',
      'name: a\nagents: [{ name: b, system_prompt_file: binary }]\n',
      '"agents[0].system_prompt_file" in a.yaml cannot be taken: "binary" is not UTF-8 text.',
    ],
    [
      'two prompts',
      'a.yaml',
      'name: a\nagents: [{ name: b, system_prompt: c, system_prompt_file: d }]\n',
      '"agents[0].system_prompt_file" in a.yaml stands beside a system prompt.',
    ],
    [
      'tools that are none',
      'a.yaml',
      'name: a\nagents: [{ name: b, servers: { c: d } }]\n',
      '"agents[0].servers.c" in a.yaml is no list of tools.',
    ],
    [
      'a policy with another key',
      'a.yaml',
      'name: a\nagents: [{ name: b, policy: { never: true } }]\n',
      '"agents[0].policy.never" in a.yaml is no key.',
    ],
    [
      'a policy with another value',
      'a.yaml',
      'name: a\nagents: [{ name: b, policy: { list: some } }]\n',
      '"agents[0].policy.list" in a.yaml is neither attached nor none.',
    ],
    [
      'a match that is none',
      'a.yaml',
      'name: a\nagents: [{ name: b, policy: { match: { top_k: two } } }]\n',
      '"agents[0].policy.match.top_k" in a.yaml is no number.',
    ],
    ['another extension', 'a.toml', 'name = "a"', 'a.toml is no manifest by its name.'],
  ])('is refused for %s', async (_case, name, text, message) => {
    const directory = scratch.write({
      [name]: text,
      'empty/readme.md': '',
      'bad/SKILL.md': 'no frontmatter',
      binary: Uint8Array.of(255, 254, 0),
    });
    symlinkSync('/etc', join(directory, 'out'));
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    const failure = await readManifest(join(directory, name)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RegistryError);
    const { code, message: said, ways } = failure as RegistryError;
    expect([code, said.replaceAll(`${directory}/`, '').slice(0, message.length)]).toEqual(['bad-manifest', message]);
    expect(ways[0]).toMatch(/\.$/);
  });

  it('is refused where it is not there, a pipe, or too large', async () => {
    const directory = scratch.write({
      'big.yaml': `name: ${'x'.repeat(LIMITS.skillFileBytes)}`,
      'big.json': `{"name": "${'x'.repeat(LIMITS.manifestBytes)}"}`,
    });
    execFileSync('mkfifo', [join(directory, 'pipe.yaml')]);
    for (const [name, what] of [
      ['none.yaml', 'is not there.'],
      ['pipe.yaml', 'is no regular file.'],
      ['big.yaml', 'has more than 1048576 bytes.'],
      ['big.json', 'has more than 4194304 bytes.'],
    ])
      await expect(readManifest(join(directory, name ?? ''))).rejects.toMatchObject({
        code: 'bad-manifest',
        message: `${join(directory, name ?? '')} ${what}`,
      });
  });

  it('is read or refused, whatever it holds', async () => {
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            'name',
            'skills',
            'agents',
            'servers',
            'text',
            'body',
            'directory',
            'description',
            'config',
            'policy',
            'match',
            'always',
            'version',
            '__proto__',
            'x',
          ),
          tie('any'),
        ),
      ),
    })).any;
    const directory = scratch.write({});
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom('json', 'yaml'), async (any, extension) => {
        scratch.write(
          {
            [`any.${extension}`]: JSON.stringify({
              name: 'a',
              ...(typeof any === 'object' ? any : { skills: [any], agents: [any] }),
            }),
          },
          directory.split('/').at(-1),
        );
        await readManifest(join(directory, `any.${extension}`)).catch((error: unknown) => {
          if (!(error instanceof RegistryError) || error.code !== 'bad-manifest') throw error;
        });
      }),
      { numRuns: 300 },
    );
  });
});

async function dump(registry: Parameters<typeof dumpRegistry>[0]): Promise<readonly string[]> {
  const lines: string[] = [];
  await dumpRegistry(registry, (line) => {
    lines.push(line);
  });
  return lines;
}
