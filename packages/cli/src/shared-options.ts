import type { Command } from 'commander';
import type { SharedOptions } from './main.ts';

/** The shared options stand before the command or after it; what is given twice counts as it is given last. */
export function sharedOptions(command: Command): SharedOptions {
  const own = command.opts<SharedOptions>();
  const { parent } = command;
  if (!parent) return own;
  const before = sharedOptions(parent);
  const given = Object.entries(before).filter(
    ([name]) => isGiven(parent, name) && command.getOptionValueSource(name) !== 'cli',
  );
  return { ...before, ...own, ...Object.fromEntries(given) };
}

function isGiven(command: Command, name: string): boolean {
  return command.getOptionValueSource(name) === 'cli' || (command.parent !== null && isGiven(command.parent, name));
}
