import { homedir } from 'node:os';
import { SkillscopeError } from '@skillscope/core';
import type { Surroundings } from './main.ts';
import { openStandardOutput } from './standard-output.ts';

/** The surroundings of this process. */
export function fromProcess(): Surroundings {
  const output = openStandardOutput();
  return {
    environment: process.env,
    get directory() {
      return currentDirectory();
    },
    get home() {
      return homedir();
    },
    out: output.write,
    err: (text) => standardError().write(text),
    stdout: output.stream,
    get stderr() {
      return standardError();
    },
    get ask() {
      return process.stdin.isTTY && output.stream.isTTY ? ask : undefined;
    },
    beforeScan: async () => (await import('./fit-v8.ts')).fitToCommand(),
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
