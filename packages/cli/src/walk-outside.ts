import { dirname } from 'node:path';
import {
  type ArtifactRecord,
  beginWalk,
  type Catalog,
  readPlaces,
  readWalk,
  type StoredWalk,
  writeArtifacts,
  writeWalk,
} from '@skillscope/catalog';
import { LIMITS, words } from '@skillscope/core';
import { walkOutside as walk } from '@skillscope/ecosystems';

/** This machine, as far as it decides where libraries lie. */
export interface MachineRequest {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export interface WarmRequest extends MachineRequest {
  /** Ids of the ecosystems to walk. */
  readonly ecosystems: readonly string[];
  readonly onProgress?: (progress: OutsideProgress) => void;
  readonly signal?: AbortSignal;
}

export interface OutsideProgress {
  readonly ecosystem: string;
  /** Libraries come across so far. */
  readonly libraries: number;
  readonly isDone: boolean;
}

/** What a walk of one ecosystem's stores came across. */
export interface WalkedEcosystem {
  readonly id: string;
  readonly libraries: number;
  /** Artifacts that were not known before, or have changed. */
  readonly indexed: number;
}

export interface RefreshRequest extends MachineRequest {
  readonly ecosystems: readonly string[];
  /** How long it may take, about; at least one step is done. Default `LIMITS.outsideMilliseconds`. */
  readonly milliseconds?: number;
  /** Milliseconds after which an ecosystem is walked again. Default `LIMITS.outsideInterval`. */
  readonly interval?: number;
}

/**
 * Walks the stores of these ecosystems as far as the time allows, and keeps what was found and where it was cut, so
 * that the next one goes on there. Does nothing for an ecosystem that some process walked in the last minutes.
 *
 * @returns the ecosystems that are not known to their end, now or from an earlier walk
 */
export async function refreshOutside(catalog: Catalog, request: RefreshRequest): Promise<readonly string[]> {
  const { environment, home, ecosystems } = request;
  const { milliseconds = LIMITS.outsideMilliseconds, interval = LIMITS.outsideInterval } = request;
  const deadline = performance.now() + milliseconds;
  let isFirst = true;
  const due = ecosystems
    .map((id) => ({ id, walkedAt: readWalk(catalog, id).walkedAt }))
    .sort((a, b) => a.walkedAt - b.walkedAt);
  for (const { id } of due) {
    if (!isFirst && performance.now() >= deadline) break;
    const begun = beginWalk(catalog, id, Date.now() - interval);
    isFirst = begun === undefined && isFirst;
    if (begun) await walkOne(catalog, id, begun, { environment, home, goOn: () => performance.now() < deadline });
  }
  return ecosystems.filter((id) => readWalk(catalog, id).finishedAt === 0);
}

/** Walks the stores of these ecosystems from end to end, whatever time that takes. Rejects only when `signal` is aborted. */
export async function warmOutside(catalog: Catalog, request: WarmRequest): Promise<readonly WalkedEcosystem[]> {
  const { environment, home, ecosystems, onProgress, signal } = request;
  const walked: WalkedEcosystem[] = [];
  for (const ecosystem of ecosystems) {
    let lastTurn = performance.now();
    const goOn = async (libraries: number) => {
      const now = performance.now();
      if (now - lastTurn < TURN_MILLISECONDS) return true;
      lastTurn = now;
      onProgress?.({ ecosystem, libraries, isDone: false });
      await new Promise<void>((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      return true;
    };
    const { libraries, indexed } = await walkOne(catalog, ecosystem, { libraries: 0 }, { environment, home, goOn });
    onProgress?.({ ecosystem, libraries, isDone: true });
    walked.push({ id: ecosystem, libraries, indexed });
  }
  return walked;
}

/** Between two turns of the event loop, in which progress is shown and an interruption is noticed. */
const TURN_MILLISECONDS = 50;

/** Artifacts kept in one go: few enough that writing them costs little of the time that a search has. */
const BATCH = 50;

/** The directory that an artifact shares with others of its kind, where its place shows one. */
function holderOf({ path, inside }: { readonly path: string; readonly inside: string }): readonly string[] {
  if (inside !== '') return [path];
  return /\.[ja]ar$/.test(path) ? [dirname(path)] : [];
}

interface WalkOptions extends MachineRequest {
  readonly goOn: (libraries: number) => boolean | Promise<boolean>;
}

async function walkOne(
  catalog: Catalog,
  ecosystem: string,
  from: Pick<StoredWalk, 'position' | 'libraries'>,
  { environment, home, goOn }: WalkOptions,
): Promise<{ readonly libraries: number; readonly indexed: number }> {
  const places = readPlaces(catalog, ecosystem);
  const held = new Map(places.map((place) => [`${place.path}\0${place.inside}`, place]));
  let batch: ArtifactRecord[] = [];
  let indexed = 0;
  const before = from.position ? from.libraries : 0;
  const flush = () => {
    writeArtifacts(catalog, batch, { words });
    batch = [];
  };
  const { position, libraries } = await walk({
    ecosystem,
    environment,
    home,
    program: process.execPath,
    known: [...new Set(places.flatMap(holderOf))],
    ...(from.position ? { from: from.position } : {}),
    fingerprintOf: (path, inside, vouched) => {
      const place = held.get(`${path}\0${inside}`);
      return place && (place.vouched || !vouched) ? place.fingerprint : undefined;
    },
    indexed: (artifact) => {
      batch.push(artifact);
      indexed += 1;
      const { path, inside, fingerprint } = artifact.key;
      held.set(`${path}\0${inside}`, { path, inside, fingerprint, vouched: artifact.vouched });
    },
    goOn: (at, found) => {
      if (batch.length >= BATCH) {
        flush();
        writeWalk(catalog, ecosystem, { position: at, libraries: before + found });
      }
      return goOn(before + found);
    },
  });
  flush();
  writeWalk(catalog, ecosystem, { libraries: before + libraries, ...(position ? { position } : {}) });
  return { libraries: before + libraries, indexed };
}
