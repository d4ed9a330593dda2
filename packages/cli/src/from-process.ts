import { homedir } from 'node:os';
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
  // Nobody is left to be told.
  process.stderr.on('error', () => undefined);
  return {
    environment: process.env,
    get directory() {
      return currentDirectory();
    },
    get home() {
      return homedir();
    },
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    stdout: process.stdout,
    stderr: process.stderr,
  };
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
