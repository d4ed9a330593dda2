import { type Catalog, indexQueued } from '@skillscope/catalog';
import { words } from '@skillscope/core';

/** Makes searchable what earlier scans left waiting. */
export function indexWaiting(catalog: Catalog): void {
  indexQueued(catalog, { words });
}
