import { statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as exported from './index.ts';
import { openCatalog, readArtifact, writeArtifacts } from './index.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { INDEXERS, record, type StoredSkill, skill, words } from './testing/records.ts';

test('exports these functions', () => {
  expect(Object.keys(exported).sort()).toEqual([
    'beginWalk',
    'clearCatalog',
    'describeCatalog',
    'dropVectors',
    'findArtifacts',
    'forgetScan',
    'indexQueued',
    'knownArtifacts',
    'listVectors',
    'newestArtifact',
    'openCatalog',
    'placeOfRow',
    'presentArtifacts',
    'prune',
    'queueArtifacts',
    'readArtifact',
    'readCandidates',
    'readLibraries',
    'readListingTexts',
    'readListings',
    'readPlaces',
    'readScan',
    'readVectors',
    'readVersions',
    'readWalk',
    'rowOf',
    'searchWords',
    'vectorStoreId',
    'vouchFor',
    'vouchedRows',
    'writeArtifacts',
    'writeScan',
    'writeVectors',
    'writeWalk',
  ]);
});

test('A-22 knows in a later process what was indexed in an earlier one', () => {
  const directory = temporaryDirectory();
  const { key, library } = record('db');
  const contents = {
    skills: [
      {
        ...skill('collections'),
        whenToUse: 'When rows change',
        trust: 'withheld' as const,
        standing: 'unusual' as const,
        files: [
          { path: 'SKILL.md', size: 1, kind: 'text' as const, digest: 'sha256:1' },
          { path: 'big', size: 9, kind: 'too-large' as const },
        ],
        frontmatter: { odd: [1, { deep: null }], 'a b': true },
        notes: [{ code: 'name-differs', message: 'The name differs.', line: 2 }],
      },
      skill('queries'),
    ],
    skipped: [{ path: 'skills/x/SKILL.md', line: 3, reason: 'no-description' as const, message: 'No description.' }],
  };

  const first = openCatalog({ directory, indexers: INDEXERS });
  const [number] = writeArtifacts(first, [{ key, library, contents }], { words });
  first.close();
  const second = openCatalog({ directory, indexers: INDEXERS });

  expect(readArtifact(second, key)).toEqual({ number, vouched: false, ...contents });
  expect(second.location).toBe(join(directory, 'catalog', 'catalog.db'));
  expect(second.notes).toEqual([]);
  second.close();
});

test.each([
  ['another fingerprint', { fingerprint: 'second' }, INDEXERS],
  ['another path', { path: '/elsewhere' }, INDEXERS],
  ['another folder inside', { inside: 'META-INF' }, INDEXERS],
  ['another ecosystem', { ecosystem: 'pypi' }, INDEXERS],
  ['another version of the indexer', {}, { npm: 2 }],
  ['an ecosystem without an indexer', {}, {}],
])('does not know an artifact by %s', (_case, difference, indexers) => {
  const directory = temporaryDirectory();
  const written = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(written, [record('db')], { words });
  written.close();
  const catalog = openCatalog({ directory, indexers });
  expect(readArtifact(catalog, { ...record('db').key, ...difference })).toBeUndefined();
  catalog.close();
});

test('what is found anew takes the place of what was held, under a new number', () => {
  const catalog = openCatalog({ directory: temporaryDirectory(), indexers: INDEXERS });
  const [before] = writeArtifacts(catalog, [record('db', 3)], { words });
  const [after] = writeArtifacts(catalog, [record('db', 1, 'second')], { words });
  expect(after).toBe((before ?? 0) + 1);
  expect(readArtifact(catalog, record('db', 1, 'first').key)).toBeUndefined();
  expect(readArtifact(catalog, record('db', 1, 'second').key)?.skills.map(({ name }) => name)).toEqual(['db-0']);
  catalog.close();
});

test('numbers many artifacts in the order they were given', () => {
  const catalog = openCatalog({ directory: temporaryDirectory(), indexers: INDEXERS });
  const records = Array.from({ length: 450 }, (_, index) => record(`library-${index}`, 1));
  const numbers = writeArtifacts(catalog, records, { words });
  expect(records.map(({ key }) => readArtifact(catalog, key)?.number)).toEqual(numbers);
  catalog.close();
});

test('text of any kind comes back as it was', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  const text = fc.oneof(fc.string({ unit: 'grapheme', minLength: 0 }), fc.string({ unit: 'binary' }));
  const json = fc.dictionary(text, fc.jsonValue({ stringUnit: 'binary' }));
  fc.assert(
    fc.property(text, text, text, json, (name, description, heading, frontmatter) => {
      const skills: StoredSkill[] = [{ ...skill('x'), name, description, headings: [heading], frontmatter }];
      const { key, library } = record('db');
      writeArtifacts(catalog, [{ key, library, contents: { skills, skipped: [] } }], { words });
      expect(readArtifact(catalog, key)?.skills).toEqual(JSON.parse(JSON.stringify(skills)));
    }),
  );
  catalog.close();
});

test('numbers beyond JSON in a frontmatter are kept as text', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  const { key, library } = record('db');
  const skills = [{ ...skill('x'), frontmatter: { big: 12345678901234567890n } }];
  writeArtifacts(catalog, [{ key, library, contents: { skills, skipped: [] } }], { words });
  expect(readArtifact(catalog, key)?.skills[0]?.frontmatter).toEqual({ big: '12345678901234567890' });
  catalog.close();
});

test('A-23 only its user may read the cache', () => {
  const directory = join(temporaryDirectory(), 'made', 'here');
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(catalog, [record('db')], { words });
  const modes = ['..', '.', 'catalog', 'catalog/catalog.db', 'catalog/catalog.db-wal', 'catalog/catalog.db-shm'].map(
    (path) => (statSync(join(directory, path)).mode & 0o777).toString(8),
  );
  expect(modes).toEqual(['700', '700', '700', '600', '600', '600']);
  catalog.close();
});

test('without a directory a process keeps its own', () => {
  const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
  writeArtifacts(catalog, [record('db')], { words });
  expect(readArtifact(catalog, record('db').key)?.skills).toHaveLength(2);
  expect(catalog.location).toBeUndefined();
  expect(catalog.notes).toEqual([]);
  catalog.close();
});

test('a closed catalog knows nothing and keeps nothing', () => {
  const catalog = openCatalog({ directory: temporaryDirectory(), indexers: INDEXERS });
  writeArtifacts(catalog, [record('db')], { words });
  catalog.close();
  catalog.close();
  expect(readArtifact(catalog, record('db').key)).toBeUndefined();
  expect(writeArtifacts(catalog, [record('db')], { words })).toEqual([undefined]);
});
