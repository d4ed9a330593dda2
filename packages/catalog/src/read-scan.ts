import { type Catalog, sessionOf } from './catalog.ts';
import { readJson, writeJson } from './json.ts';
import { readObservations } from './observations.ts';
import { DAY } from './policy.ts';
import type { StoredScan } from './scan-record.ts';

/** The scan kept under a key, of any age. */
export function readScan(catalog: Catalog, key: string): StoredScan | undefined {
  const session = sessionOf(catalog);
  session.begin();
  const found = session.read(undefined, (connection) => {
    const row = connection.get<ScanRow>(SCAN, writeJson(key));
    if (!row) return undefined;
    const { number, seenAt, observations, result } = row;
    return { number, seenAt, observed: readObservations(observations), result: readJson<unknown>(result) };
  });
  if (!found) return undefined;
  const { number, seenAt, observed, result } = found;
  const now = Date.now();
  if (seenAt < now - DAY)
    session.tend((connection) => connection.run('update project set seen_at = ? where number = ?', now, number));
  return { result, holds: (stampOf) => holds(observed, stampOf) };
}

function holds(observed: readonly string[], stampOf: (path: string) => string): boolean {
  for (let index = 0; index < observed.length; index += 2)
    if (stampOf(observed[index] ?? '') !== observed[index + 1]) return false;
  return true;
}

const SCAN = `
  select number, seen_at as seenAt, observations, result
  from project join scan on scan.project = project.number where key = ?`;

interface ScanRow {
  readonly number: number;
  readonly seenAt: number;
  readonly observations: string;
  readonly result: string;
}
