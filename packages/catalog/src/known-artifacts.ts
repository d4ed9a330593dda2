import type { ArtifactKey, StoredArtifact } from './artifact.ts';
import { latestOf, placeOf } from './artifact-queue.ts';
import { type Catalog, sessionOf } from './catalog.ts';
import { hasArtifacts, readArtifact } from './read-artifact.ts';

/**
 * Tells what is known about artifacts, searchable or not, as it is now. `undefined` when nothing is known about any: a
 * first scan need not ask about each.
 */
export function knownArtifacts(catalog: Catalog): ((key: ArtifactKey) => StoredArtifact | undefined) | undefined {
  const session = sessionOf(catalog);
  const queued = latestOf(session.queue.read());
  const isHeld = session.isThere && hasArtifacts(catalog);
  if (queued.size === 0 && !isHeld) return undefined;
  return (key) => {
    const record = queued.get(placeOf(key));
    if (record?.key.fingerprint === key.fingerprint) return { vouched: record.vouched ?? false, ...record.contents };
    // What the database has will be replaced by what waits, which is another state: this one must wait behind it.
    if (record) return undefined;
    return isHeld ? readArtifact(catalog, key) : undefined;
  };
}
