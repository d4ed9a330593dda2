import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexArtifact } from '../contents/index.ts';
import { openDirectory } from '../trees/directory.ts';
import { skillText, writeTree } from '../trees/testing/write-tree.ts';
import { places } from './places.ts';

async function foundIn(root: string) {
  const { skills, skipped } = await indexArtifact(openDirectory(root), { places });
  return {
    skills: skills.map(({ path, standing }) => [path, standing]),
    skipped: skipped.map(({ path, reason }) => [path, reason]),
  };
}

const found = (files: Readonly<Record<string, string>>) =>
  foundIn(writeTree({ 'go.mod': 'module example.com/x\n', ...files }));

describe('where Go modules ship skills (A-7, A-17)', () => {
  it.each<[string, string]>([
    ['.agents/skills/a', 'usual'],
    ['.agents/skills/group/a', 'usual'],
    ['skills/a', 'usual'],
    ['skills/more/a', 'usual'],
    ['agent-skills/skills/a', 'unusual'],
  ])('in %s, a place that is %s', async (path, standing) => {
    expect(await found({ [`${path}/SKILL.md`]: skillText('a') })).toEqual({ skills: [[path, standing]], skipped: [] });
  });

  it.each([
    'SKILL.md',
    'testdata/skills/a/SKILL.md',
    'skills/testdata/a/SKILL.md',
    '.agents/skills/a/testdata/SKILL.md',
    'examples/skills/a/SKILL.md',
    'internal/skills/a/SKILL.md',
    'agent-skills/a/SKILL.md',
    '.claude/skills/a/SKILL.md',
    '.agents/skills/fix-bug/SKILLS.md',
  ])('not in %s', async (path) => {
    expect(await found({ [path]: skillText('a') })).toEqual({ skills: [], skipped: [] });
  });

  it.each(['skills/go.mod', 'skills/more/go.mod', 'skills/more/a/go.mod'])(
    'not below %s, which begins another module',
    async (manifest) => {
      const files = { [manifest]: 'module example.com/y\n', 'skills/more/a/SKILL.md': skillText('a') };
      expect(await found({ ...files, '.agents/skills/own/SKILL.md': skillText('own') })).toEqual({
        skills: [['.agents/skills/own', 'usual']],
        skipped: [],
      });
    },
  );

  it('not through a link into another module or out of this one', async () => {
    const root = writeTree({
      'go.mod': 'module example.com/x\n',
      'nested/go.mod': 'module example.com/y\n',
      'nested/a/SKILL.md': skillText('a'),
      'skills/own/SKILL.md': skillText('own'),
      'docs/linked/SKILL.md': skillText('linked'),
    });
    symlinkSync('../nested/a', join(root, 'skills/other'));
    symlinkSync('../docs/linked', join(root, 'skills/linked'));
    symlinkSync('/etc', join(root, 'skills/out'));
    expect(await foundIn(root)).toEqual({
      skills: [
        ['skills/linked', 'usual'],
        ['skills/own', 'usual'],
      ],
      skipped: [['skills/out', 'outside-artifact']],
    });
  });
});
