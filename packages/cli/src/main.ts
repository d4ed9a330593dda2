import { cleanText, SkillscopeError } from '@skillscope/core';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { fromProcess } from './from-process.ts';
import type { LookupRequest } from './lookup.ts';
import { openRun } from './open-run.ts';
import { readPlainLine } from './plain-line.ts';
import { printJson } from './print/json.ts';
import { runList } from './run/list.ts';
import { runStatus } from './run/status.ts';
import { type Terminal, terminalOf } from './terminal.ts';
import { wantsJson } from './wants-json.ts';

/** Where a run reads from and writes to; tests hand in their own. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The current directory, absolute. Read only where it is needed, since it may be gone. */
  readonly directory: string;
  readonly home: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Default: this process's. Read by `hook` only. */
  readonly stdin?: AsyncIterable<Uint8Array>;
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: { readonly isTTY?: boolean; readonly columns?: number };
  /** Asks whoever sits at the terminal, and gives the line they wrote; absent where nobody does. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Called before a project is scanned: that takes long enough for settings of the engine to matter. */
  readonly beforeScan?: () => Promise<void>;
}

/** What every command can be told. */
export interface SharedOptions {
  readonly project?: string;
  readonly ecosystem?: readonly string[];
  readonly json?: boolean;
  readonly color: boolean;
  readonly cache: boolean;
}

/** What one command works with: its surroundings and the shared options, already read. */
export interface Run {
  readonly surroundings: Surroundings;
  readonly options: SharedOptions;
  /** Read only by commands that ask about a project: it throws `usage` where `--project` names no directory. */
  readonly request: LookupRequest;
  readonly terminal: Terminal;
  /** Prints an answer: as JSON when asked for, else as the text that `print` makes of it. */
  readonly answer: <T>(value: T, print: (value: T, terminal: Terminal) => string) => void;
}

/**
 * Runs one command line and gives its exit code; see `EXIT`. Never calls `process.exit`, and throws nothing.
 *
 * @param argv arguments without the program's name
 */
export async function main(argv: readonly string[], surroundings: Surroundings = fromProcess()): Promise<number> {
  try {
    const plain = readPlainLine(argv);
    if (!plain) {
      const { runCommandLine } = await import('./command-line.ts');
      return await runCommandLine(argv, surroundings);
    }
    const run = openRun(plain.options, surroundings);
    if (plain.command === 'list') await runList(run, plain.options);
    else await runStatus(run);
    return EXIT.answered;
  } catch (error) {
    return report(error, argv, surroundings);
  }
}

async function report(error: unknown, argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const isJson = wantsJson(argv);
  const { errorJson, printError } = await import('./print/error.ts');
  if (error instanceof SkillscopeError) {
    const terminal = terminalOf(surroundings.stderr, surroundings.environment, { color: !argv.includes('--no-color') });
    if (isJson) surroundings.out(`${printJson(errorJson(error))}\n`);
    else surroundings.err(`${printError(error, terminal)}\n`);
    return exitCodeOf(error.code);
  }
  const message = 'skillscope failed; this is a fault of skillscope itself.';
  if (isJson) surroundings.out(`${printJson(errorJson({ code: 'fault', message }))}\n`);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  surroundings.err(`${message}\n${cleanText(stack).text}\n`);
  return EXIT.fault;
}
