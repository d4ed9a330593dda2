import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freshDirectory } from './cached-directory.ts';
import { type Program, run } from './measured-process.ts';

type Variables = Readonly<Record<string, string>>;

/** The built command, as its users run it. */
export const BIN = fileURLToPath(new URL('../packages/cli/bin/skillscope.js', import.meta.url));

/** Throws when the command cannot be run as it is built, and says what to do. */
export function demandBuild(): void {
  try {
    run({ name: 'skillscope', args: [BIN, '--version'], directory: import.meta.dirname });
  } catch (cause) {
    throw new Error('The command does not run: build it with "npm run build" first.', { cause });
  }
}

/** A command with an empty cache, as on a machine that never ran it. */
export function firstEver(name: string, args: readonly string[], directory: string, more: Variables = {}): Program {
  const cache = freshDirectory('cache-first');
  const before = () => rmSync(cache, { recursive: true, force: true });
  return { name, args: [BIN, ...args], directory, environment: { ...more, SKILLSCOPE_CACHE: cache }, before };
}

/** A command that has run before. It runs once more unmeasured, since other programs may have touched the project. */
export function warm(name: string, args: readonly string[], directory: string, more: Variables = {}): Program {
  const environment = { ...more, SKILLSCOPE_CACHE: freshDirectory('cache-warm') };
  const program = { name, args: [BIN, ...args], directory, environment };
  return { ...program, before: () => void run(program) };
}

export function bareNode(directory: string): Program {
  return { name: 'node -e 0', args: ['-e', '0'], directory };
}
