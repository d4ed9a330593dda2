import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { temporaryDirectory } from './directories.ts';

export interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  /** One JSON value a line. */
  readonly lines: readonly unknown[];
  readonly errors: string;
}

/** Bundles `child.ts`, since a process that compiles it first starts ten times as slowly. */
export async function buildChild(): Promise<string> {
  const source = import.meta.dirname;
  const file = join(temporaryDirectory(), 'child.mjs');
  // The driver is looked for from where the driver's module is.
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(join(source, '..', 'driver.ts')).href) };
  await build({
    input: join(source, 'child.ts'),
    platform: 'node',
    transform: { define },
    logLevel: 'warn',
    output: { file, format: 'esm' },
  });
  return file;
}

export interface StartOptions {
  /** A command the child is started by, e.g. one that mounts something first. Default: none. */
  readonly by?: readonly string[];
  /** Without the rights of root, where the test has them. */
  readonly isUnprivileged?: boolean;
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs a program with Node to its end. */
export async function run(
  args: readonly string[],
  { by = [], isUnprivileged = false, onStart }: StartOptions = {},
): Promise<Finished> {
  const [command = process.execPath, ...rest] = [...by, process.execPath, ...args];
  const nobody = isUnprivileged && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], ...nobody });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  onStart?.(child);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const lines = output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
  return { code, signal, lines, errors };
}
