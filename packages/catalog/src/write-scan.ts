import { type Catalog, sessionOf } from './catalog.ts';
import type { ScanRecord } from './scan-record.ts';

/**
 * Keeps a scan in place of what was kept under its key. The key holds every input: directory, options, variables,
 * versions of the ecosystems and of the result's shape.
 */
export function writeScan(catalog: Catalog, key: string, record: ScanRecord): void {
  const session = sessionOf(catalog);
  session.scans.write(key, record, session.canKeepFiles);
}

/** Drops the scan kept under a key. */
export function forgetScan(catalog: Catalog, key: string): void {
  sessionOf(catalog).scans.forget(key);
}
