import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSkills } from './list-skills.ts';
import { putSkill } from './put-skill.ts';
import { readSkill } from './read-skill.ts';
import { openRegistry } from './registry.ts';

const source = (name: string) => ({ text: `---\nname: ${name}\ndescription: Use ${name}.\n---\nbody\n` });

describe('a registry in a directory', { timeout: 240_000 }, () => {
  let parent: string;
  let dir: string;

  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'skillscope-registry-'));
    dir = join(parent, 'registry');
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('keeps its rows, has one owner, and survives the death of that owner', async () => {
    const first = await openRegistry({ dir });
    expect(first.capabilities).toEqual({ vector: true, fullText: true, shared: false });
    await putSkill(first, source('kept'));
    await expect(openRegistry({ dir })).rejects.toMatchObject({
      code: 'registry-in-use',
      message: `The registry in ${dir} is open in process ${process.pid}.`,
      ways: ['Close it there first.', 'Use a server where several programs write.'],
    });
    await first.close();

    // Another process owns it, writes, and is killed in the middle.
    const said = await killAfter(dir, 5, async (child) => {
      await expect(openRegistry({ dir })).rejects.toMatchObject({
        code: 'registry-in-use',
        message: `The registry in ${dir} is open in process ${child}.`,
      });
    });
    const again = await openRegistry({ dir });
    const names = (await listSkills(again)).skills.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(['kept', ...said]));
    expect(said.length).toBeGreaterThan(4);
    expect((await readSkill(again, 'skill-000')).body).toBe('body\n');
    await again.close();
  });

  it('is set aside by whoever finds it damaged, and is not left locked', async () => {
    const damaged = join(parent, 'damaged');
    await (await openRegistry({ dir: damaged })).close();
    for (const name of readdirSync(join(damaged, 'data', 'global')))
      writeFileSync(join(damaged, 'data', 'global', name), 'not a database');
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(openRegistry({ dir: damaged })).rejects.toMatchObject({
        code: 'registry-damaged',
        message: `The registry in ${damaged} does not open.`,
        ways: ['Set the directory aside, open a new one, and restore the last dump into it.'],
      });
  });
});

/** Lets a process put skills until it has said so many, then kills it; gives the names it had said by then. */
async function killAfter(dir: string, count: number, meanwhile: (id: number | undefined) => Promise<void>) {
  const program = join(import.meta.dirname, '../testing/put-child.ts');
  const started = spawn(process.execPath, ['--import', 'tsx', program, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => started.once('exit', resolve));
  let text = '';
  await new Promise<void>((resolve, reject) => {
    started.once('exit', () => reject(new Error('The writer ended by itself.')));
    started.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.split('\n').length > count) resolve();
    });
  });
  await meanwhile(started.pid);
  started.kill('SIGKILL');
  await ended;
  return text.split('\n').slice(0, -1);
}
