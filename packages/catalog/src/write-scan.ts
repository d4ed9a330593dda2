import { type Catalog, sessionOf } from './catalog.ts';
import { writeJson } from './json.ts';
import { writeObservations } from './observations.ts';
import { POLICY } from './policy.ts';
import type { ScanRecord } from './scan-record.ts';

/**
 * Keeps a scan in place of what was kept under its key. The key holds every input: directory, options, variables,
 * versions of the ecosystems and of the result's shape.
 */
export function writeScan(catalog: Catalog, key: string, { directory, observations, result }: ScanRecord): void {
  const observed = writeObservations(observations);
  if (observed === undefined) return;
  const texts = [observed, writeJson(result)] as const;
  sessionOf(catalog).write(undefined, (connection) => {
    connection.run('delete from project where key = ?', writeJson(key));
    const project = connection.run(PROJECT, writeJson(key), directory, Date.now());
    connection.run('insert into scan (project, observations, result) values (?, ?, ?)', project, ...texts);
    connection.run(SURPLUS, directory, directory, POLICY.scansPerDirectory);
  });
}

/** Drops the scan kept under a key. */
export function forgetScan(catalog: Catalog, key: string): void {
  sessionOf(catalog).write(undefined, (connection) =>
    connection.run('delete from project where key = ?', writeJson(key)),
  );
}

const PROJECT = 'insert into project (key, directory, seen_at) values (?, ?, ?)';

const SURPLUS = `
  delete from project where directory = ? and number not in (
    select number from project where directory = ? order by seen_at desc, number desc limit ?
  )`;
