import type { Catalog } from '@skillscope/catalog';
import type { Note } from '@skillscope/core';
import { ECOSYSTEM_IDS } from '@skillscope/ecosystems';
import { indexWaiting } from '../index-waiting.ts';
import { knownEcosystems } from '../known-ecosystems.ts';
import type { EncodingProgress } from '../meaning/fill-index.ts';
import { meaningOf } from '../meaning/meaning.ts';
import { type OutsideProgress, type WalkedEcosystem, warmOutside } from '../walk-outside.ts';

export interface WarmAnswer {
  readonly action: 'warm';
  readonly directory: string;
  /** What lies in the stores of each, whether or not a project uses it. */
  readonly ecosystems: readonly WalkedEcosystem[];
  readonly notes: readonly Note[];
}

export interface WarmOptions {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Ids of ecosystems; default all. */
  readonly only?: readonly string[];
  readonly onProgress?: (progress: OutsideProgress) => void;
  readonly onEncoding?: (progress: EncodingProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Looks through every store of libraries on this machine and encodes what it finds, and what projects were found to use,
 * so that a search need not. An interrupted one keeps what it found.
 *
 * @throws SkillscopeError `usage` for an unknown ecosystem; `signal`'s reason when aborted
 */
export async function warm(catalog: Catalog, options: WarmOptions): Promise<WarmAnswer> {
  const { directory, environment, home, only, onProgress, onEncoding, signal } = options;
  const known = only === undefined ? ECOSYSTEM_IDS : knownEcosystems(only);
  const ecosystems = await warmOutside(catalog, {
    environment,
    home,
    ecosystems: ECOSYSTEM_IDS.filter((id) => known.includes(id)),
    ...(onProgress ? { onProgress } : {}),
    ...(signal ? { signal } : {}),
  });
  indexWaiting(catalog);
  const notes = await meaningOf(catalog, environment).fill(async () => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    return true;
  }, onEncoding);
  return { action: 'warm', directory, ecosystems, notes: [...notes, ...catalog.notes] };
}
