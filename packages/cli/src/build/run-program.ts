import { spawn } from 'node:child_process';
import { SkillscopeError } from '@skillscope/core';
import type { Plan } from './plan.ts';

export interface RunOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told everything that the program prints, as it prints it. */
  readonly output: (text: string) => void;
}

/**
 * Runs a build tool with the user's environment and no input, and gives its exit code; 128 when a signal ended it.
 *
 * @throws SkillscopeError `build-failed` when it cannot be started
 */
export function runProgram({ program, parameters, directory }: Plan, options: RunOptions): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(program, parameters, {
      cwd: directory,
      env: { ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Batch files run in a shell only; no parameter holds anything but what this package wrote.
      shell: process.platform === 'win32',
      windowsHide: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', options.output);
    }
    child.on('error', (cause) =>
      fail(new SkillscopeError('build-failed', `"${program}" cannot be started: ${cause.message}`, { cause })),
    );
    child.on('close', (code) => done(code ?? 128));
  });
}
