import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  type ArtifactRecord,
  type Catalog,
  indexQueued,
  knownArtifacts,
  prune,
  queueArtifacts,
  type VouchedArtifact,
  vouchFor,
  writeArtifacts,
  writeScan,
} from '@skillscope/catalog';
import { type Dependency, words } from '@skillscope/core';
import { type ArtifactKey, type FoundProject, scan } from '@skillscope/ecosystems';
import type { LookupRequest } from './lookup.ts';
import { keepScope, type Scope, scopeOf } from './scope.ts';

/**
 * Scans a project and keeps in the catalog what was found, the scan itself under `key`.
 * Nothing of it is known where it is the first: that is worth a second thread.
 */
export async function scanInto(
  catalog: Catalog,
  key: string,
  project: FoundProject,
  request: LookupRequest,
  { isFirst }: { readonly isFirst: boolean },
): Promise<Scope> {
  const found: ArtifactRecord[] = [];
  const vouched: VouchedArtifact[] = [];
  const known = knownArtifacts(catalog);
  const recall = (artifact: ArtifactKey, dependency: Dependency) => {
    const stored = known?.(artifact);
    if (!stored || stored.vouched || !dependency.pinned) return stored;
    if (stored.number === undefined) found.push(recordOf(artifact, dependency, stored));
    else vouched.push({ ...artifact, purl: dependency.purl });
    return stored;
  };
  const { scan: result, observations } = await scan({
    project,
    environment: request.environment,
    home: request.home,
    ...(known ? { known: recall } : {}),
    indexed: (artifact, dependency, contents) => found.push(recordOf(artifact, dependency, contents)),
    ...(request.onProgress ? { onProgress: request.onProgress } : {}),
    ...(request.signal ? { signal: request.signal } : {}),
    // A server would keep what the thread took of memory, a third of its own.
    ...(isFirst && request.asker !== 'tool' ? indexThread() : {}),
  });
  const scope = scopeOf({ ...result, scannedAt: new Date().toISOString() });
  keepArtifacts(catalog, found, request);
  vouchFor(catalog, vouched);
  writeScan(catalog, key, { observations, ...keepScope(scope) });
  prune(catalog);
  return scope;
}

function recordOf(
  key: ArtifactKey,
  { purl, name, summary, pinned }: Dependency,
  { skills, skipped }: ArtifactRecord['contents'],
): ArtifactRecord {
  return {
    key,
    library: { purl, name, ...(summary ? { summary } : {}) },
    contents: { skills, skipped },
    vouched: pinned ?? false,
  };
}

/** Where nothing is searched they wait for the first search, and without a cache they are not needed at all. */
function keepArtifacts(
  catalog: Catalog,
  found: readonly ArtifactRecord[],
  { searching, useCache }: LookupRequest,
): void {
  if (!searching && (!useCache || queueArtifacts(catalog, found))) return;
  indexQueued(catalog, { words });
  writeArtifacts(catalog, found, { words });
}

/** Only where this is the bundle, whose thread is another script that loads it, and only where two threads can run at once. */
function indexThread(): { readonly thread?: string } {
  const script = join(import.meta.dirname, '../bin/index-thread.js');
  const isWorthIt = import.meta.filename.endsWith('.js') && availableParallelism() > 1 && hasAddresses();
  return isWorthIt ? { thread: script } : {};
}

/** Bytes of addresses that two threads need: of too few V8 does not complain, it ends the process. */
const ADDRESSES = 2_000_000_000;

/** Whether the system gives this process as many addresses as two threads need, which only Linux says. */
function hasAddresses(): boolean {
  try {
    const [, most] = /^Max address space +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === undefined || Number(most) >= ADDRESSES;
  } catch {
    return true;
  }
}
