import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  clearCatalog,
  describeCatalog,
  openCatalog,
  prune,
  queueArtifacts,
  readArtifact,
  readScan,
  searchWords,
  writeArtifacts,
  writeScan,
} from './index.ts';
import { databaseOf } from './places.ts';
import { DAY, POLICY } from './policy.ts';
import { collectGarbage } from './testing/collect-garbage.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { withDatabase } from './testing/raw.ts';
import { INDEXERS, record, words } from './testing/records.ts';

const SCAN = { observations: [], result: 1 };

test('artifacts that are gone from disk are dropped a week after they were seen, others stay', () => {
  const directory = temporaryDirectory();
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  const [present, gone] = ['present', 'gone'].map((name) => ({
    ...record(name),
    key: { ...record(name).key, path: join(directory, name) },
  }));
  if (!present || !gone) throw new Error('two records');
  mkdirSync(present.key.path);
  const numbers = writeArtifacts(catalog, [present, gone], { words }).filter((number) => number !== undefined);
  const now = Date.now();

  expect(prune(catalog, now + 6 * DAY)).toEqual({ artifacts: 0, scans: 0 });
  expect(readArtifact(catalog, gone.key)).toBeDefined();
  expect(prune(catalog, now + 8 * DAY)).toEqual({ artifacts: 1, scans: 0 });
  expect(readArtifact(catalog, gone.key)).toBeUndefined();
  expect(readArtifact(catalog, present.key)?.skills).toHaveLength(2);
  expect(searchWords(catalog, { words: ['setup'], artifacts: numbers }).candidates({ limit: 9 })).toHaveLength(2);

  rmSync(present.key.path, { recursive: true });
  expect(prune(catalog, now + 14 * DAY)).toEqual({ artifacts: 0, scans: 0 });
  expect(prune(catalog, now + 16 * DAY)).toEqual({ artifacts: 1, scans: 0 });
  catalog.close();
});

test('scans nobody asked for are dropped after 90 days', () => {
  const directory = temporaryDirectory();
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  writeScan(catalog, 'key', SCAN);
  expect(prune(catalog, Date.now() + 89 * DAY)).toEqual({ artifacts: 0, scans: 0 });
  expect(prune(catalog, Date.now() + 91 * DAY)).toEqual({ artifacts: 0, scans: 1 });
  expect(readScan(openCatalog({ directory, indexers: INDEXERS }), 'key')).toBeUndefined();
  catalog.close();
});

test('of very many scans the latest are kept', () => {
  const catalog = openCatalog({ directory: temporaryDirectory(), indexers: INDEXERS });
  for (let index = 0; index < POLICY.scans + 3; index += 1) writeScan(catalog, `${index}`, SCAN);
  expect(prune(catalog).scans).toBe(3);
  catalog.close();
});

test('one run of upkeep looks at a bounded number of artifacts', () => {
  const catalog = openCatalog({ directory: temporaryDirectory(), indexers: INDEXERS });
  const records = Array.from({ length: POLICY.artifactsPerPrune + 7 }, (_, index) => record(`gone-${index}`, 0));
  writeArtifacts(catalog, records, { words });
  const later = Date.now() + 8 * DAY;
  expect(prune(catalog, later).artifacts).toBe(POLICY.artifactsPerPrune);
  expect(prune(catalog, later).artifacts).toBe(7);
  expect(prune(catalog, later).artifacts).toBe(0);
  catalog.close();
});

test('what was dropped is given back to the disk', async () => {
  const directory = temporaryDirectory();
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  const { library, ...large } = record('large', 0);
  writeArtifacts(catalog, [{ ...large, library: { ...library, summary: 'x'.repeat(2_000_000) } }], { words });
  catalog.close();
  expect(statSync(databaseOf(directory)).size).toBeGreaterThan(2_000_000);
  const later = openCatalog({ directory, indexers: INDEXERS });
  expect(readArtifact(later, large.key)).toBeDefined();
  prune(later, Date.now() + 8 * DAY);
  later.close();
  expect(statSync(databaseOf(directory)).size).toBeLessThan(200_000);
});

test('describes what is there', async () => {
  const directory = temporaryDirectory();
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(catalog, [record('db', 2), record('router', 3)], { words });
  writeScan(catalog, 'key', SCAN);
  catalog.close();
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  expect(describeCatalog(directory)).toEqual({
    location: databaseOf(directory),
    state: 'ready',
    bytes: files.reduce((total, size) => total + size, 0),
    schema: 3,
    artifacts: 2,
    skills: 5,
    scans: 1,
    damaged: [],
    notes: [],
  });
  withDatabase(directory, (connection) => connection.exec('insert into migration values (1000, 1, 0)'));
  expect(describeCatalog(directory)).toMatchObject({ state: 'newer', schema: 1000, artifacts: 0 });
  withDatabase(directory, (connection) => connection.exec('delete from migration'));
  expect(describeCatalog(directory)).toMatchObject({ state: 'older', schema: 0 });
});

test('describing a place without a cache makes none', () => {
  const directory = temporaryDirectory();
  expect(describeCatalog(directory)).toEqual({
    location: databaseOf(directory),
    state: 'absent',
    bytes: 0,
    schema: 0,
    artifacts: 0,
    skills: 0,
    scans: 0,
    damaged: [],
    notes: [],
  });
  expect(readdirSync(directory)).toEqual([]);
});

test('A-24 clearing removes the cache and what was damaged, and nothing else', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'mine.txt'), 'not ours');
  const first = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(first, [record('db')], { words });
  first.close();
  await collectGarbage();
  writeFileSync(databaseOf(directory), 'garbage');
  const open = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(open, [record('db')], { words });
  const { bytes } = describeCatalog(directory);

  expect(clearCatalog(directory)).toEqual({ bytes: bytes + 'garbage'.length, notes: [] });
  expect(readdirSync(directory)).toEqual(['mine.txt']);
  expect(clearCatalog(directory)).toEqual({ bytes: 0, notes: [] });

  expect(readArtifact(open, record('db').key)).toBeDefined();
  writeArtifacts(open, [record('router')], { words });
  expect(describeCatalog(directory)).toMatchObject({ state: 'ready', artifacts: 1 });
  open.close();
});

const FOLDERS = ['scans', 'queue', 'waiting', 'vectors'];

/** Somebody's own files and folders, unchanged for years, with names like ours too. */
function plantForeign(folder: string): readonly string[] {
  mkdirSync(join(folder, 'inner'), { recursive: true });
  const names = ['old.conf', 'inner/deep.txt', 'a.json', '0123456789abcdef.scan', '1-2-3.json.4', 'x.vectors'];
  for (const name of names) writeFileSync(join(folder, name), 'mine');
  for (const name of [...names, 'inner']) utimesSync(join(folder, name), 1, 1);
  return readdirSync(folder, { recursive: true }).map(String).sort();
}

test('A-24 what a link in place of a folder of the cache leads to is left alone', () => {
  const directory = temporaryDirectory();
  const foreign = temporaryDirectory();
  const names = plantForeign(foreign);
  mkdirSync(join(directory, 'catalog'));
  for (const folder of FOLDERS) symlinkSync(foreign, join(directory, 'catalog', folder));
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  queueArtifacts(catalog, [record('db')]);
  writeArtifacts(catalog, [record('db')], { words });
  writeScan(catalog, 'key', SCAN);
  prune(catalog, Date.now() + 1_000 * DAY);
  catalog.close();
  expect(readdirSync(foreign, { recursive: true }).map(String).sort()).toEqual(names);
  expect(clearCatalog(directory).notes).toEqual([]);
  expect(readdirSync(foreign, { recursive: true }).map(String).sort()).toEqual(names);
});

test('A-24 what somebody keeps in a folder of the cache is not dropped by its age', () => {
  const directory = temporaryDirectory();
  const kept = FOLDERS.map((folder) => plantForeign(join(directory, 'catalog', folder)));
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  queueArtifacts(catalog, [record('db')]);
  prune(catalog, Date.now() + 1_000 * DAY);
  catalog.close();
  for (const [index, folder] of FOLDERS.entries()) {
    const left = readdirSync(join(directory, 'catalog', folder), { recursive: true }).map(String);
    const ours = /^(?:0123456789abcdef\.scan|1-2-3\.json\.4)$/;
    expect(left).toEqual(expect.arrayContaining((kept[index] ?? []).filter((name) => !ours.test(name))));
  }
});

test('A-24 clearing leaves a folder that happens to have the name of the cache', () => {
  const directory = temporaryDirectory();
  plantForeign(join(directory, 'catalog'));
  const { notes } = clearCatalog(directory);
  expect(notes.map(({ code, message }) => [code, message.replace(directory, 'DIR')])).toEqual([
    ['cache-not-cleared', 'The cache in "DIR" could not be removed (something else lies in its folder).'],
  ]);
  expect(readdirSync(join(directory, 'catalog'))).toHaveLength(6);
});
