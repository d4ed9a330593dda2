import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { changeLock } from './change-lock.ts';
import type { Approval } from './lock.ts';
import { readLock } from './read-lock.ts';

function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'skillscope-lock-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const approval = (path: string): Approval => ({ purl: 'pkg:npm/good@1.0.0', path, digest: 'sha256:0' });

it('keeps what others write at the same time', async () => {
  const directory = place();
  const file = join(directory, 'skillscope.lock');
  const paths = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(paths.map((path) => changeLock(file, readLock, (now) => [...now, approval(path)])));
  expect(readLock(file).approvals.map(({ path }) => path)).toEqual(paths);
  expect(readdirSync(directory)).toEqual(['skillscope.lock']);
});

it('takes away one approval and leaves the one that came in between', async () => {
  const file = join(place(), 'skillscope.lock');
  await changeLock(file, readLock, () => [approval('a')]);
  await Promise.all([
    changeLock(file, readLock, (now) => [...now, approval('b')]),
    changeLock(file, readLock, (now) => now.filter(({ path }) => path !== 'a')),
  ]);
  expect(readFileSync(file, 'utf8')).toBe(
    '{\n  "version": 1,\n  "approved": [\n    {"purl":"pkg:npm/good@1.0.0","path":"b","digest":"sha256:0"}\n  ]\n}\n',
  );
});

it('goes on where a guard was left behind', async () => {
  const file = join(place(), 'skillscope.lock');
  writeFileSync(`${file}.guard`, 'of one who died');
  utimesSync(`${file}.guard`, 1, 1);
  await changeLock(file, readLock, () => [approval('a')]);
  expect([readLock(file).approvals, existsSync(`${file}.guard`)]).toEqual([[approval('a')], false]);
});

it('lets go of the lock where the change fails', async () => {
  const directory = place();
  const file = join(directory, 'skillscope.lock');
  await expect(
    changeLock(file, readLock, () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(readdirSync(directory)).toEqual([]);
});
