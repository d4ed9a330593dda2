import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  describeCatalog,
  findArtifacts,
  indexQueued,
  knownArtifacts,
  openCatalog,
  prune,
  queueArtifacts,
  readArtifact,
  readScan,
  searchWords,
  writeArtifacts,
  writeScan,
} from './index.ts';
import { databaseOf, queueOf, waitingOf } from './places.ts';
import { DAY, POLICY } from './policy.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { withDatabase } from './testing/raw.ts';
import { INDEXERS, record, words } from './testing/records.ts';

const open = (directory: string | undefined, indexers = INDEXERS) => openCatalog({ directory, indexers });

/** How many listings are found about a library. */
function found(catalog: ReturnType<typeof open>, name: string): number {
  const artifacts = findArtifacts(catalog, [record(name).key]).filter((number) => number !== undefined);
  return artifacts.length === 0
    ? 0
    : searchWords(catalog, { words: [name], artifacts }).candidates({ limit: 99 }).length;
}

test('A-22 what waits is known to later processes, makes no database, and is found after it was indexed', () => {
  const directory = temporaryDirectory();
  const first = open(directory);
  expect(knownArtifacts(first)).toBeUndefined();
  expect(queueArtifacts(first, [record('db'), record('router', 0)])).toBe(true);
  first.close();

  const second = open(directory);
  const known = knownArtifacts(second);
  expect(known?.(record('db').key)).toEqual({ vouched: true, ...record('db').contents });
  expect(known?.({ ...record('db').key, fingerprint: 'another' })).toBeUndefined();
  expect(known?.(record('other').key)).toBeUndefined();
  expect(describeCatalog(directory)).toMatchObject({ state: 'ready', schema: 0, artifacts: 2, skills: 2 });
  expect(existsSync(databaseOf(directory))).toBe(false);

  indexQueued(second, { words });
  expect([found(second, 'db'), found(second, 'router')]).toEqual([3, 1]);
  expect(readdirSync(queueOf(directory))).toEqual([]);
  expect(describeCatalog(directory)).toMatchObject({ state: 'ready', schema: 3, artifacts: 2, skills: 2 });
  second.close();
  const third = open(directory);
  expect(knownArtifacts(third)?.(record('db').key)).toMatchObject({ number: expect.any(Number), vouched: true });
  third.close();
});

test('what was found last counts, here and in the database', () => {
  const directory = temporaryDirectory();
  const catalog = open(directory);
  writeArtifacts(catalog, [record('db', 1, 'old')], { words });
  queueArtifacts(catalog, [record('db', 2, 'new')]);
  queueArtifacts(catalog, [{ ...record('db', 3, 'newer'), vouched: true }]);
  const known = knownArtifacts(catalog);
  expect(known?.(record('db', 3, 'newer').key)).toMatchObject({ vouched: true, skills: [{}, {}, {}] });
  expect(describeCatalog(directory)).toMatchObject({ artifacts: 1, skills: 1 });
  indexQueued(catalog, { words });
  expect(readArtifact(catalog, record('db', 3, 'newer').key)).toMatchObject({ vouched: true, skills: [{}, {}, {}] });
  catalog.close();
});

test('a state that came back waits behind the one that replaced it', () => {
  const catalog = open(temporaryDirectory());
  writeArtifacts(catalog, [record('db', 1, 'first')], { words });
  queueArtifacts(catalog, [record('db', 2, 'second')]);
  expect(knownArtifacts(catalog)?.(record('db', 1, 'first').key)).toBeUndefined();
  queueArtifacts(catalog, [record('db', 1, 'first')]);
  indexQueued(catalog, { words });
  expect(knownArtifacts(catalog)?.(record('db', 1, 'first').key)?.skills).toHaveLength(1);
  catalog.close();
});

test('what waited is found again when a process goes back to the file that others had locked', () => {
  const directory = temporaryDirectory();
  const first = open(directory);
  writeArtifacts(first, [record('router')], { words });
  first.close();
  const catalog = openCatalog({ directory, indexers: INDEXERS, busyMilliseconds: 20 });
  queueArtifacts(catalog, [record('db')]);
  withDatabase(directory, (connection) =>
    connection.transaction(() => {
      indexQueued(catalog, { words });
      expect(found(catalog, 'db')).toBe(3);
    }),
  );
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + POLICY.retryMilliseconds + 1);
  onTestFinished(() => void vi.restoreAllMocks());
  readScan(catalog, 'begins an answer');
  expect(catalog.notes).toEqual([]);
  indexQueued(catalog, { words });
  expect([found(catalog, 'db'), found(catalog, 'router')]).toEqual([3, 3]);
  expect(readdirSync(queueOf(directory))).toEqual([]);
  catalog.close();
});

test('what another version of an indexer found does not count', () => {
  const directory = temporaryDirectory();
  const older = open(directory, { ...INDEXERS, npm: 1 });
  queueArtifacts(older, [record('db')]);
  older.close();
  const newer = open(directory, { ...INDEXERS, npm: 2 });
  expect(knownArtifacts(newer)).toBeUndefined();
  indexQueued(newer, { words });
  expect([found(newer, 'db'), readdirSync(queueOf(directory))]).toEqual([0, []]);
  newer.close();
});

test('no more waits than is read in a moment', () => {
  const directory = temporaryDirectory();
  const catalog = open(directory);
  const { library, ...rest } = record('large', 0);
  const large = { ...rest, library: { ...library, summary: 'x'.repeat(POLICY.queueBytes) } };
  expect(queueArtifacts(catalog, [large])).toBe(false);
  const kept = Array.from({ length: POLICY.queueFiles + 2 }, (_, index) =>
    queueArtifacts(catalog, [record(`library-${index}`, 0)]),
  );
  expect(kept.filter((isKept) => isKept)).toHaveLength(POLICY.queueFiles);
  indexQueued(catalog, { words });
  expect(queueArtifacts(catalog, [record('next', 0)])).toBe(true);
  catalog.close();
});

test('nothing waits without a place for it', () => {
  const memory = open(undefined);
  expect(queueArtifacts(memory, [record('db')])).toBe(false);
  const relative = open('cache');
  expect(queueArtifacts(relative, [record('db')])).toBe(false);
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const below = open(join(file, 'below'));
  expect(queueArtifacts(below, [])).toBe(false);
  for (const catalog of [memory, relative, below]) catalog.close();
});

const MISSHAPEN = [
  { key: { ecosystem: 'npm' } },
  { ...record('odd'), contents: {} },
  { ...record('odd'), contents: { skills: [7, null, 'x'], skipped: [] } },
  { ...record('odd'), key: { ...record('odd').key, path: {} } },
  { ...record('odd'), library: { name: 'odd' } },
  null,
].map((odd) => JSON.stringify({ form: 1, indexers: INDEXERS, records: [odd] }));

test('a damaged, foreign or half-written file is passed over', () => {
  const directory = temporaryDirectory();
  const catalog = open(directory);
  queueArtifacts(catalog, [record('db')]);
  const place = queueOf(directory);
  for (const [index, text] of [
    '',
    '{"form":1',
    '[]',
    'null',
    '{"form":1,"records":7}',
    '{"form":99}',
    ...MISSHAPEN,
  ].entries())
    writeFileSync(join(place, `0-${index}.json`), text);
  mkdirSync(join(place, 'folder.json'));
  symlinkSync('/dev/zero', join(place, 'endless.json'));
  execFileSync('mkfifo', [join(place, 'pipe.json')]);
  writeFileSync(join(place, '1-1-1.json.99'), '{"form":');
  expect(knownArtifacts(catalog)?.(record('db').key)).toBeDefined();
  indexQueued(catalog, { words });
  expect(found(catalog, 'db')).toBe(3);

  const old = new Date(Date.now() - 2 * DAY);
  utimesSync(join(place, '1-1-1.json.99'), old, old);
  prune(catalog);
  expect(readdirSync(place)).not.toContain('1-1-1.json.99');
  catalog.close();
});

test.each([
  ['one file', (directory: string) => rmSync(join(queueOf(directory), readdirSync(queueOf(directory))[0] ?? ''))],
  ['the whole folder', (directory: string) => rmSync(queueOf(directory), { recursive: true })],
])('%s that somebody deleted is missed once, so that projects are scanned again', (_, remove) => {
  const directory = temporaryDirectory();
  const catalog = open(directory);
  const keep = () => writeScan(catalog, 'shop', { observations: [], result: 'kept' });
  queueArtifacts(catalog, [record('db')]);
  keep();
  remove(directory);
  const later = open(directory);
  indexQueued(later, { words });
  expect([readScan(later, 'shop'), readdirSync(waitingOf(directory))]).toEqual([undefined, []]);
  keep();
  indexQueued(later, { words });
  expect(readScan(later, 'shop')?.result).toBe('kept');
  later.close();
  catalog.close();
});

test('nothing is missed of what was indexed, by this process or another, or what no mark was made for', () => {
  const directory = temporaryDirectory();
  const [one, other] = [open(directory), open(directory)];
  writeScan(one, 'shop', { observations: [], result: 'kept' });
  queueArtifacts(one, [record('db')]);
  queueArtifacts(other, [record('router', 0)]);
  indexQueued(one, { words });
  indexQueued(other, { words });
  expect(readdirSync(waitingOf(directory))).toEqual([]);
  queueArtifacts(one, [record('late')]);
  rmSync(waitingOf(directory), { recursive: true });
  indexQueued(other, { words });
  expect([found(other, 'late'), readScan(other, 'shop')?.result]).toEqual([3, 'kept']);
  for (const catalog of [one, other]) catalog.close();
});

test('what could not be indexed for good waits on, and is found by this process all the same', () => {
  const directory = temporaryDirectory();
  const first = open(directory);
  writeArtifacts(first, [record('router')], { words });
  queueArtifacts(first, [record('db')]);
  first.close();
  withDatabase(directory, (connection) => connection.exec('insert into migration values (1000, 1, 0)'));
  const catalog = open(directory);
  indexQueued(catalog, { words });
  indexQueued(catalog, { words });
  expect(found(catalog, 'db')).toBe(3);
  expect(catalog.location).toBeUndefined();
  catalog.close();
  expect(readdirSync(queueOf(directory))).toHaveLength(1);
});
