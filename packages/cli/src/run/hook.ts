import { cleanLine } from '@skillscope/core';
import { cacheDirectory } from '../cache-directory.ts';
import { EXIT } from '../exit-codes.ts';
import { hookAnswer } from '../hook/answer.ts';
import { callOf, type HookCall } from '../hook/call.ts';
import { HOOK_LIMITS } from '../hook/limits.ts';
import { dropOldMemories, openMemory } from '../hook/memory.ts';
import type { Run } from '../main.ts';

export interface HookOptions {
  /** Answer this event alone. Default: whichever the host names. */
  readonly event?: string;
  readonly maxBytes?: string;
}

/**
 * Answers a coding agent's hook from what the host writes to standard input. Whatever goes wrong, nothing is said and the
 * exit code is 0, so that no edit is held up; `SKILLSCOPE_DEBUG` has the reason on standard error.
 */
export async function runHook(run: Run, options: HookOptions = {}): Promise<number> {
  const { surroundings } = run;
  const stdin = surroundings.stdin ?? process.stdin;
  const limit = new AbortController();
  const isOver = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason));
  });
  const timers: NodeJS.Timeout[] = [];
  const allow = (milliseconds: number) => {
    for (const timer of timers) clearTimeout(timer);
    timers.push(setTimeout(() => limit.abort(new Error('It took too long.')), milliseconds));
  };
  allow(HOOK_LIMITS.milliseconds);
  try {
    const answer = await Promise.race([answered(run, stdin, options, limit.signal, allow), isOver]);
    if (answer !== undefined) surroundings.out(`${answer}\n`);
  } catch (error) {
    const { environment, err } = surroundings;
    if (environment['SKILLSCOPE_DEBUG']) err(`skillscope hook: ${cleanLine(String(error))}\n`);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    // A host that keeps it open would keep this process waiting.
    if ('destroy' in stdin) stdin.destroy();
  }
  return EXIT.answered;
}

async function answered(
  { request, surroundings }: Run,
  stdin: AsyncIterable<Uint8Array>,
  { event, maxBytes }: HookOptions,
  signal: AbortSignal,
  allow: (milliseconds: number) => void,
): Promise<string | undefined> {
  if (event !== undefined && !EVENTS.includes(event))
    throw new Error(`There is no event "${event}"; ${EVENTS.join(' and ')} are.`);
  const call = callOf(await textOf(stdin), surroundings.environment);
  if (!call || call.event !== (event ?? call.event)) return undefined;
  const { start, ...lookup } = request;
  const cache = request.useCache ? cacheDirectory(surroundings.environment) : undefined;
  const memory = openMemory(cache, call.session);
  if (call.isFresh) memory.forget();
  if (call.event === 'session-start') {
    allow(HOOK_LIMITS.startMilliseconds);
    dropOldMemories(cache, Date.now());
  }
  const text = await hookAnswer(call, {
    lookup: { ...lookup, signal, ...(request.explicit ? { start } : {}) },
    memory,
    ...(maxBytes === undefined ? {} : { maxBytes: bytesOf(maxBytes) }),
  });
  return text === undefined || signal.aborted ? undefined : call.reply(text);
}

const EVENTS: readonly string[] = ['session-start', 'edit'] satisfies HookCall['event'][];

function bytesOf(text: string): number {
  const bytes = Number(text);
  if (!Number.isInteger(bytes) || bytes < 1) throw new Error(`--max-bytes: "${text}" is no whole number from 1.`);
  return bytes;
}

async function textOf(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.length;
    if (size > HOOK_LIMITS.inputBytes) throw new Error('What the host wrote is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
