import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

  it('is waited for as long as a caller says, who is told for whom', async () => {
    const waited = join(parent, 'waited');
    const first = await openRegistry({ dir: waited });
    await expect(openRegistry({ dir: waited, ownerTimeout: 120 })).rejects.toMatchObject({ code: 'registry-in-use' });
    const told: (number | undefined)[] = [];
    const second = openRegistry({
      dir: waited,
      ownerTimeout: 200_000,
      onWait: (owner) => {
        told.push(owner);
        void first.close();
      },
    });
    await (await second).close();
    expect(told).toEqual([process.pid]);
  });

  it('with a lock that is none says which file, and keeps what is behind a link', async () => {
    const odd = join(parent, 'odd');
    await (await openRegistry({ dir: odd })).close();
    const ways = [
      'See that no program has the registry open and that you may write there, then remove its file owner.lock.',
    ];
    const lock = join(odd, 'owner.lock');
    writeFileSync(lock, 'no database at all, but long enough to be taken for one. '.repeat(40));
    await expect(openRegistry({ dir: odd })).rejects.toMatchObject({
      code: 'registry-damaged',
      message: `The lock of the registry in ${odd} cannot be taken: file is not a database.`,
      ways,
    });
    rmSync(lock);
    mkdirSync(lock);
    await expect(openRegistry({ dir: odd })).rejects.toMatchObject({ code: 'registry-damaged', ways });
    rmSync(lock, { recursive: true });
    const kept = join(parent, 'kept.txt');
    writeFileSync(kept, 'mine');
    rmSync(join(odd, 'owner'));
    symlinkSync(kept, join(odd, 'owner'));
    await expect(openRegistry({ dir: odd })).rejects.toMatchObject({ code: 'registry-damaged' });
    expect(readFileSync(kept, 'utf8')).toBe('mine');
  });

  it('that lost the file which says what it is, is not made anew over its rows', async () => {
    const lost = join(parent, 'lost');
    const first = await openRegistry({ dir: lost });
    await putSkill(first, source('kept'));
    await first.close();
    const version = join(lost, 'data', 'PG_VERSION');
    renameSync(version, join(parent, 'PG_VERSION'));
    for (const migrate of [false, true])
      await expect(openRegistry({ dir: lost, migrate })).rejects.toMatchObject({ code: 'registry-damaged' });
    renameSync(join(parent, 'PG_VERSION'), version);
    const again = await openRegistry({ dir: lost });
    expect((await readSkill(again, 'kept')).body).toBe('body\n');
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
        ways: [
          'Set the directory aside, open a new one, and restore the last dump into it.',
          'Where it never held a registry, name another directory.',
        ],
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
