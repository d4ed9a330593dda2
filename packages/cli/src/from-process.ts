import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { SkillscopeError } from '@skillscope/core';
import { EXIT } from './exit-codes.ts';
import type { Surroundings } from './main.ts';

/** The surroundings of this process. A reader that goes away ends it quietly, a full disk with one line. */
export function fromProcess(): Surroundings {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.answered);
    process.stderr.write(`skillscope: standard output cannot be written: ${error.code ?? error.message}\n`);
    process.exit(EXIT.fault);
  });
  return {
    environment: process.env,
    get directory() {
      return currentDirectory();
    },
    get home() {
      return homedir();
    },
    out: (text) => process.stdout.write(text),
    err: (text) => standardError().write(text),
    stdout: process.stdout,
    get stderr() {
      return standardError();
    },
    get ask() {
      return isatty(0) && isatty(1) ? ask : undefined;
    },
  };
}

/** Node opens it when it is first asked for, which most answers need not. */
function standardError(): NodeJS.WriteStream {
  // Nobody is left to be told.
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => undefined);
  return process.stderr;
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // A terminal that is closed has said nothing.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new SkillscopeError('not-a-project', 'The current directory does not exist any more.', {
      hint: 'Go to a directory that exists, or name the project with --project.',
      cause,
    });
  }
}
