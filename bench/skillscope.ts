import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freshDirectory } from './cached-directory.ts';
import type { Program } from './measured-process.ts';
import { run } from './measured-process.ts';

/** The built command, as its users run it. */
export const BIN = fileURLToPath(new URL('../packages/cli/bin/skillscope.js', import.meta.url));

export function demandBuild(): void {
  if (!existsSync(fileURLToPath(new URL('../packages/cli/dist/main.mjs', import.meta.url)))) {
    throw new Error('The command is not built: run "npm run build" first.');
  }
}

/** A command with an empty cache, as on a machine that never ran it. */
export function firstEver(name: string, args: readonly string[], directory: string): Program {
  const cache = freshDirectory('cache-first');
  const before = () => rmSync(cache, { recursive: true, force: true });
  return { name, args: [BIN, ...args], directory, environment: { SKILLSCOPE_CACHE: cache }, before };
}

/** A command that has run before. It runs once more unmeasured, since other programs may have touched the project. */
export function warm(name: string, args: readonly string[], directory: string): Program {
  const environment = { SKILLSCOPE_CACHE: freshDirectory('cache-warm') };
  const program = { name, args: [BIN, ...args], directory, environment };
  return { ...program, before: () => void run(program) };
}

export function bareNode(directory: string): Program {
  return { name: 'node -e 0', args: ['-e', '0'], directory };
}
