import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  clearCatalog,
  describeCatalog,
  openCatalog,
  prune,
  readArtifact,
  searchWords,
  writeArtifacts,
} from './index.ts';
import { databaseOf, storeOf } from './places.ts';
import { DAY } from './policy.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { buildChild, run } from './testing/processes.ts';
import { withDatabase } from './testing/raw.ts';
import { INDEXERS, record, words } from './testing/records.ts';

test.each<[string, (directory: string) => string]>([
  ['below a file', (directory) => join(withFile(directory), 'cache')],
  ['a file', withFile],
  ['a link to nowhere', (directory) => withLink(directory, join(directory, 'nowhere', 'at', 'all'))],
  ['a link to itself', (directory) => withLink(directory, join(directory, 'link'))],
  ['longer than a path can be', (directory) => join(directory, ...Array<string>(30).fill('x'.repeat(200)))],
  ['below a directory that denies what it says', () => '/proc/x/cache'],
  ['below a device', () => '/dev/null/cache'],
])('A-24 works in memory where the directory is %s', (_case, make) => {
  const directory = make(temporaryDirectory());
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  const numbers = writeArtifacts(catalog, [record('db')], { words }).filter((number) => number !== undefined);
  expect(readArtifact(catalog, record('db').key)?.skills).toHaveLength(2);
  expect(searchWords(catalog, { words: ['db'], artifacts: numbers }).candidates({ limit: 9 })).toHaveLength(3);
  expect(catalog.location).toBeUndefined();
  expect(catalog.notes).toEqual([
    {
      code: 'cache-unavailable',
      message: expect.stringMatching(
        /^The cache in ".+" cannot be used \(E[A-Z]+\), so everything is read again each time\./s,
      ),
    },
  ]);
  catalog.close();
  expect(describeCatalog(directory)).toMatchObject({ state: 'absent', bytes: 0 });
  expect(clearCatalog(directory).bytes).toBe(0);
});

/** What a child in memory says after it wrote five artifacts. */
const MEMORY = { already: 0, written: 5, read: 5, found: 5, scan: 'late' };

test('a directory that may not be written keeps nothing and is left as it is', async () => {
  const directory = join(temporaryDirectory(), 'cache');
  mkdirSync(directory);
  allow(directory, 0o555);
  const { lines, errors } = await runUnprivileged('once', directory, 'late');
  expect({ lines, errors }).toEqual({ lines: [{ ...MEMORY, notes: ['cache-unavailable'] }], errors: '' });
  expect(readdirSync(directory)).toEqual([]);
});

test('a cache that may not be written is still read', async () => {
  const directory = await written();
  allow(directory, 0o555, 0o444);
  const { lines, errors } = await runUnprivileged('read', directory, 'early-4');
  expect({ lines, errors }).toEqual({ lines: [{ read: 2, location: databaseOf(directory), notes: [] }], errors: '' });
});

test('beside a cache that may not be written, what is new is known to its process', async () => {
  const directory = await written();
  allow(directory, 0o555, 0o444);
  const late = await runUnprivileged('once', directory, 'late');
  expect(late).toMatchObject({ lines: [{ ...MEMORY, notes: ['cache-read-only'] }], errors: '' });
  const early = await runUnprivileged('once', directory, 'early');
  expect(early).toMatchObject({
    lines: [{ ...MEMORY, already: 5, scan: 'early', notes: ['cache-read-only'] }],
    errors: '',
  });
  expect(describeCatalog(directory)).toMatchObject({ state: 'ready', artifacts: 5 });
});

test('a cache that may not be read is left where it is', async () => {
  const directory = await written();
  allow(directory, 0o000);
  const { lines, errors } = await runUnprivileged('once', directory, 'late');
  expect({ lines, errors }).toEqual({ lines: [{ ...MEMORY, notes: ['cache-unavailable'] }], errors: '' });
  allow(directory, 0o755);
  expect(readdirSync(directory)).toEqual(['catalog']);
});

test('a damaged cache that cannot be put aside is left where it is', async () => {
  const directory = await written();
  writeFileSync(databaseOf(directory), 'garbage');
  allow(directory, 0o555, 0o444);
  const { lines, errors } = await runUnprivileged('once', directory, 'late');
  expect({ lines, errors }).toEqual({ lines: [{ ...MEMORY, notes: ['cache-unavailable'] }], errors: '' });
  allow(directory, 0o755);
  expect(readdirSync(directory)).toEqual(['catalog']);
});

test('a lock that is not released is waited for, then done without', async () => {
  const directory = await written();
  const catalog = openCatalog({ directory, indexers: INDEXERS, busyMilliseconds: 20 });
  withDatabase(directory, (connection) =>
    connection.transaction(() => {
      const numbers = writeArtifacts(catalog, [record('late')], { words }).filter((number) => number !== undefined);
      expect(readArtifact(catalog, record('early-0').key)?.skills).toHaveLength(2);
      expect(searchWords(catalog, { words: ['late'], artifacts: numbers }).candidates({ limit: 9 })).toHaveLength(3);
    }),
  );
  expect(catalog.notes).toEqual([
    {
      code: 'cache-not-written',
      message: `The cache in "${directory}" could not be written (database is locked). This process goes on with a copy in memory.`,
    },
  ]);
  expect(describeCatalog(directory).artifacts).toBe(5);
  catalog.close();
});

test('upkeep does not wait for a lock', async () => {
  const directory = await written();
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  const later = Date.now() + 8 * DAY;
  expect(readArtifact(catalog, record('early-0').key)).toBeDefined();
  withDatabase(directory, (connection) =>
    connection.transaction(() => expect(prune(catalog, later)).toEqual({ artifacts: 0, scans: 0 })),
  );
  expect(catalog.notes).toEqual([]);
  expect(prune(catalog, later)).toEqual({ artifacts: 5, scans: 0 });
  catalog.close();
});

/*
 * Where this user may mount something in a name space of its own, the child meets the real thing. Elsewhere the tests
 * above stand for these.
 */
const MOUNTER = [
  ['unshare', '-m'],
  ['unshare', '-rm'],
].find(
  ([command = '', ...args]) => spawnSync(command, [...args, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
);

test.runIf(MOUNTER)('a file system mounted read-only is read, and not written', async () => {
  const directory = await written();
  const remounted = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  const by = [...(MOUNTER ?? []), 'sh', '-c', remounted, directory];
  const child = await buildChild();
  const read = await run([child, 'read', directory, 'early-4'], { by });
  expect(read).toMatchObject({ lines: [{ read: 2, location: databaseOf(directory), notes: [] }], errors: '' });
  const once = await run([child, 'once', directory, 'late'], { by });
  expect(once).toMatchObject({ lines: [{ ...MEMORY, notes: ['cache-read-only'] }], errors: '' });

  const writer = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(writer, [record('meanwhile')], { words });
  const meanwhile = await run([child, 'read', directory, 'meanwhile'], { by });
  expect(meanwhile).toMatchObject({ lines: [{ read: 2, location: databaseOf(directory), notes: [] }], errors: '' });
  const both = await run([child, 'once', directory, 'late'], { by });
  expect(both).toMatchObject({ lines: [{ ...MEMORY, notes: ['cache-read-only'] }], errors: '' });
  writer.close();
});

test.runIf(MOUNTER).each([40, 100, 200, 300, 400])(
  'on a full disk of %i KiB everything is known to its process',
  async (size) => {
    const directory = temporaryDirectory();
    const small = `mount -t tmpfs -o size=${size}k tmpfs "$0" && "$@" && "$@"`;
    const by = [...(MOUNTER ?? []), 'sh', '-c', small, directory];
    const { lines, errors } = await run([await buildChild(), 'once', directory, 'late', '600'], { by });
    const note = [expect.stringMatching(/^cache-(?:unavailable|not-written)$/)];
    const expected = { written: 600, read: 600, found: 600, scan: 'late', notes: note };
    expect({ lines, errors }).toMatchObject({ lines: [expected, expected], errors: '' });
  },
);

async function runUnprivileged(...args: readonly string[]) {
  return run([await buildChild(), ...args], { isUnprivileged: true });
}

/** A cache with the artifacts `early-0` to `early-4`, left by another process. */
async function written(): Promise<string> {
  const directory = temporaryDirectory();
  const { errors } = await run([await buildChild(), 'once', directory, 'early']);
  expect(errors).toBe('');
  return directory;
}

/** Sets the rights of a cache's directories, and of its files. They are given back when the test ends. */
function allow(directory: string, mode: number, fileMode?: number): void {
  const store = storeOf(directory);
  const folders = [directory, ...(existsSync(store) ? [store] : [])];
  if (fileMode !== undefined) for (const name of readdirSync(store)) chmodSync(join(store, name), fileMode);
  for (const folder of folders.reverse()) chmodSync(folder, mode);
  onTestFinished(() => {
    chmodSync(directory, 0o755);
    if (existsSync(store)) chmodSync(store, 0o755);
  });
}

function withFile(directory: string): string {
  const file = join(directory, 'file');
  writeFileSync(file, 'a file');
  return file;
}

function withLink(directory: string, target: string): string {
  const link = join(directory, 'link');
  symlinkSync(target, link);
  return link;
}
