import { type Catalog, sessionOf } from './catalog.ts';
import { type ArtifactRecord, type WriteArtifactsOptions, writeArtifacts } from './write-artifacts.ts';

/**
 * Keeps what was found in artifacts until `indexQueued` makes it searchable. False when that is impossible, or when too
 * much waits already: then nothing was kept.
 */
export function queueArtifacts(catalog: Catalog, records: readonly ArtifactRecord[]): boolean {
  return sessionOf(catalog).queue.add(records);
}

/**
 * Makes searchable what waits, of all processes. Nothing of it is lost when this process ends in between. Finished scans
 * are dropped where something that waited turns out to be damaged or gone.
 */
export function indexQueued(catalog: Catalog, options: WriteArtifactsOptions): void {
  const session = sessionOf(catalog);
  for (const { name, records, isDamaged } of session.queue.read()) {
    // Which project they were found for is not known, so every one is scanned again.
    if (isDamaged) session.scans.forgetAll();
    const numbers = writeArtifacts(catalog, records, options);
    session.queue.drop(name, session.isLasting && !numbers.includes(undefined));
  }
}
