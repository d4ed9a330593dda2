import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshDirectory } from './cached-directory.ts';

/** One way to run a program on something. */
export interface Program {
  readonly name: string;
  /** What is run where it is not Node: a name on the path, or an absolute path. */
  readonly program?: string;
  /** Arguments of `node`, or of `program`. */
  readonly args: readonly string[];
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Written to its standard input. Default: it has none. */
  readonly input?: string;
  /** Puts everything into the state that the run starts from; not measured. */
  readonly before?: () => void;
}

/** What one run cost. Milliseconds and MB; Node processes that it started are in it. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly memory: number;
}

/** Runs what is not Node; Python is what everybody who measures a Python project has. */
const OUTSIDE_NODE = fileURLToPath(new URL('./usage.py', import.meta.url));
const HOOK = fileURLToPath(new URL('./usage-hook.cjs', import.meta.url));
const LARGEST_OUTPUT = 64 * 1024 * 1024;

/** A home directory in which nobody has set anything up. */
const HOME = freshDirectory('home');
const USAGE = join(HOME, 'usage');

/** Variables of a measured process: none of ours but the path. */
export function plainEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME, DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1', NO_COLOR: '1', ...more };
}

/** What a process needs beside its own variables for `readUsage` to tell its cost after it has ended. */
export function usageEnvironment(): Record<string, string> {
  writeFileSync(USAGE, '');
  return { NODE_OPTIONS: `--require=${HOOK}`, SKILLSCOPE_BENCH_USAGE: USAGE };
}

export function readUsage(): Omit<Cost, 'wall'> & Partial<Pick<Cost, 'wall'>> {
  const lines = readFileSync(USAGE, 'utf8').trim().split('\n');
  const processes = lines.map((line) => line.split(' ').map(Number));
  const wall = processes.find(([, , own]) => own !== undefined)?.[2];
  return {
    ...(wall === undefined ? {} : { wall }),
    cpu: processes.reduce((sum, [cpu = 0]) => sum + cpu, 0) / 1000,
    memory: (Math.max(...processes.map(([, memory = 0]) => memory)) * 1024) / 1e6,
  };
}

/** Runs a program once, to its end. Throws when it fails. */
export function run({ name, program, args, directory, environment, input, before }: Program): {
  cost: Cost;
  out: string;
} {
  before?.();
  const env = { ...plainEnvironment(environment), ...usageEnvironment() };
  const start = performance.now();
  const [file, given] = program ? ['python3', [OUTSIDE_NODE, program, ...args]] : [process.execPath, args];
  const { status, stdout, stderr, error } = spawnSync(file, given, {
    cwd: directory,
    env,
    ...(input === undefined ? {} : { input }),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: LARGEST_OUTPUT,
  });
  const wall = performance.now() - start;
  if (error || status !== 0)
    throw new Error(`${name} failed (${status}): ${error?.message ?? ''}\n${stdout}\n${stderr}`);
  return { cost: { wall, ...readUsage() }, out: stdout };
}

/** Runs programs in turn, so that a busy moment of the machine meets them all. */
export function interleave(programs: readonly Program[], rounds: number, warmUps = 2): Map<string, Cost[]> {
  const costs = new Map<string, Cost[]>(programs.map(({ name }) => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const program of programs) {
      const { cost } = run(program);
      if (round >= 0) costs.get(program.name)?.push(cost);
    }
  }
  return costs;
}
