import type { Artifact } from '@skillscope/core';
import { ALL_ECOSYSTEMS } from './all.generated.ts';
import type { ArtifactContents } from './contents/index.ts';

export interface Announced {
  readonly key: string;
  /** Its place in the shared list of claims. */
  readonly number: number;
  readonly ecosystem: string;
  readonly artifact: Artifact;
}

export interface Answered {
  readonly key: string;
  readonly contents: ArtifactContents;
}

/** Runs on a thread of its own: answers lists of `Announced` with lists of `Answered`, until whoever started it ends it. */
export async function serveIndexing(): Promise<void> {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  // Loaded here, since the thread that started this one may never need it.
  const { indexAt } = await import('./index-artifact.ts');
  parentPort?.on('message', async (announced: readonly Announced[]) => {
    const answered: Answered[] = [];
    for (const { key, number, ecosystem, artifact } of announced) {
      const indexer = ALL_ECOSYSTEMS.find(({ id }) => id === ecosystem);
      if (indexer && claim(workerData, number)) answered.push({ key, contents: await indexAt(artifact, indexer) });
    }
    parentPort.postMessage(answered);
  });
}

/** True for the first thread that asks: the artifact is its to index. */
export function claim(claims: Uint8Array, number: number): boolean {
  return Atomics.exchange(claims, number, 1) === 0;
}
