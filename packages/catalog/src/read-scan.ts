import { type Catalog, sessionOf } from './catalog.ts';
import type { StoredScan } from './scan-record.ts';

/** The scan kept under a key, of any age. */
export function readScan(catalog: Catalog, key: string): StoredScan | undefined {
  const session = sessionOf(catalog);
  session.begin();
  return session.scans.read(key);
}
