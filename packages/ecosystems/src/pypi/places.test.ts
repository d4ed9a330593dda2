import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@skillscope/core';
import { describe, expect, it } from 'vitest';
import { indexArtifact } from '../contents/index.ts';
import { openDirectory } from '../trees/directory.ts';
import { skillText, writeTree } from '../trees/testing/write-tree.ts';
import { places } from './places.ts';

const INSIDE = 'lib-1.0.dist-info';

interface Installed {
  /** Lines of RECORD; default every file. */
  readonly record?: readonly string[] | null;
  readonly inside?: string;
}

/** What the distribution `lib` ships, of the files that lie in a folder shared with others. */
async function installed(files: Readonly<Record<string, string>>, { record, inside = INSIDE }: Installed = {}) {
  const lines = record === undefined ? Object.keys(files).map((path) => `${path},sha256=abc,12`) : record;
  const root = writeTree({ ...files, ...(lines ? { [`${inside}/RECORD`]: `${lines.join('\n')}\n` } : {}) });
  return outcome(root, inside);
}

async function inPlace(files: Readonly<Record<string, string>>) {
  return outcome(writeTree(files), '');
}

async function outcome(root: string, inside: string) {
  const { skills, skipped } = await indexArtifact(openDirectory(root, undefined, inside), { places });
  return {
    skills: skills.map(({ path, standing }) => [path, standing]),
    skipped: skipped.map(({ path, reason }) => [path, reason]),
  };
}

const PACKAGE = { 'lib/__init__.py': '' };

describe('where installed distributions ship skills (A-7, A-17, A-19)', () => {
  it.each<[string, string, 'usual' | 'unusual']>([
    ['an import package', 'lib/.agents/skills/use', 'usual'],
    ['a subpackage', 'lib/deep/down/.agents/skills/use', 'usual'],
    ['a folder of skills itself', 'lib/.agents/skills', 'usual'],
    ['a category', 'lib/.agents/skills/more/use', 'usual'],
    ['skills of an import package', 'lib/skills/use', 'usual'],
    ['skills of a subpackage', 'lib/ai_agents/skills/use', 'unusual'],
    ['one skill', 'lib/skill', 'unusual'],
    ['an import package that is a skill', 'lib', 'unusual'],
    ['the folder that all share', '.agents/skills/use', 'unusual'],
    ['a folder of its own among import packages', 'skills/use', 'unusual'],
  ])('in %s: %s', async (_name, path, standing) => {
    const files = { ...PACKAGE, [`${path}/SKILL.md`]: skillText('use') };
    expect(await installed(files)).toEqual({ skills: [[path, standing]], skipped: [] });
  });

  it('in a namespace package, at any depth', async () => {
    const files = {
      'space/lib/__init__.py': '',
      'space/.agents/skills/a/SKILL.md': skillText('a'),
      'space/lib/.agents/skills/b/SKILL.md': skillText('b'),
      'space/lib/skills/c/SKILL.md': skillText('c'),
    };
    expect((await installed(files)).skills).toEqual([
      ['space/.agents/skills/a', 'usual'],
      ['space/lib/.agents/skills/b', 'usual'],
      ['space/lib/skills/c', 'usual'],
    ]);
  });

  it.each([
    'lib/.agents/meta-skill/use',
    'lib/.agents/other/skills/use',
    'lib/.claude/skills/use',
    'lib/tests/skills/use',
    'lib/tests/.agents/skills/use',
    'lib/templates/project/.agents/skills/use',
    'tests/.agents/skills/use',
    'lib/a/b/c/skills/use',
    'lib/docs',
    'lib/tool_skill',
    'lib/.agents/skills/use/assets/sample',
  ])('not in %s', async (path) => {
    const outer = path.startsWith('lib/.agents/skills/') ? { 'lib/.agents/skills/use/SKILL.md': skillText('use') } : {};
    const files = {
      ...PACKAGE,
      ...outer,
      [`${path}/SKILL.md`]: skillText('decoy'),
      'AGENTS.md': '',
      'lib/AGENTS.md': '',
    };
    expect(await installed(files)).toEqual({
      skills: Object.keys(outer).map(() => ['lib/.agents/skills/use', 'usual']),
      skipped: [],
    });
  });

  it('never those of another distribution in the same folder', async () => {
    const files = {
      ...PACKAGE,
      'lib/.agents/skills/own/SKILL.md': skillText('own'),
      'lib/.agents/skills/foreign/SKILL.md': skillText('foreign'),
      'other/.agents/skills/other/SKILL.md': skillText('other'),
    };
    const record = ['lib/__init__.py,,', 'lib/.agents/skills/own/SKILL.md,,'];
    expect(await installed(files, { record })).toEqual({ skills: [['lib/.agents/skills/own', 'usual']], skipped: [] });
  });

  it('keeps what Python makes of scripts out of a skill', async () => {
    const files = {
      ...PACKAGE,
      'lib/skills/use/SKILL.md': skillText('use'),
      'lib/skills/use/scripts/run.py': '',
      'lib/skills/use/scripts/__pycache__/run.cpython-311.pyc': 'x',
    };
    const root = writeTree({ ...files, [`${INSIDE}/RECORD`]: Object.keys(files).join(',,\n') });
    const { skills } = await indexArtifact(openDirectory(root, undefined, INSIDE), { places });
    expect(skills[0]?.files.map(({ path }) => path)).toEqual(['SKILL.md', 'scripts/run.py']);
  });

  it('in quoted entries of a list, and in one with Windows line ends', async () => {
    const files = { ...PACKAGE, 'lib/skills/a,"b"/SKILL.md': skillText('a'), 'lib/skills/c/SKILL.md': skillText('c') };
    const record = ['"lib/skills/a,""b""/SKILL.md",sha256=abc,12\r', 'lib/skills/c/SKILL.md\r'];
    expect((await installed(files, { record })).skills).toEqual([
      ['lib/skills/a,"b"', 'usual'],
      ['lib/skills/c', 'usual'],
    ]);
  });

  it('among the data of an environment', async () => {
    const base = 'lib/python3.11/site-packages';
    const files = {
      [`${base}/tool/__init__.py`]: '',
      [`${base}/tool/.agents/skills/code/SKILL.md`]: skillText('code'),
      'skills/kit/data/SKILL.md': skillText('data'),
      'share/tool/skills/shared/SKILL.md': skillText('shared'),
      'optional-skills/more/SKILL.md': skillText('more'),
    };
    const record = [
      'tool/.agents/skills/code/SKILL.md,,',
      '../../../skills/kit/data/SKILL.md,,',
      '../../../share/tool/skills/shared/SKILL.md,,',
      '../../../optional-skills/more/SKILL.md,,',
    ];
    expect(await installed(files, { record, inside: `${base}/tool-1.0.dist-info` })).toEqual({
      skills: [
        [`${base}/tool/.agents/skills/code`, 'usual'],
        ['share/tool/skills/shared', 'unusual'],
        ['skills/kit/data', 'unusual'],
      ],
      skipped: [],
    });
  });

  it('in the packages that its metadata names, where there is no list of files', async () => {
    const files = {
      ...PACKAGE,
      'lib/.agents/skills/use/SKILL.md': skillText('use'),
      'other/__init__.py': '',
      'other/.agents/skills/other/SKILL.md': skillText('other'),
    };
    expect((await installed(files, { record: null })).skills).toEqual([['lib/.agents/skills/use', 'usual']]);
    const named = { ...files, [`${INSIDE}/top_level.txt`]: 'other\n' };
    expect((await installed(named, { record: null })).skills).toEqual([['other/.agents/skills/other', 'usual']]);
  });
});

describe('hostile lists of files', () => {
  it.each([
    '../../../../../../etc/skills/a/SKILL.md',
    '/etc/skills/a/SKILL.md',
    'C:/skills/a/SKILL.md',
    '..\\skills\\a/SKILL.md',
  ])('reports a skill outside the environment: %s', async (path) => {
    expect(await installed(PACKAGE, { record: [`${path},,`] })).toEqual({
      skills: [],
      skipped: [[path, 'outside-artifact']],
    });
  });

  it('finds nothing at listed paths that do not exist, or are no files', async () => {
    const record = ['lib/skills/a/SKILL.md,,', 'lib/SKILL.md/SKILL.md,,', 'SKILL.md,,', ',,', '"'];
    expect((await installed({ ...PACKAGE, 'lib/skills/a/SKILL.md/x': '' }, { record })).skills).toEqual([]);
  });

  it('does not follow a link out of the folder', async () => {
    const outside = writeTree({ 'SKILL.md': skillText('secret') });
    const root = writeTree({ ...PACKAGE, [`${INSIDE}/RECORD`]: 'lib/skills/a/SKILL.md,,\n', 'lib/skills/b': '' });
    symlinkSync(outside, join(root, 'lib/skills/a'));
    expect(await outcome(root, INSIDE)).toEqual({ skills: [], skipped: [['lib/skills/a', 'outside-artifact']] });
  });

  it('searches a list of a hundred thousand files, and looks at a bounded number of skills', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `lib/generated/module_${index}.py,sha256=abc,1`);
    const skills = Array.from(
      { length: LIMITS.skillsPerArtifact + 1 },
      (_, index) => `lib/skills/s${index}/SKILL.md,,`,
    );
    const record = [...many, 'lib/.agents/skills/use/SKILL.md,,', ...skills];
    const found = await installed({ ...PACKAGE, 'lib/.agents/skills/use/SKILL.md': skillText('use') }, { record });
    expect(found).toEqual({ skills: [['lib/.agents/skills/use', 'usual']], skipped: [[INSIDE, 'too-many']] });
  });

  it('says when the list cannot be read, and looks into the package then', async () => {
    const root = writeTree({ ...PACKAGE, 'lib/skills/use/SKILL.md': skillText('use'), [`${INSIDE}/RECORD`]: '\u0000' });
    expect(await outcome(root, INSIDE)).toEqual({
      skills: [['lib/skills/use', 'usual']],
      skipped: [[`${INSIDE}/RECORD`, 'unreadable']],
    });
  });
});

describe('where a project used in place keeps skills (A-17)', () => {
  it.each<[string, string, 'usual' | 'unusual']>([
    ['beside the code', '.agents/skills/use', 'usual'],
    ['in a folder of skills', 'skills/use', 'usual'],
    ['in an import package', 'lib/.agents/skills/use', 'usual'],
    ['in the skills of an import package', 'lib/skills/use', 'usual'],
    ['in a subpackage', 'lib/agents/skills/use', 'unusual'],
    ['in an import package that is a skill', 'lib', 'unusual'],
    ['below src', 'src/inner/.agents/skills/use', 'usual'],
    ['in a namespace package below src', 'src/space/inner/skills/use', 'usual'],
  ])('%s: %s', async (_name, path, standing) => {
    const files = { ...PACKAGE, 'src/inner/__init__.py': '', 'src/space/inner/__init__.py': '' };
    expect(await inPlace({ ...files, 'pyproject.toml': '', [`${path}/SKILL.md`]: skillText('use') })).toEqual({
      skills: [[path, standing]],
      skipped: [],
    });
  });

  it.each([
    'tests/.agents/skills/use',
    'build/lib/lib/.agents/skills/use',
    '.venv/lib/python3.11/site-packages/other/.agents/skills/use',
    'venv/lib/other/skills/use',
    'docs/skills/use',
    'frontend/skills/use',
  ])('not in %s', async (path) => {
    expect(await inPlace({ ...PACKAGE, 'pyproject.toml': '', [`${path}/SKILL.md`]: skillText('use') })).toEqual({
      skills: [],
      skipped: [],
    });
  });
});
