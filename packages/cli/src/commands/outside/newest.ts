import { type Catalog, type KnownLibrary, readVersions } from '@skillscope/catalog';
import { parsePurl } from '@skillscope/core';
import { compareVersions } from '@skillscope/ecosystems';
import { isOwnWork } from './scope.ts';

/** The newest version of a library, with all its artifacts. */
export interface Shelf {
  readonly purl: string;
  readonly version: string;
  readonly artifacts: readonly KnownLibrary[];
}

/** The newest version of a library, by its package URL up to the version, among all that is held of it. */
export function newestOf(catalog: Catalog, base: string): Shelf | undefined {
  let best: Shelf | undefined;
  for (const held of readVersions(catalog, base)) {
    if (isOwnWork(held.purl)) continue;
    const version = parsePurl(held.purl)?.version ?? '';
    const order = best === undefined ? 1 : compareVersions(version, best.version);
    if (best === undefined || order > 0 || (order === 0 && held.purl < best.purl))
      best = { purl: held.purl, version, artifacts: [held] };
    else if (held.purl === best.purl) best = { ...best, artifacts: [...best.artifacts, held] };
  }
  return best;
}
