import { describe, expect, it } from 'vitest';
import { indexArtifact } from '../contents/index.ts';
import { openDirectory } from '../trees/directory.ts';
import { skillText, writeTree } from '../trees/testing/write-tree.ts';
import { places } from './places.ts';

async function found(files: Readonly<Record<string, string>>) {
  const root = writeTree({ 'Cargo.toml': '[package]\nname = "x"\n', ...files });
  const { skills, skipped } = await indexArtifact(openDirectory(root), { places });
  return {
    skills: skills.map(({ path, standing }) => [path, standing]),
    skipped: skipped.map(({ path, reason }) => [path, reason]),
  };
}

const metadata = (text: string) => ({ 'Cargo.toml': `[package]\nname = "x"\n${text}` });

const BOTH = { 'skills/a/SKILL.md': skillText('a'), 'guidance/b/SKILL.md': skillText('b') };

describe('where crates ship skills (A-7, A-17)', () => {
  it('below skills, at any depth', async () => {
    const files = { 'skills/a/SKILL.md': skillText('a'), 'skills/more/b/SKILL.md': skillText('b') };
    expect(await found(files)).toEqual({
      skills: [
        ['skills/a', 'usual'],
        ['skills/more/b', 'usual'],
      ],
      skipped: [],
    });
  });

  it('in .symposium/skills, an unusual place', async () => {
    expect((await found({ '.symposium/skills/a/SKILL.md': skillText('a') })).skills).toEqual([
      ['.symposium/skills/a', 'unusual'],
    ]);
  });

  it.each(['.agents/skills/a/SKILL.md', 'tests/fixtures/SKILL.md', 'SKILL.md', 'src/skills/a/SKILL.md'])(
    'not in %s',
    async (path) => {
      expect(await found({ [path]: skillText('a') })).toEqual({ skills: [], skipped: [] });
    },
  );

  it.each<[string, string, boolean]>([
    ['metadata.type', '---\nmetadata:\n  type: skill\ndescription: d\n---\n', true],
    ['type', '---\ntype: skill\ndescription: d\n---\n', true],
    ['another type', '---\nmetadata:\n  type: guide\ndescription: d\n---\n', false],
    ['no type', '---\ndescription: d\n---\n', false],
    ['no frontmatter', '# type: skill\n', false],
  ])('among the documents of context by %s', async (_name, text, isSkill) => {
    expect(await found({ 'context/usage.md': text, 'context/deep/other.md': text })).toEqual({
      skills: isSkill ? [['context/usage.md', 'usual']] : [],
      skipped: [],
    });
  });

  it('names a document that says it is a skill and has no description', async () => {
    expect((await found({ 'context/usage.md': '---\nmetadata:\n  type: skill\n---\n' })).skipped).toEqual([
      ['context/usage.md', 'no-description'],
    ]);
  });
});

describe('a Symposium manifest', () => {
  const group = '[[package.metadata.symposium.skills]]\nsource.path = "guidance"\n';
  const off = '[package.metadata.symposium.defaults]\nskills = false\n';
  const both = ['guidance/b', 'skills/a'];

  it.each<[string, Record<string, string>, readonly string[]]>([
    ['adds a folder', metadata(group), both],
    ['adds a folder in its own file', { 'SYMPOSIUM.toml': '[[skills]]\nsource.path = "./guidance/"\n' }, both],
    ['adds a folder in the older form', metadata('[[package.metadata.symposium.skills]]\npath = "guidance"\n'), both],
    ['replaces the default', metadata(group + off), ['guidance/b']],
    ['opts out', metadata(off), []],
    ['opts out in the older form', metadata('[package.metadata.symposium]\nskills = []\n'), []],
    ['lets the file win', { ...metadata(off), 'SYMPOSIUM.toml': '[defaults]\nskills = true\n' }, ['skills/a']],
    [
      'leaves what is for its own contributors',
      metadata(`${group}predicates = ["workspace-member()"]\n`),
      ['skills/a'],
    ],
    [
      'counts for nothing when it holds odd values',
      metadata(
        `${group}predicates = [3, {}]\n[[package.metadata.symposium.plugins]]\nsource = { cargo = { name = 3 } }\n`,
      ),
      both,
    ],
    ['counts for nothing when it is of another shape', metadata('[package.metadata]\nsymposium = 3\n'), ['skills/a']],
  ])('%s', async (_name, files, skills) => {
    const answer = await found({ ...files, ...BOTH });
    expect(answer).toEqual({ skills: skills.map((path) => [path, 'usual']), skipped: [] });
  });

  it.each<[string, Record<string, string>, readonly [string, string]]>([
    [
      'keeps skills in another crate',
      metadata('[[package.metadata.symposium.plugins]]\nsource.cargo = "other"\n'),
      ['Cargo.toml', 'unsupported'],
    ],
    [
      'keeps skills in another crate, older form',
      metadata('[[package.metadata.symposium.skills]]\ncrate = { name = "other" }\n'),
      ['Cargo.toml', 'unsupported'],
    ],
    [
      'keeps skills in a repository',
      metadata('[[package.metadata.symposium.skills]]\nsource.git = "example"\n'),
      ['Cargo.toml', 'unsupported'],
    ],
    [
      'names a folder that is not there',
      metadata('[[package.metadata.symposium.skills]]\nsource.path = "none"\n'),
      ['none', 'missing'],
    ],
    [
      'names a folder outside',
      metadata('[[package.metadata.symposium.skills]]\nsource.path = "../other"\n'),
      ['../other', 'outside-artifact'],
    ],
    ['is damaged', { 'SYMPOSIUM.toml': '[[skills' }, ['SYMPOSIUM.toml', 'malformed']],
  ])('that %s is named, and the default stands', async (_name, files, left) => {
    expect(await found({ ...files, 'skills/a/SKILL.md': skillText('a') })).toEqual({
      skills: [['skills/a', 'usual']],
      skipped: [left],
    });
  });
});
