import { expect, test } from 'vitest';
import {
  beginWalk,
  openCatalog,
  readListings,
  readPlaces,
  readVersions,
  readWalk,
  searchWords,
  vouchFor,
  writeArtifacts,
  writeWalk,
} from './index.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { INDEXERS, record, skill, words } from './testing/records.ts';

function memory() {
  return openCatalog({ directory: undefined, indexers: INDEXERS });
}

test('finds all versions of a library by its package URL, and of no other', () => {
  const catalog = memory();
  const of = (name: string, purl: string) => ({ ...record(name), library: { purl, name }, vouched: false });
  const purls = [
    'pkg:npm/db@1.0.0',
    'pkg:npm/db@1.0.0?download_url=x',
    'pkg:npm/db@2.0.0-rc.1',
    'pkg:npm/dba@1.0.0',
    'pkg:npm/db',
    'pkg:npm/db-more@1.0.0',
  ];
  writeArtifacts(
    catalog,
    purls.map((purl, index) => of(`at-${index}`, purl)),
    { words },
  );
  expect(readVersions(catalog, 'pkg:npm/db')).toEqual([]);
  vouchFor(
    catalog,
    purls.map((purl, index) => ({ ...of(`at-${index}`, purl).key, purl })),
  );
  expect(readVersions(catalog, 'pkg:npm/db').map(({ purl }) => purl)).toEqual(purls.slice(0, 3));
  expect(readVersions(catalog, 'pkg:npm/none')).toEqual([]);
});

test('A-31 gives skills by their ordinals as they were indexed, with what was noticed about them', () => {
  const catalog = memory();
  const withheld = { ...skill('b'), trust: 'withheld', whenToUse: 'Later.' } as const;
  const contents = { skills: [skill('a'), withheld], skipped: [] };
  const [number = -1] = writeArtifacts(catalog, [{ ...record('db'), contents }], { words });
  expect([...readListings(catalog, number)]).toEqual([
    [1, skill('a')],
    [2, withheld],
  ]);
  expect(readListings(catalog, number + 1).size).toBe(0);
});

test('searches outside the scope, only among the ecosystems asked for', () => {
  const catalog = memory();
  const python = { ...record('python', 0), key: { ...record('python').key, ecosystem: 'pypi' } };
  const [inside = -1, outside, other] = writeArtifacts(catalog, [record('in', 0), record('out', 0), python], { words });
  const found = (ecosystems?: readonly string[]) =>
    searchWords(catalog, { words: ['library'], artifacts: [inside] })
      .candidates({ where: 'outside', limit: 9, ...(ecosystems ? { ecosystems } : {}) })
      .map(({ artifact }) => artifact);
  expect(found()).toEqual([outside, other]);
  expect(found(['npm'])).toEqual([outside]);
  expect(found(['pypi'])).toEqual([other]);
  expect(found([])).toEqual([]);
  const counted = searchWords(catalog, { words: ['library'], artifacts: [inside] }).frequencies('outside');
  expect(counted).toEqual({ documents: 2, frequencies: new Map([['library', 2]]) });
});

test('lists where artifacts lie that the present indexer has read', () => {
  const directory = temporaryDirectory();
  const older = openCatalog({ directory, indexers: { npm: 0 } });
  writeArtifacts(older, [record('old')], { words });
  older.close();
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(catalog, [record('new')], { words });
  expect(readPlaces(catalog, 'npm')).toEqual([
    { path: '/somewhere/node_modules/new', inside: '', fingerprint: 'first', vouched: true },
  ]);
  expect(readPlaces(catalog, 'cargo')).toEqual([]);
  catalog.close();
});

test('lets one of several set out on a walk, and tells it where to go on', () => {
  const directory = temporaryDirectory();
  const [first, second] = [0, 1].map(() => openCatalog({ directory, indexers: INDEXERS }));
  if (!first || !second) throw new Error('two catalogs');
  const long = Date.now() - 60_000;
  expect(readWalk(first, 'npm')).toEqual({ walkedAt: 0, finishedAt: 0, libraries: 0 });
  expect(beginWalk(first, 'npm', long)).toMatchObject({ finishedAt: 0, libraries: 0 });
  expect(beginWalk(second, 'npm', long)).toBeUndefined();
  expect(beginWalk(second, 'pypi', long)).toBeDefined();

  writeWalk(first, 'npm', { position: { shelf: '/store', after: 'm' }, libraries: 7 });
  expect(beginWalk(second, 'npm', Date.now() + 1)).toMatchObject({
    position: { shelf: '/store', after: 'm' },
    libraries: 7,
    finishedAt: 0,
  });
  writeWalk(second, 'npm', { libraries: 12 });
  const { position, libraries, finishedAt } = readWalk(first, 'npm');
  expect({ position, libraries }).toEqual({ position: undefined, libraries: 12 });
  expect(finishedAt).toBeGreaterThan(long);

  // A walk that began anew does not take back that one came to the end.
  writeWalk(first, 'npm', { position: { shelf: '/store', after: 'a' }, libraries: 1 });
  expect(readWalk(first, 'npm').finishedAt).toBe(finishedAt);
  first.close();
  second.close();
});
