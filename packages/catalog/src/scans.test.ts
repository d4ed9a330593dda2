import { expect, test } from 'vitest';
import { sessionOf } from './catalog.ts';
import { forgetScan, openCatalog, readScan, writeScan } from './index.ts';
import { DAY } from './policy.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { INDEXERS } from './testing/records.ts';

const SCAN = {
  directory: '/work/project',
  observations: [
    ['/work/project/package.json', '1.5:2.5:300:7'],
    ['/work/project/line\nfeed', '-'],
  ],
  result: { libraries: ['a', { b: null }], text: '\ud83d\ude00 \u2028' },
} as const;

test('A-47 a scan is known by its key alone', () => {
  const directory = temporaryDirectory();
  const first = openCatalog({ directory, indexers: INDEXERS });
  writeScan(first, 'project {}', SCAN);
  first.close();
  const second = openCatalog({ directory, indexers: INDEXERS });
  expect(readScan(second, 'project {}')).toEqual({ observations: SCAN.observations, result: SCAN.result });
  expect(readScan(second, 'project {"production":true}')).toBeUndefined();
  second.close();
});

test('keys differ wherever they differ', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  const keys = ['a\0b', 'a\0c', 'a', 'A', 'a ', '', '\ud800', '\ud801'];
  for (const key of keys) writeScan(catalog, key, { ...SCAN, directory: key, result: key });
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

test('eight scans of one directory are kept, the latest', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  writeScan(catalog, 'elsewhere', { ...SCAN, directory: '/work/elsewhere' });
  for (let index = 0; index < 11; index += 1) writeScan(catalog, `key ${index}`, SCAN);
  const kept = Array.from({ length: 11 }, (_, index) => readScan(catalog, `key ${index}`) !== undefined);
  expect(kept).toEqual([false, false, false, true, true, true, true, true, true, true, true]);
  expect(readScan(catalog, 'elsewhere')).toBeDefined();
  catalog.close();
});

test('reading a scan after a day notes that it is still asked for', () => {
  const catalog = openCatalog({ directory: temporaryDirectory(), indexers: INDEXERS });
  writeScan(catalog, 'key', SCAN);
  const age = () =>
    sessionOf(catalog).read(undefined, (connection) =>
      connection.get<{ days: number }>(
        'select cast((? - seen_at) / ? as integer) as days from project',
        Date.now(),
        DAY,
      ),
    )?.days;
  sessionOf(catalog).write(undefined, (connection) =>
    connection.run('update project set seen_at = seen_at - ?', 3 * DAY),
  );
  expect(age()).toBe(3);
  readScan(catalog, 'key');
  expect(age()).toBe(0);
  catalog.close();
});
