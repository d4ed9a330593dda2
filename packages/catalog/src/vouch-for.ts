import type { ArtifactKey, ArtifactLibrary } from './artifact.ts';
import { type Catalog, sessionOf } from './catalog.ts';

export interface VouchedArtifact extends Omit<ArtifactKey, 'fingerprint'>, Pick<ArtifactLibrary, 'purl'> {}

/** Lets artifacts answer for their names outside their project. One that is held under another package URL is left as it is. */
export function vouchFor(catalog: Catalog, artifacts: readonly VouchedArtifact[]): void {
  if (artifacts.length === 0) return;
  sessionOf(catalog).write(undefined, (connection) => {
    for (const { path, inside, ecosystem, purl } of artifacts) connection.run(VOUCH, path, inside, ecosystem, purl);
  });
}

const VOUCH = `
  update artifact set vouched = 1
  where path = ? and inside = ? and ecosystem = ? and purl = ? and vouched = 0`;
