import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type Catalog,
  describeCatalog,
  openCatalog,
  prune,
  readArtifact,
  readScan,
  searchWords,
  writeArtifacts,
  writeScan,
} from './index.ts';
import { databaseOf, listDamaged, storeOf } from './places.ts';
import { collectGarbage } from './testing/collect-garbage.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { checkIntegrity, partialArtifacts, withDatabase } from './testing/raw.ts';
import { INDEXERS, record, words } from './testing/records.ts';

const RECORDS = Array.from({ length: 24 }, (_, index) => record(`library-${index}`, index % 3));
const SCAN = {
  observations: Array.from({ length: 120 }, (_, index) => [`/project/${index}`, 'stamp'] as const),
  result: RECORDS,
};
const PAGE = 4_096;

const REBUILT = ['cache-rebuilt'];

test.each<[string, (file: string) => void, readonly string[]]>([
  ['a truncated file', (file) => truncateSync(file, PAGE * 3 + 100), REBUILT],
  ['a file cut to its header', (file) => truncateSync(file, 100), REBUILT],
  ['a garbage header', (file) => overwrite(file, 0, garbage(100, 1)), REBUILT],
  ['a garbage first page', (file) => overwrite(file, 0, garbage(PAGE, 2)), REBUILT],
  ['another format', (file) => writeFileSync(file, 'PK\u0003\u0004 and so on'), REBUILT],
  ['an empty file', (file) => writeFileSync(file, ''), []],
  ['no file', (file) => rmSync(file), []],
  ['a directory in place of the file', (file) => replaceByDirectory(file), REBUILT],
  ['a file in place of the folder', (file) => replaceByFile(join(file, '..')), REBUILT],
  ['a garbage log', (file) => writeFileSync(`${file}-wal`, garbage(PAGE * 3, 3)), []],
  ['a garbage index of the log', (file) => writeFileSync(`${file}-shm`, garbage(32_768, 4)), []],
  ["somebody else's database", (file) => replaceByForeign(file), REBUILT],
  ['missing tables', (file) => dropTables(file), REBUILT],
  ['rows that are no JSON', (file) => spoilRows(file), REBUILT],
])('A-24 builds the cache anew from %s', async (_case, damage, codes) => {
  const directory = await written();
  damage(databaseOf(directory));

  const first = openCatalog({ directory, indexers: INDEXERS });
  useAll(first);
  useAll(first);
  expect(first.notes.map(({ code }) => code)).toEqual(codes);
  expect(first.location).toBe(databaseOf(directory));
  first.close();

  const second = openCatalog({ directory, indexers: INDEXERS });
  for (const { key, contents } of RECORDS) expect(readArtifact(second, key)).toMatchObject(contents);
  expect(readScan(second, 'key')?.result).toEqual(RECORDS);
  expect(second.notes).toEqual([]);
  second.close();
  expect(listDamaged(directory)).toHaveLength(codes.length);
  withDatabase(directory, (connection) => {
    expect(checkIntegrity(connection)).toBe('ok');
    expect(partialArtifacts(connection)).toEqual([]);
  });
});

test('A-24 whichever page is damaged, what is read is right or nothing, and the cache works again', async () => {
  const original = await written();
  const pages = statSync(databaseOf(original)).size / PAGE;
  expect(pages).toBeGreaterThan(15);
  for (let page = 1; page < pages; page += 1) {
    const directory = temporaryDirectory();
    cpSync(original, directory, { recursive: true });
    overwrite(databaseOf(directory), page * PAGE, page % 2 ? garbage(PAGE, page) : Buffer.alloc(PAGE));

    const catalog = openCatalog({ directory, indexers: INDEXERS });
    for (const { key, contents } of RECORDS) {
      const stored = readArtifact(catalog, key);
      if (stored) expect({ page, ...stored }).toMatchObject(contents);
    }
    const scan = readScan(catalog, 'key');
    if (scan) expect({ page, ...scan }).toMatchObject({ result: RECORDS });
    useAll(catalog);
    useAll(catalog);
    for (const { key, contents } of RECORDS) expect({ page, ...readArtifact(catalog, key) }).toMatchObject(contents);
    catalog.close();
  }
});

test('only the last damaged cache is kept', async () => {
  const directory = await written();
  for (let round = 0; round < 3; round += 1) {
    writeFileSync(databaseOf(directory), `garbage ${round}`);
    const catalog = openCatalog({ directory, indexers: INDEXERS });
    useAll(catalog);
    catalog.close();
    await collectGarbage();
    const [damaged, ...more] = listDamaged(directory);
    expect(more).toEqual([]);
    expect(readFileSync(join(damaged ?? '', 'catalog.db'), 'utf8')).toBe(`garbage ${round}`);
  }
});

test('two processes that meet the same damage put one file away', async () => {
  const directory = await written();
  const [first, second] = [
    openCatalog({ directory, indexers: INDEXERS }),
    openCatalog({ directory, indexers: INDEXERS }),
  ];
  withDatabase(directory, (connection) => connection.exec("update skill set contents = '{'"));
  const last = RECORDS[23] ?? record('none');
  expect(readArtifact(first, last.key)).toBeUndefined();
  expect(readArtifact(second, last.key)).toBeUndefined();
  writeArtifacts(first, [last], { words });
  expect(readArtifact(second, last.key)).toMatchObject(last.contents);
  expect(listDamaged(directory)).toHaveLength(1);
  first.close();
  second.close();
});

test('a process whose file was taken away writes to the one in its place', async () => {
  const directory = await written();
  const before = openCatalog({ directory, indexers: INDEXERS });
  expect(readScan(before, 'key')).toBeDefined();
  rmSync(storeOf(directory), { recursive: true });
  const after = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(before, RECORDS.slice(0, 1), { words });
  expect(RECORDS.filter(({ key }) => readArtifact(after, key))).toEqual(RECORDS.slice(0, 1));
  before.close();
  after.close();
});

test('describing a damaged cache leaves it where it is', async () => {
  const directory = await written();
  overwrite(databaseOf(directory), 0, garbage(PAGE, 5));
  expect(describeCatalog(directory)).toMatchObject({
    state: 'damaged',
    artifacts: 0,
    notes: [{ code: 'cache-damaged' }],
  });
  expect(readdirSync(directory)).toEqual(['catalog']);
});

/** Everything a command can ask of a catalog. */
function useAll(catalog: Catalog): void {
  for (const { key } of RECORDS) readArtifact(catalog, key);
  const numbers = writeArtifacts(catalog, RECORDS, { words }).filter((number) => number !== undefined);
  readScan(catalog, 'key');
  writeScan(catalog, 'key', SCAN);
  const search = searchWords(catalog, { words: ['library', '3', 'setup'], artifacts: numbers });
  search.candidates({ limit: 2 });
  search.candidates({ where: 'outside', limit: 20 });
  search.frequencies('outside');
  prune(catalog);
}

async function written(): Promise<string> {
  const directory = temporaryDirectory();
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(catalog, RECORDS, { words });
  writeScan(catalog, 'key', SCAN);
  catalog.close();
  await collectGarbage();
  return directory;
}

function overwrite(file: string, offset: number, bytes: Uint8Array): void {
  const whole = readFileSync(file);
  whole.set(bytes, offset);
  writeFileSync(file, whole);
}

/** The same bytes for the same seed. */
function garbage(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed * 2_654_435_761;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

function replaceByDirectory(file: string): void {
  rmSync(file);
  mkdirSync(join(file, 'inner'), { recursive: true });
}

function replaceByFile(folder: string): void {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file');
}

function replaceByForeign(file: string): void {
  writeFileSync(file, '');
  withDatabase(join(file, '..', '..'), (connection) => connection.exec('create table cookies (a)'));
}

function dropTables(file: string): void {
  withDatabase(join(file, '..', '..'), (connection) => connection.exec('drop table skill'));
}

function spoilRows(file: string): void {
  withDatabase(join(file, '..', '..'), (connection) => connection.exec("update skill set contents = '{'"));
}
