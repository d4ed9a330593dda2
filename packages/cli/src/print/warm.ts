import { cleanLine } from '@skillscope/core';
import type { WarmAnswer } from '../commands/warm.ts';
import type { Terminal } from '../terminal.ts';
import { counted, printNotes } from './notes.ts';

export function printWarm({ directory, ecosystems, notes }: WarmAnswer, terminal: Terminal): string {
  const width = Math.max(...ecosystems.map(({ id }) => id.length), 0);
  return [
    `Libraries in the stores of this machine, kept in ${cleanLine(directory)}:`,
    ...ecosystems.map(
      ({ id, libraries, indexed }) =>
        `  ${id.padEnd(width)}  ${counted(libraries, 'library', 'libraries')}, ${counted(indexed, 'artifact')} read`,
    ),
    ...printNotes(notes, terminal),
  ].join('\n');
}
