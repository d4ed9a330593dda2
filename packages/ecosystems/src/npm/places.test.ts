import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@skillscope/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexArtifact } from '../contents/index.ts';
import { openDirectory } from '../trees/directory.ts';
import { skillText, writeTree } from '../trees/testing/write-tree.ts';
import { places } from './places.ts';

async function found(files: Readonly<Record<string, string>>) {
  const root = writeTree({ 'package.json': '{}', ...files });
  const { skills, skipped } = await indexArtifact(openDirectory(root), { places });
  return { skills: skills.map(({ path, standing }) => [path, standing]), skipped };
}

const skillsAt = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, skillText(path)]));

const manifest = (value: unknown) => ({ 'package.json': JSON.stringify(value) });

describe('where npm packages ship skills (A-7, A-17)', () => {
  it.each([
    ['skills/a/SKILL.md', 'skills/a'],
    ['skills/SKILL.md', 'skills'],
    ['skills/category/deep/a/SKILL.md', 'skills/category/deep/a'],
    ['.agents/skills/a/SKILL.md', '.agents/skills/a'],
    ['SKILL.md', '.'],
    ['skill.md', '.'],
    ['resources/boost/skills/a/SKILL.md', 'resources/boost/skills/a'],
  ])('%s is a usual place', async (path, skill) => {
    expect(await found(skillsAt(path))).toEqual({ skills: [[skill, 'usual']], skipped: [] });
  });

  it.each([
    ['guide/SKILL.md', 'guide'],
    ['dist/skills/a/SKILL.md', 'dist/skills/a'],
    ['lib/tools/skills/a/SKILL.md', 'lib/tools/skills/a'],
    ['lib/tools/skills/parent/child/SKILL.md', 'lib/tools/skills/parent/child'],
    ['skills-zh/a/SKILL.md', 'skills-zh/a'],
    ['skills-pt-BR/a/SKILL.md', 'skills-pt-BR/a'],
  ])('%s is an unusual place', async (path, skill) => {
    expect(await found(skillsAt(path))).toEqual({ skills: [[skill, 'unusual']], skipped: [] });
  });

  it.each([
    'meta/a/SKILL.md',
    'meta/skills/a/SKILL.md',
    'skills/_artifacts/a/SKILL.md',
    'node_modules/other/skills/a/SKILL.md',
    'dist/node_modules/other/skills/a/SKILL.md',
    'test/SKILL.md',
    'tests/skills/a/SKILL.md',
    'examples/skills/a/SKILL.md',
    'templates/app/skills/a/SKILL.md',
    'docs/SKILL.md',
    '.claude/skills/a/SKILL.md',
    '.agents/meta-skill/SKILL.md',
    'a/b/SKILL.md',
    'a/b/c/skills/d/SKILL.md',
    'AGENTS.md',
    'llms.txt',
  ])('%s is none', async (path) => {
    expect(await found(skillsAt(path))).toEqual({ skills: [], skipped: [] });
  });

  it('takes a keyword for no evidence, nor a folder called skills', async () => {
    const files = { ...manifest({ keywords: ['tanstack-intent', 'ai-agent-skill'] }), 'skills/index.js': '' };
    expect(await found(files)).toEqual({ skills: [], skipped: [] });
  });

  it('tells content that a tool hands out itself apart', async () => {
    const files = skillsAt('skills/tool/SKILL.md', 'skill-data/core/SKILL.md', 'skill-data/more/SKILL.md');
    const { skills, skipped } = await found({ ...files, 'skill-data/other/x.md': '' });
    expect(skills).toEqual([['skills/tool', 'usual']]);
    expect(skipped).toEqual([
      {
        path: 'skill-data',
        reason: 'unsupported',
        message: "2 guides in here are handed out by the tool's own command and are not listed.",
      },
    ]);
  });

  it('names a skill that would have to be made by running a program', async () => {
    const { skills, skipped } = await found({ 'resources/boost/skills/a/SKILL.blade.php': '<?php' });
    expect(skills).toEqual([]);
    expect(skipped).toMatchObject([{ path: 'resources/boost/skills/a/SKILL.blade.php', reason: 'unsupported' }]);
  });
});

describe('skills that package.json names', () => {
  it.each<[string, unknown]>([
    ['agents.skills', { agents: { skills: [{ name: 'a', path: './guides/deep/a' }] } }],
    ['agents.skills, naming the file', { agents: { skills: [{ name: 'a', path: 'guides/deep/a/SKILL.md' }] } }],
    ['agentskills.skills', { agentskills: { skills: [{ name: 'a', path: 'guides/deep/a/' }] } }],
    ['agents.skills, naming a folder of skills', { agents: { skills: ['guides'] } }],
    ['agentskills as a list', { agentskills: [{ path: 'guides/deep/a' }] }],
    ['agentskills as a map', { agentskills: { a: './guides/deep/a' } }],
    ['aiAgentSkill as text', { aiAgentSkill: 'guides/deep/a/SKILL.md' }],
    ['aiAgentSkill as a list', { aiAgentSkill: ['guides/deep/a/SKILL.md'] }],
    ['aiAgentSkill with commas', { aiAgentSkill: ' guides/deep/a/SKILL.md , ,SKILL.md' }],
  ])('%s', async (_name, value) => {
    const files = { ...manifest(value), ...skillsAt('guides/deep/a/SKILL.md', 'SKILL.md') };
    expect(await found(files)).toEqual({
      skills: [
        ['.', 'usual'],
        ['guides/deep/a', 'usual'],
      ],
      skipped: [],
    });
  });

  it('takes a file with another name as one skill', async () => {
    const files = { ...manifest({ aiAgentSkill: 'docs/agent.md' }), ...skillsAt('docs/agent.md') };
    expect((await found(files)).skills).toEqual([['docs/agent.md', 'usual']]);
  });

  it('knows a skill that both a folder and the manifest name', async () => {
    const files = { ...manifest({ agents: { skills: [{ path: 'skills/a' }] } }), ...skillsAt('skills/a/SKILL.md') };
    expect((await found(files)).skills).toEqual([['skills/a', 'usual']]);
  });

  it.each<[string, unknown, string]>([
    ['an absolute path', '/etc', 'outside-artifact'],
    ['a path that climbs', '../../other', 'outside-artifact'],
    ['a path that climbs in disguise', 'skills/../../other', 'outside-artifact'],
    ['a backslash', '..\\other', 'outside-artifact'],
    ['a drive', 'C:/other', 'outside-artifact'],
    ['a NUL', 'skills\0', 'outside-artifact'],
    ['a package of somebody else', 'node_modules/other/skills/a', 'outside-artifact'],
    ['what is not there', 'skills/none', 'missing'],
    ['a program', 'index.js', 'unsupported'],
    ['a number', 7, 'malformed'],
    ['nothing', null, 'malformed'],
  ])('does not follow %s', async (_name, path, reason) => {
    const { skills, skipped } = await found({
      ...manifest({ agents: { skills: [{ name: 'a', path }] } }),
      'index.js': '',
      'node_modules/other/skills/a/SKILL.md': skillText('a'),
    });
    expect(skills).toEqual([]);
    expect(skipped).toMatchObject([{ reason }]);
  });

  it.each<[string, string]>([
    ['text where a list belongs', '{"agents":{"skills":"x"}}'],
    ['a list where a map belongs', '{"agents":["x"],"agentskills":[],"aiAgentSkill":[]}'],
    ['no manifest at all', '["agents"]'],
    ['damaged JSON', '{"agents": {'],
    ['deep nesting', `{"agents":${'['.repeat(50_000)}`],
  ])('survives %s', async (_name, text) => {
    expect((await found({ 'package.json': text, ...skillsAt('skills/a/SKILL.md') })).skills).toEqual([
      ['skills/a', 'usual'],
    ]);
  });

  it('survives any value', async () => {
    const tree = openDirectory(writeTree(skillsAt('skills/a/SKILL.md')));
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.constantFrom('agents', 'agentskills', 'aiAgentSkill'), async (value, key) => {
        const text = async () => JSON.stringify({ [key]: value, agents: { skills: value } });
        const found = await places({ ...tree, text });
        expect(found.places.map(({ entry }) => entry)).toEqual(['skills/a/SKILL.md']);
      }),
    );
  });

  it('reads so many names and no more', async () => {
    const skills = Array.from({ length: 10_000 }, (_, at) => ({ path: `skills/${at}` }));
    const { skipped } = await found(manifest({ agents: { skills } }));
    expect(skipped).toHaveLength(LIMITS.skippedPerArtifact + 1);
    expect(skipped[0]).toEqual({ path: '', reason: 'too-many', message: '449 more places were left out.' });
    expect(skipped).toContainEqual({
      path: 'package.json',
      reason: 'too-many',
      message: '"agents.skills" names 10000 skills; 512 are read.',
    });
  });

  it('does not follow a link that the manifest names', async () => {
    const root = writeTree(manifest({ agents: { skills: [{ path: 'guide' }] } }));
    writeFileSync(join(root, '../SKILL.md'), skillText('outside'));
    symlinkSync('..', join(root, 'guide'));
    const { skills, skipped } = await indexArtifact(openDirectory(root), { places });
    expect(skills).toEqual([]);
    expect(skipped).toMatchObject([{ path: 'guide', reason: 'missing' }]);
  });
});
