import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openCatalog, readArtifact, readScan, searchWords, writeArtifacts } from './index.ts';
import { databaseOf, listDamaged, storeOf } from './places.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { buildChild, type Finished, run } from './testing/processes.ts';
import { checkIntegrity, partialArtifacts, withDatabase } from './testing/raw.ts';
import { INDEXERS, record, words } from './testing/records.ts';

test('A-23 twenty processes that start at once on nothing share one cache', { timeout: 120_000 }, async () => {
  const child = await buildChild();
  const directory = temporaryDirectory();
  const names = Array.from({ length: 20 }, (_, index) => `process-${index}`);
  const finished = await Promise.all(names.map((name) => run([child, 'once', directory, name])));

  expect(finished.map(({ errors }) => errors).join('')).toBe('');
  expect(finished.flatMap(({ lines }) => lines)).toEqual(
    names.map((name) => ({
      already: 0,
      written: 5,
      read: 5,
      found: 5,
      scan: name,
      location: databaseOf(directory),
      notes: [],
    })),
  );
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  for (const name of names) {
    expect(readArtifact(catalog, record(`${name}-4`).key)).toBeDefined();
    expect(readScan(catalog, name)?.result).toBe(name);
  }
  catalog.close();
  expectSound(directory);
});

test('A-23 eight readers and a writer never fail each other', { timeout: 120_000 }, async () => {
  const child = await buildChild();
  const directory = temporaryDirectory();
  await run([child, 'write-for', directory, '1']);
  const roles = ['write-for', ...Array<string>(4).fill('read-for'), ...Array<string>(4).fill('open-for')];
  const finished = await Promise.all(roles.map((role) => run([child, role, directory, '4000'])));

  for (const { code, errors, lines } of finished) {
    expect({ code, errors, lines }).toMatchObject({ code: 0, errors: '', lines: [{ wrong: 0, notes: [] }] });
    expect(lines).toEqual([expect.objectContaining({ rounds: expect.toSatisfy((rounds) => Number(rounds) > 1) })]);
  }
  expectSound(directory);
});

test('a writer killed at any moment loses nothing it committed and leaves nothing partial', {
  timeout: 240_000,
}, async () => {
  const child = await buildChild();
  const directory = temporaryDirectory();
  const committed: number[] = [];
  let killedWhileWriting = 0;
  for (let round = 0; round < 20; round += 1) {
    const first = round * 1_000;
    const finished = await run([child, 'write', directory, `${first}`], {
      onStart: (process) => {
        process.stdout?.once('data', async () => {
          await setTimeout(round * 15);
          process.kill('SIGKILL');
        });
      },
    });
    expect(finished).toMatchObject({ signal: 'SIGKILL', errors: '' });
    const { begun, done } = batchesOf(finished);
    if (begun > done.length) killedWhileWriting += 1;
    committed.push(...done);

    const catalog = openCatalog({ directory, indexers: INDEXERS });
    const lost = committed.filter(
      (batch) => !readArtifact(catalog, record(`batch-${batch}-39`).key) || !readScan(catalog, `batch-${batch}`),
    );
    expect(lost).toEqual([]);
    expect(catalog.location).toBe(databaseOf(directory));
    expect(catalog.notes).toEqual([]);
    catalog.close();
    expectSound(directory);
  }
  expect(committed.length).toBeGreaterThan(0);
  expect(killedWhileWriting).toBeGreaterThan(0);
});

test('a process killed while it makes the cache leaves one that the next can use', { timeout: 120_000 }, async () => {
  const child = await buildChild();
  for (let round = 0; round < 10; round += 1) {
    const directory = temporaryDirectory();
    await run([child, 'write', directory, '0'], {
      onStart: async (process) => {
        const store = storeOf(directory);
        while (!existsSync(store) && process.exitCode === null) await setTimeout(1);
        await setTimeout(round);
        process.kill('SIGKILL');
      },
    });
    const [line] = (await run([child, 'once', directory, 'next'])).lines;
    expect(line).toMatchObject({ written: 5, read: 5, found: 5, location: databaseOf(directory), notes: [] });
    expectSound(directory);
  }
});

function batchesOf({ lines }: Finished): { readonly begun: number; readonly done: number[] } {
  const done: number[] = [];
  let begun = 0;
  for (const line of lines as { begun?: number; committed?: number; failed?: boolean; notes?: unknown[] }[]) {
    if (line.begun !== undefined) begun += 1;
    if (line.committed === undefined) continue;
    expect(line).toMatchObject({ failed: false, notes: [] });
    done.push(line.committed);
  }
  return { begun, done };
}

function expectSound(directory: string): void {
  expect(listDamaged(directory)).toEqual([]);
  withDatabase(directory, (connection) => {
    expect(checkIntegrity(connection)).toBe('ok');
    expect(partialArtifacts(connection)).toEqual([]);
  });
}

test('a cache that another process keeps to itself is done without, once and for all reads of an answer', async () => {
  const directory = temporaryDirectory();
  const child = await buildChild();
  await run([child, 'once', directory, 'early']);
  const holder = spawn(process.execPath, [child, 'hold', directory], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  try {
    const catalog = openCatalog({ directory, indexers: INDEXERS, busyMilliseconds: 20 });
    const numbers = writeArtifacts(catalog, [record('late')], { words }).filter((number) => number !== undefined);
    expect(readScan(catalog, 'key')).toBeUndefined();
    expect(searchWords(catalog, { words: ['late'], artifacts: numbers }).candidates({ limit: 9 })).toHaveLength(3);
    expect(catalog.notes).toEqual([
      {
        code: 'cache-busy',
        message: `The cache in "${directory}" is in use by another process (database is locked), so this answer was made without it.`,
      },
    ]);
    catalog.close();
  } finally {
    holder.stdin.end();
    await once(holder, 'close');
  }
});
