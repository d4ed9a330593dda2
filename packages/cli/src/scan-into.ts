import {
  type Catalog,
  hasArtifacts,
  prune,
  readArtifact,
  vouchFor,
  writeArtifacts,
  writeScan,
} from '@skillscope/catalog';
import { artifactsOf, words } from '@skillscope/core';
import { type FoundProject, scan } from '@skillscope/ecosystems';
import type { LookupRequest } from './lookup.ts';
import { keepScope, type Scope, scopeOf } from './scope.ts';

/** Scans a project and keeps in the catalog what was found, the scan itself under `key`. */
export async function scanInto(
  catalog: Catalog,
  key: string,
  project: FoundProject,
  request: LookupRequest,
): Promise<Scope> {
  const records: Parameters<typeof writeArtifacts>[1][number][] = [];
  const { scan: found, observations } = await scan({
    project,
    environment: request.environment,
    home: request.home,
    ...(hasArtifacts(catalog) ? { known: (artifact) => readArtifact(catalog, artifact) } : {}),
    indexed: (artifact, { purl, name, summary }, contents) =>
      records.push({ key: artifact, library: { purl, name, ...(summary ? { summary } : {}) }, contents }),
    ...(request.onProgress ? { onProgress: request.onProgress } : {}),
    ...(request.signal ? { signal: request.signal } : {}),
  });
  const scope = scopeOf({ ...found, scannedAt: new Date().toISOString() });
  writeArtifacts(catalog, records, { words });
  vouchFor(
    catalog,
    found.libraries
      .filter(({ pinned }) => pinned)
      .flatMap((library) =>
        artifactsOf(library).map(({ path, inside = '' }) => ({
          path,
          inside,
          ecosystem: library.ecosystem,
          purl: library.purl,
        })),
      ),
  );
  writeScan(catalog, key, { observations, ...keepScope(scope) });
  prune(catalog);
  return scope;
}
