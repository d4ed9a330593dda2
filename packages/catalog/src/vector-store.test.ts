import { readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  clearCatalog,
  dropVectors,
  listVectors,
  newestArtifact,
  openCatalog,
  presentArtifacts,
  readListingTexts,
  readVectors,
  type VectorBlock,
  writeArtifacts,
  writeVectors,
} from './index.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { INDEXERS, record, words } from './testing/records.ts';

const SPACE = { encoder: 'an encoder', stride: 16 };
const blockOf = (after: number, upTo: number): VectorBlock => ({
  after,
  upTo,
  keys: Float64Array.of(upTo * 1_024),
  ecosystems: Uint8Array.of(0),
  ecosystemIds: ['npm'],
  scales: Float32Array.of(1),
  rows: new Int8Array(16),
});

function open(directory = temporaryDirectory()) {
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  return { directory, catalog, vectors: join(directory, 'catalog', 'vectors') };
}

const rangesOf = (kept: readonly { after: number; upTo: number }[]) => kept.map(({ after, upTo }) => [after, upTo]);

describe('files of vectors', () => {
  it('are found again by another process, and lie beside the database', () => {
    const { directory, catalog } = open();
    writeVectors(catalog, SPACE, blockOf(0, 5));
    const other = open(directory).catalog;
    const [file] = listVectors(other, SPACE);
    expect(file && readVectors(other, SPACE, file)).toEqual(blockOf(0, 5));
    clearCatalog(directory);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('of another encoder are not listed', () => {
    const { catalog } = open();
    writeVectors(catalog, SPACE, blockOf(0, 5));
    expect(listVectors(catalog, { ...SPACE, encoder: 'another' })).toEqual([]);
  });

  it('are not kept where the catalog is not', () => {
    const catalog = openCatalog({ directory: undefined, indexers: INDEXERS });
    writeVectors(catalog, SPACE, blockOf(0, 5));
    expect(listVectors(catalog, SPACE)).toEqual([]);
  });

  it('that are cut short or not ours are not read', () => {
    const { catalog, vectors } = open();
    writeVectors(catalog, SPACE, blockOf(0, 5));
    writeVectors(catalog, SPACE, blockOf(5, 6));
    const [first, second] = readdirSync(vectors).sort();
    truncateSync(join(vectors, first ?? ''), 40);
    writeFileSync(join(vectors, second ?? ''), 'something else');
    expect(listVectors(catalog, SPACE).map((file) => readVectors(catalog, SPACE, file))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('that a killed process left half written are not listed, and go after a day', () => {
    const { catalog, vectors } = open();
    writeVectors(catalog, SPACE, blockOf(0, 5));
    const [name = ''] = readdirSync(vectors);
    writeFileSync(join(vectors, `${name}.4711`), readFileSync(join(vectors, name)).subarray(0, 30));
    expect(rangesOf(listVectors(catalog, SPACE))).toEqual([[0, 5]]);
    dropVectors(catalog, SPACE, []);
    expect(readdirSync(vectors)).toHaveLength(2);
    const yesterday = Date.now() / 1_000 - 90_000;
    utimesSync(join(vectors, `${name}.4711`), yesterday, yesterday);
    dropVectors(catalog, SPACE, []);
    expect(readdirSync(vectors)).toEqual([name]);
  });

  it('of an encoder that nobody used for a month go', () => {
    const { catalog, vectors } = open();
    writeVectors(catalog, { ...SPACE, encoder: 'former' }, blockOf(0, 5));
    dropVectors(catalog, SPACE, [], Date.now() + 29 * 86_400_000);
    expect(readdirSync(vectors)).toHaveLength(1);
    dropVectors(catalog, SPACE, [], Date.now() + 31 * 86_400_000);
    expect(readdirSync(vectors)).toEqual([]);
  });

  it('are dropped when others hold the same', () => {
    const { catalog } = open();
    for (const upTo of [5, 6]) writeVectors(catalog, SPACE, blockOf(upTo - 1, upTo));
    dropVectors(catalog, SPACE, listVectors(catalog, SPACE).slice(0, 1));
    expect(rangesOf(listVectors(catalog, SPACE))).toEqual([[5, 6]]);
  });
});

describe('readListingTexts', () => {
  it('gives what libraries and skills say of themselves, in the order of their rows, a few artifacts at a time', () => {
    const { catalog } = open();
    const [first = 0, second = 0] = writeArtifacts(catalog, [record('db', 1), record('router', 0)], { words });
    expect(newestArtifact(catalog)).toBe(second);
    const { texts, upTo } = readListingTexts(catalog, { after: 0, upTo: second }, 1);
    expect([texts.map(({ key, name, ecosystem }) => [key, name, ecosystem]), upTo]).toEqual([
      [
        [first * 1_024, 'db', 'npm'],
        [first * 1_024 + 1, 'db-0', 'npm'],
      ],
      first,
    ]);
    const rest = readListingTexts(catalog, { after: upTo, upTo: second + 5 }, 10);
    expect([rest.texts.map(({ name }) => name), rest.upTo]).toEqual([['router'], second + 5]);
    expect([...presentArtifacts(catalog, { after: first, upTo: second })]).toEqual([second]);
  });

  it('knows an artifact that is written again under its new number only', () => {
    const { catalog } = open();
    const [before = 0] = writeArtifacts(catalog, [record('db', 1)], { words });
    const [after = 0] = writeArtifacts(catalog, [record('db', 0, 'second')], { words });
    expect(readListingTexts(catalog, { after: 0, upTo: before }, 10).texts).toEqual([]);
    expect(readListingTexts(catalog, { after: before, upTo: after }, 10).texts.map(({ name }) => name)).toEqual(['db']);
  });
});
