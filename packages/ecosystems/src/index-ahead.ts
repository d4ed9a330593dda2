import { Worker } from 'node:worker_threads';
import { type Artifact, LIMITS } from '@skillscope/core';
import type { ArtifactContents } from './contents/index.ts';
import { type Announced, type Answered, claim } from './index-thread.ts';

/** Artifacts that a second thread indexes while the project that uses them is still being read. */
export interface IndexAhead {
  /** Says how many artifacts may be announced. Where they are many, the thread starts now. */
  expect(artifacts: number): void;
  /** Says that the artifact is likely to be asked for. */
  announce(ecosystem: string, artifact: Artifact): void;
  /** Once everything is announced: indexes here, from the last on, what the thread has not come to. */
  help(index: (announced: Announced) => Promise<ArtifactContents>): Promise<void>;
  /** What an announced artifact holds; `undefined` for any other one, and for all of them once the thread failed. */
  contentsOf(ecosystem: string, artifact: Artifact): Promise<ArtifactContents | undefined>;
  close(): void;
}

/** With fewer artifacts than this a thread takes longer to start than it saves. */
const WORTH_A_THREAD = 48;
/** What is indexed is soon done with: with more room to begin in, the thread takes as long and more memory. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 4 };
/** A message costs as much as a small artifact, and what is answered last is waited for. */
const PER_MESSAGE = 24;

/**
 * Starts nothing before there is enough to do.
 *
 * @param script absolute path of a script that calls `serveIndexing`
 */
export function openIndexAhead(script: string): IndexAhead {
  const claims = new Uint8Array(new SharedArrayBuffer(LIMITS.dependencies));
  const announced = new Map<string, Announced>();
  const answers = new Map<string, Promise<ArtifactContents | undefined>>();
  const waiting = new Map<string, (contents: ArtifactContents | undefined) => void>();
  let unsent: Announced[] = [];
  let worker: Worker | undefined;
  let hasEnded = false;

  /** Where the system refuses a thread, or the memory for it, none is missed. */
  function start(): Worker | undefined {
    if (hasEnded) return undefined;
    try {
      return begin();
    } catch {
      end();
      return undefined;
    }
  }

  function begin(): Worker {
    const started = new Worker(script, { workerData: claims, resourceLimits: THREAD_LIMITS });
    started.unref();
    started.on('message', (answered: readonly Answered[]) => {
      for (const { key, contents } of answered) settle(key, contents);
    });
    started.on('error', end);
    started.on('exit', end);
    return started;
  }

  function settle(key: string, contents: ArtifactContents | undefined): void {
    waiting.get(key)?.(contents);
    waiting.delete(key);
  }

  /** Whoever still waits indexes for itself. */
  function end(): void {
    hasEnded = true;
    for (const key of [...waiting.keys()]) settle(key, undefined);
  }

  function send(): void {
    worker ??= start();
    worker?.postMessage(unsent);
    unsent = [];
  }

  return {
    expect(artifacts) {
      if (artifacts >= WORTH_A_THREAD) worker ??= start();
    },
    announce(ecosystem, artifact) {
      const key = keyOf(ecosystem, artifact);
      if (hasEnded || announced.has(key) || announced.size === claims.length) return;
      const one = { key, number: announced.size, ecosystem, artifact };
      announced.set(key, one);
      answers.set(key, new Promise((resolve) => waiting.set(key, resolve)));
      unsent.push(one);
      if (unsent.length >= (worker ? PER_MESSAGE : WORTH_A_THREAD)) send();
    },
    async help(index) {
      if (!worker) return end();
      if (unsent.length > 0) send();
      for (const one of [...announced.values()].reverse()) {
        if (!hasEnded && claim(claims, one.number)) settle(one.key, await index(one));
      }
    },
    contentsOf: (ecosystem, artifact) => answers.get(keyOf(ecosystem, artifact)) ?? Promise.resolve(undefined),
    close() {
      end();
      worker?.terminate();
    },
  };
}

function keyOf(ecosystem: string, { path, inside = '' }: Artifact): string {
  return `${ecosystem}\0${path}\0${inside}`;
}
