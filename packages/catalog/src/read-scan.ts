import { type Catalog, sessionOf } from './catalog.ts';
import { readJson, writeJson } from './json.ts';
import { DAY } from './policy.ts';
import type { ScanObservation, StoredScan } from './scan-record.ts';

/** The scan kept under a key, of any age: whether it still holds is for its observations to tell. */
export function readScan(catalog: Catalog, key: string): StoredScan | undefined {
  const session = sessionOf(catalog);
  const found = session.read(undefined, (connection) => {
    const row = connection.get<ScanRow>(SCAN, writeJson(key));
    if (!row) return undefined;
    const { number, seenAt, observations, result } = row;
    return {
      number,
      seenAt,
      observations: readJson<ScanObservation[]>(observations),
      result: readJson<unknown>(result),
    };
  });
  if (!found) return undefined;
  const now = Date.now();
  if (found.seenAt < now - DAY)
    session.tend((connection) => connection.run('update project set seen_at = ? where number = ?', now, found.number));
  return { observations: found.observations, result: found.result };
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
