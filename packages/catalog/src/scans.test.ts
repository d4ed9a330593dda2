import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgetScan, openCatalog, readScan, writeScan } from './index.ts';
import { databaseOf, scansOf } from './places.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { INDEXERS } from './testing/records.ts';

const SCAN = {
  observations: [
    ['/project/package.json', '1.5:2.5:300:7'],
    ['/project/line\nfeed', '-'],
  ],
  result: { libraries: ['a', { b: null }], text: '\ud83d\ude00 \u2028' },
} as const;

test('A-47 a scan is known by its key alone', () => {
  const directory = temporaryDirectory();
  const first = openCatalog({ directory, indexers: INDEXERS });
  writeScan(first, 'project {}', SCAN);
  first.close();
  const second = openCatalog({ directory, indexers: INDEXERS });
  expect(readScan(second, 'project {}')?.result).toEqual(SCAN.result);
  expect(readScan(second, 'project {"production":true}')).toBeUndefined();
  second.close();
});

test.each<[string, Record<string, string>, boolean]>([
  ['every path has its stamp', {}, true],
  ['a file has another stamp', { '/project/package.json': '1.5:2.5:301:7' }, false],
  ['a missing file is there', { '/project/line\nfeed': '1:1:1:1' }, false],
])('A-25 a scan holds or not: %s', (_case, changed, expected) => {
  const stamps = new Map<string, string>([...SCAN.observations, ...Object.entries(changed)]);
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  writeScan(catalog, 'key', SCAN);
  expect(readScan(catalog, 'key')?.holds((path) => stamps.get(path) ?? 'unasked')).toBe(expected);
  catalog.close();
});

test('a scan that looked at nothing holds', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  writeScan(catalog, 'key', { ...SCAN, observations: [] });
  expect(readScan(catalog, 'key')?.holds(() => 'any')).toBe(true);
  catalog.close();
});

test('paths of any kind are asked for as they were', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  // A path holds no NUL.
  const path = fc.string({ unit: 'binary', minLength: 1 }).map((text) => text.replaceAll('\0', '\u0001'));
  fc.assert(
    fc.property(fc.array(fc.tuple(path, path), { minLength: 1 }), (observations) => {
      writeScan(catalog, 'key', { ...SCAN, observations });
      const asked: string[] = [];
      const stamps = observations.map(([, stamp]) => stamp);
      const stampOf = (text: string) => stamps[asked.push(text) - 1] ?? '';
      expect(readScan(catalog, 'key')?.holds(stampOf)).toBe(true);
      expect(asked).toEqual(observations.map(([text]) => text));
    }),
  );
  catalog.close();
});

test('a scan whose paths hold every separator is not kept', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  const hostile = `/${Array.from({ length: 32 }, (_, index) => String.fromCharCode(index)).join('')}`;
  writeScan(catalog, 'key', { ...SCAN, observations: [[hostile, '-']] });
  expect(readScan(catalog, 'key')).toBeUndefined();
  catalog.close();
});

test('keys differ wherever they differ', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  const keys = ['a\0b', 'a\0c', 'a', 'A', 'a ', '', '\ud800', '\ud801'];
  for (const key of keys) writeScan(catalog, key, { ...SCAN, result: key });
  expect(keys.map((key) => readScan(catalog, key)?.result)).toEqual(keys);
  catalog.close();
});

test('a scan takes the place of the one under its key', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  writeScan(catalog, 'key', SCAN);
  writeScan(catalog, 'key', { ...SCAN, result: 'second' });
  expect(readScan(catalog, 'key')?.result).toBe('second');
  catalog.close();
});

test('a scan that was forgotten is not known', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  writeScan(catalog, 'one', SCAN);
  writeScan(catalog, 'other', SCAN);
  forgetScan(catalog, 'one');
  expect(readScan(catalog, 'one')).toBeUndefined();
  expect(readScan(catalog, 'other')).toBeDefined();
  catalog.close();
});

test('reading a scan after a day notes that it is still asked for', () => {
  const directory = temporaryDirectory();
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  writeScan(catalog, 'key', SCAN);
  catalog.close();
  const [name = ''] = readdirSync(scansOf(directory));
  const file = join(scansOf(directory), name);
  const before = Date.now() / 1_000 - 3 * 86_400;
  utimesSync(file, before, before);
  expect(readScan(openCatalog({ directory, indexers: INDEXERS }), 'key')?.result).toEqual(SCAN.result);
  expect(statSync(file).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
});

test.each<[string, (text: string) => string]>([
  ['cut short', (text) => text.slice(0, -1)],
  ['empty', () => ''],
  ['no JSON', (text) => text.replaceAll('"', "'")],
  ['of another form', (text) => text.replace('"form":1', '"form":2')],
  ['of another key', (text) => text.replace('"key":"key"', '"key":"kez"')],
  ['longer than it says', (text) => `${text} `],
])('A-24 a scan file that is %s is not read, and written anew', (_case, spoil) => {
  const directory = temporaryDirectory();
  const first = openCatalog({ directory, indexers: INDEXERS });
  writeScan(first, 'key', SCAN);
  first.close();
  const [name = ''] = readdirSync(scansOf(directory));
  const file = join(scansOf(directory), name);
  writeFileSync(file, spoil(readFileSync(file, 'utf8')));
  const second = openCatalog({ directory, indexers: INDEXERS });
  expect(readScan(second, 'key')).toBeUndefined();
  writeScan(second, 'key', SCAN);
  second.close();
  expect(readScan(openCatalog({ directory, indexers: INDEXERS }), 'key')?.result).toEqual(SCAN.result);
});

test('a process sees the scan that another one wrote after it', () => {
  const directory = temporaryDirectory();
  const [one, other] = [1, 2].map(() => openCatalog({ directory, indexers: INDEXERS }));
  if (!one || !other) throw new Error('two catalogs');
  writeScan(one, 'key', SCAN);
  expect(readScan(one, 'key')?.result).toEqual(SCAN.result);
  writeScan(other, 'key', { ...SCAN, result: 'of the other' });
  expect(readScan(one, 'key')?.result).toBe('of the other');
});

test('keeping and reading a scan opens no database', () => {
  const directory = temporaryDirectory();
  const first = openCatalog({ directory, indexers: INDEXERS });
  writeScan(first, 'key', SCAN);
  first.close();
  const second = openCatalog({ directory, indexers: INDEXERS });
  expect(readScan(second, 'key')?.result).toEqual(SCAN.result);
  second.close();
  expect(existsSync(databaseOf(directory))).toBe(false);
});

test.each<[string, (file: string) => void]>([
  ['a pipe', (file) => execFileSync('mkfifo', [file])],
  ['a link to a device without an end', (file) => symlinkSync('/dev/zero', file)],
  ['a folder', (file) => mkdirSync(file)],
  [
    'far too large',
    (file) => {
      writeFileSync(file, '');
      truncateSync(file, 600_000_000);
    },
  ],
])('A-24 a scan file that is %s is not read', (_case, plant) => {
  const directory = temporaryDirectory();
  const first = openCatalog({ directory, indexers: INDEXERS });
  writeScan(first, 'key', SCAN);
  first.close();
  const [name = ''] = readdirSync(scansOf(directory));
  rmSync(join(scansOf(directory), name));
  plant(join(scansOf(directory), name));
  expect(readScan(openCatalog({ directory, indexers: INDEXERS }), 'key')).toBeUndefined();
});
