import { writeSync } from 'node:fs';
import type { Catalog } from '../catalog.ts';
import { connect } from '../connection.ts';
import { loadDriver } from '../driver.ts';
import { openCatalog, prune, readArtifact, readScan, searchWords, writeArtifacts, writeScan } from '../index.ts';
import { databaseOf } from '../places.ts';
import { sleep } from '../sleep.ts';
import { INDEXERS, record, words } from './records.ts';

/*
 * One process of the tests with several: `child <role> <directory> <argument>`. Prints one JSON value a line.
 */
const [role = '', directory = '', argument = ''] = process.argv.slice(2);

/** As long as it takes: what several processes write must all be there in the end. */
const PATIENCE = 30_000;

const ROLES: Readonly<Record<string, () => void>> = {
  /** Opens, writes artifacts named for it, reads them back, closes. */
  once() {
    const catalog = openCatalog({ directory, indexers: INDEXERS, busyMilliseconds: PATIENCE });
    const records = Array.from({ length: Number(process.argv[5] ?? 5) }, (_, index) => record(`${argument}-${index}`));
    const already = records.filter(({ key }) => readArtifact(catalog, key)).length;
    const numbers = writeArtifacts(catalog, records, { words });
    const artifacts = numbers.filter((number) => number !== undefined);
    writeScan(catalog, argument, { observations: [], result: argument });
    print({
      already,
      written: artifacts.length,
      read: records.filter(({ key }) => readArtifact(catalog, key)?.skills.length === 2).length,
      found: searchWords(catalog, { words: ['library'], artifacts }).candidates({ limit: 1_000 }).length,
      scan: readScan(catalog, argument)?.result,
      location: catalog.location,
      notes: catalog.notes.map(({ code }) => code),
    });
    catalog.close();
  },

  /** Keeps the database to itself until standard input ends. */
  hold() {
    const connection = connect(loadDriver(), databaseOf(directory), { busyMilliseconds: PATIENCE });
    connection.exec('pragma locking_mode = exclusive; begin exclusive');
    print({ held: true });
    process.stdin.on('end', () => connection.close()).resume();
  },

  /** Reads what the parent wrote, and writes nothing. */
  read() {
    const catalog = openCatalog({ directory, indexers: INDEXERS, busyMilliseconds: PATIENCE });
    print({
      read: readArtifact(catalog, record(argument).key)?.skills.length,
      location: catalog.location,
      notes: catalog.notes.map(({ code }) => code),
    });
    catalog.close();
  },

  /** Writes batch after batch until it is killed, telling of each before and after. */
  write() {
    const catalog = openCatalog({ directory, indexers: INDEXERS, busyMilliseconds: PATIENCE });
    for (let batch = Number(argument); ; batch += 1) {
      const records = Array.from({ length: 40 }, (_, index) => record(`batch-${batch}-${index}`));
      print({ begun: batch });
      const numbers = writeArtifacts(catalog, records, { words });
      writeScan(catalog, `batch-${batch}`, { observations: [], result: 'x'.repeat(20_000) });
      print({ committed: batch, failed: numbers.includes(undefined), notes: catalog.notes });
    }
  },

  /** Writes for so many milliseconds. */
  'write-for'() {
    const catalog = openCatalog({ directory, indexers: INDEXERS, busyMilliseconds: PATIENCE });
    let rounds = 0;
    for (const end = Date.now() + Number(argument); Date.now() < end; rounds += 1) {
      const records = Array.from({ length: 50 }, (_, index) =>
        record(`library-${index}`, (rounds + index) % 4, `${rounds}`),
      );
      writeArtifacts(catalog, records, { words });
      writeScan(catalog, 'key', { observations: [], result: rounds });
      if (rounds % 10 === 0) prune(catalog);
      sleep(5);
    }
    print({ rounds, wrong: 0, location: catalog.location, notes: catalog.notes });
    catalog.close();
  },

  /** Reads for so many milliseconds with one catalog. */
  'read-for'() {
    const catalog = openCatalog({ directory, indexers: INDEXERS, busyMilliseconds: PATIENCE });
    let rounds = 0;
    let wrong = 0;
    for (const end = Date.now() + Number(argument); Date.now() < end; rounds += 1) wrong += lookAround(catalog);
    print({ rounds, wrong, location: catalog.location, notes: catalog.notes });
    catalog.close();
  },

  /** The same, opened anew each time. */
  'open-for'() {
    let rounds = 0;
    let wrong = 0;
    const notes: unknown[] = [];
    for (const end = Date.now() + Number(argument); Date.now() < end; rounds += 1) {
      const catalog = openCatalog({ directory, indexers: INDEXERS, busyMilliseconds: PATIENCE });
      wrong += lookAround(catalog);
      notes.push(...catalog.notes);
      if (catalog.location === undefined) wrong += 1;
      catalog.close();
    }
    print({ rounds, wrong, location: 'each', notes });
  },
};

/** How many answers were not whole. */
function lookAround(catalog: Catalog): number {
  let wrong = 0;
  for (let round = 0; round < 4; round += 1) {
    for (let index = 0; index < 50; index += 10) {
      const known = readArtifact(catalog, record(`library-${index}`, 0, '0').key);
      if (known && known.skills.length !== index % 4) wrong += 1;
    }
    const search = searchWords(catalog, { words: ['library', 'setup'], artifacts: [1, 2, 3] });
    if (search.candidates({ where: 'outside', limit: 50 }).some(({ fields }) => fields.description === '')) wrong += 1;
    search.frequencies('inside');
    readScan(catalog, 'key');
  }
  return wrong;
}

function print(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

ROLES[role]?.();
