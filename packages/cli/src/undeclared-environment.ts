import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SkillscopeError } from '@skillscope/core';

/** Where Python's tools put a project's environment. */
const ENVIRONMENTS: readonly string[] = ['.venv', 'venv', 'env'];

/**
 * The same error; where no project was found, and a Python environment lies in the directory, with the way to have
 * it looked into. What is installed alone makes no project: a home directory may hold an environment too.
 */
export function withWayToEnvironment(error: unknown, start: string, only: readonly string[] | undefined): unknown {
  if (!(error instanceof SkillscopeError) || error.code !== 'not-a-project') return error;
  const environment = ENVIRONMENTS.find((name) => existsSync(join(start, name, 'pyvenv.cfg')));
  if (environment === undefined || (only !== undefined && !only.includes('pypi'))) return error;
  const { code, message, candidates } = error;
  return new SkillscopeError(code, message, {
    candidates,
    hint: `A Python environment lies in "${environment}", and no file here says what it is for. With a requirements.txt beside it, an empty one too, everything in it counts.`,
  });
}
