import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LIMITS } from '@skillscope/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Server, startServer } from '../testing/servers.ts';
import { exportSkill } from './export-skill.ts';
import { listSkills } from './list-skills.ts';
import { readSkill } from './read-skill.ts';
import { openRegistry, type Registry } from './registry.ts';
import { importSkills, readSkillDirectory } from './skill-directories.ts';

let server: Server;
let root: Registry;
let scratch: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'skillscope-directories-'));
  server = await startServer();
  root = await openRegistry({ url: server.url });
});
afterAll(async () => {
  await root?.close();
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

function write(directory: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(scratch, directory, path)), { recursive: true });
    writeFileSync(join(scratch, directory, path), content);
  }
  return join(scratch, directory);
}

const skill = (name: string, body = 'body\n') => `---\nname: ${name}\ndescription: Use ${name}.\n---\n${body}`;

it('what is imported and exported again is the same, byte for byte', async () => {
  const registry = root.as({ tenant: 'round-trip' });
  const source = write('round-trip', {
    'a/SKILL.md': `\uFEFF---\r\nname: a\r\ndescription: "Use: a"\r\nother: {x: 1}\r\n---\r\nbody without an end`,
    'a/references/deep/b.md': 'b',
    'a/logo.png': Uint8Array.of(137, 80, 0, 255),
    'a/run.sh': '#!/bin/sh\n',
    'b/SKILL.md': skill('b', '---\n---\n'),
  });
  const imported = await importSkills(registry, source, { origin: { purl: 'pkg:npm/x@1' }, tags: ['x'] });
  expect(imported.map(({ path, put }) => [path, put?.name, put?.status])).toEqual([
    ['a', 'a', 'created'],
    ['b', 'b', 'created'],
  ]);
  for (const name of ['a', 'b']) await exportSkill(registry, name, join(scratch, 'out', name));
  execFileSync('diff', ['-r', source, join(scratch, 'out')]);
  expect((await readSkill(registry, 'a')).origin).toEqual({ purl: 'pkg:npm/x@1', path: 'a' });
  const again = await importSkills(registry, join(scratch, 'out'), { tags: ['x'] });
  expect(again.map(({ put }) => put?.status)).toEqual(['unchanged', 'unchanged']);
  await expect(exportSkill(registry, 'a', join(scratch, 'out', 'a'))).rejects.toMatchObject({ code: 'not-empty' });
});

it('one bad skill does not stop the others, and the first of a name wins (D-9)', async () => {
  const registry = root.as({ tenant: 'mixed' });
  const source = write('mixed', {
    'org/repo/one/SKILL.md': skill('one'),
    'org/repo/one/inner/SKILL.md': skill('inner'),
    'org/repo/one/inner/note.md': 'of the inner one',
    'org/repo/zwei/SKILL.md': skill('one', 'the other'),
    'bad/SKILL.md': 'no frontmatter',
    'long/SKILL.md': `---\ndescription: ${'x'.repeat(1025)}\n---\n`,
    'binary/SKILL.md': Uint8Array.of(45, 45, 45, 10, 255),
    'flat/SKILL.md': '---\ndescription: Named for its directory.\n---\n',
    'nothing/readme.md': 'no skill',
  });
  symlinkSync('/etc', join(source, 'flat', 'etc'));
  symlinkSync('/etc/passwd', join(source, 'flat', 'passwd'));
  symlinkSync(join(source, 'flat'), join(source, 'linked'));
  const imported = await importSkills(registry, source);
  expect(imported.map(({ path, put, refusal }) => [path, put?.name ?? refusal?.code])).toEqual([
    ['bad', 'unreadable-skill'],
    ['binary', 'not-text'],
    ['flat', 'flat'],
    ['long', 'description-too-long'],
    ['org/repo/one', 'one'],
    ['org/repo/one/inner', 'inner'],
    ['org/repo/zwei', 'duplicate-skill'],
  ]);
  expect((await listSkills(registry)).skills.map(({ name }) => name)).toEqual(['flat', 'inner', 'one']);
  expect((await readSkill(registry, 'flat')).files).toEqual([]);
  expect((await readSkill(registry, 'one')).files).toEqual([]);
  expect((await readSkill(registry, 'one')).body).toBe('body\n');
  expect((await readSkill(registry, 'inner')).files.map(({ path }) => path)).toEqual(['note.md']);
  expect(() => readSkillDirectory(join(source, 'nothing'))).toThrow('There is no SKILL.md in');
});

it('what is missing, too large or no directory is refused, and a pipe is passed over', async () => {
  const registry = root.as({ tenant: 'refused' });
  const source = write('refused', {
    'huge/SKILL.md': skill('huge', 'x'.repeat(LIMITS.skillFileBytes)),
    'heavy/SKILL.md': skill('heavy'),
    'one/SKILL.md': skill('one'),
    'file.md': '',
  });
  writeFileSync(join(source, 'heavy', 'a.bin'), '');
  truncateSync(join(source, 'heavy', 'a.bin'), LIMITS.bytesPerSkill + 1);
  execFileSync('mkfifo', [join(source, 'one', 'pipe')]);
  const imported = await importSkills(registry, source);
  expect(imported.map(({ path, put, refusal }) => [path, put?.name ?? refusal?.code])).toEqual([
    ['heavy', 'too-many-files'],
    ['huge', 'body-too-long'],
    ['one', 'one'],
  ]);
  expect((await readSkill(registry, 'one')).files).toEqual([]);
  for (const name of ['none', 'file.md'])
    await expect(importSkills(registry, join(source, name))).rejects.toMatchObject({ code: 'unreadable-skill' });
});
