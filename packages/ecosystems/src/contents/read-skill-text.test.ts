import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDirectory } from '../trees/directory.ts';
import { skillText, writeTree } from '../trees/testing/write-tree.ts';
import { indexArtifact, readSkillText } from './index.ts';
import { openWalk } from './walk.ts';

async function indexed(files: Readonly<Record<string, string | Uint8Array>>) {
  const root = writeTree(files);
  const { skills } = await indexArtifact(openDirectory(root), {
    places: async (tree) => {
      const walk = openWalk(tree);
      walk.below('skills', { standing: 'usual', convention: 'skills' });
      walk.in('', { standing: 'usual', convention: 'SKILL.md' });
      if (tree.size('alone.md')) walk.file('alone.md', { standing: 'usual', convention: 'alone.md' });
      return walk.places();
    },
  });
  const [skill] = skills;
  if (!skill) throw new Error('There is no skill.');
  return { root, skill, read: (file?: string) => readSkillText(openDirectory(root), skill, file) };
}

const BODY = '\n# x\n\nText of x.\n';

describe('reading a skill from its artifact (A-27, A-28, A-33)', () => {
  it.each([
    ['in a folder', 'skills/x/SKILL.md'],
    ['that is the whole package', 'SKILL.md'],
    ['that is one file', 'alone.md'],
  ])('gives the body of a skill %s as it was written', async (_name, path) => {
    const { skill, read } = await indexed({ [path]: skillText('x') });
    expect(await read()).toEqual({
      ok: true,
      text: BODY,
      firstLine: 5,
      digest: skill.files[0]?.digest,
      changed: false,
    });
  });

  it('keeps line endings, spaces and odd characters of the author', async () => {
    const body = '\r\n\tTab\u00a0and  two spaces  \r\n\r\nno last line';
    const { read } = await indexed({ 'skills/x/SKILL.md': `---\r\nname: x\r\ndescription: d\r\n---\r\n${body}` });
    expect(await read()).toMatchObject({ ok: true, text: body });
  });

  it('gives another file of the skill whole', async () => {
    const { read } = await indexed({
      'skills/x/SKILL.md': skillText('x'),
      'skills/x/references/a.md': '---\na\n---\nb',
    });
    expect(await read('references/a.md')).toMatchObject({
      ok: true,
      text: '---\na\n---\nb',
      firstLine: 1,
      changed: false,
    });
  });

  it.each([
    ['a file that is not there', 'none.md', 'missing'],
    ['a file above the skill', '../../package.json', 'missing'],
    ['the same file by another spelling', './references/a.md', 'missing'],
    ['a file of a skill below it', 'child/notes.md', 'missing'],
    ['a script', 'scripts/run.sh', 'script'],
    ['a binary', 'logo.png', 'not-text'],
    ['a file too large', 'big.md', 'too-large'],
  ])('does not give %s', async (_name, file, reason) => {
    const { read } = await indexed({
      'package.json': '{}',
      'skills/x/SKILL.md': skillText('x'),
      'skills/x/references/a.md': 'a',
      'skills/x/child/SKILL.md': skillText('child'),
      'skills/x/child/notes.md': 'notes',
      'skills/x/scripts/run.sh': 'echo',
      'skills/x/logo.png': Uint8Array.of(0, 1),
      'skills/x/big.md': 'x'.repeat(1_048_577),
    });
    expect(await read(file)).toMatchObject({ ok: false, reason });
  });

  it('answers with what is on disk now, and says that it changed (A-24)', async () => {
    const { root, skill, read } = await indexed({ 'skills/x/SKILL.md': skillText('x') });
    writeFileSync(join(root, 'skills/x/SKILL.md'), skillText('x').replace('Text', 'New text'));
    const text = await read();
    expect(text).toMatchObject({ ok: true, text: '\n# x\n\nNew text of x.\n', changed: true });
    expect(text.ok && text.digest !== skill.files[0]?.digest).toBe(true);
  });

  it.each<[string, (path: string) => void, string]>([
    ['is gone', (path) => rmSync(path), 'missing'],
    ['is no skill any more', (path) => writeFileSync(path, 'no frontmatter'), 'no-frontmatter'],
    ['is binary now', (path) => writeFileSync(path, Uint8Array.of(0)), 'not-text'],
    [
      'leads out of the package now',
      (path) => {
        rmSync(path);
        symlinkSync('/etc/hostname', path);
      },
      'outside-artifact',
    ],
  ])('does not give a skill that %s', async (_name, change, reason) => {
    const { root, read } = await indexed({ 'skills/x/SKILL.md': skillText('x') });
    change(join(root, 'skills/x/SKILL.md'));
    expect(await read()).toMatchObject({ ok: false, reason });
  });

  it('does not give a file that has become a script', async () => {
    const { root, read } = await indexed({ 'skills/x/SKILL.md': skillText('x'), 'skills/x/a.txt': 'a' });
    writeFileSync(join(root, 'skills/x/a.txt'), '#!/bin/sh\n');
    expect(await read('a.txt')).toMatchObject({ ok: false, reason: 'script' });
  });
});
