import { cleanLine } from '@skillscope/core';
import type { SyncAnswer, SyncedFile } from '../commands/sync.ts';
import { paint, type Style, type Terminal } from '../terminal.ts';

const STYLES: Readonly<Record<SyncedFile['action'], Style>> = { unchanged: 'dim', change: 'cyan', refused: 'red' };

export function printSync({ files, check }: SyncAnswer, terminal: Terminal): string {
  if (files.length === 0) return 'No instruction file here holds an index; skillscope init --index writes one.';
  const words = { unchanged: 'up to date', change: check ? 'out of date' : 'updated', refused: 'left as it is' };
  return files
    .flatMap(({ path, action, reason }) => [
      `${paint(terminal, STYLES[action], words[action])} ${cleanLine(path)}`,
      ...(reason === undefined ? [] : [`  ${cleanLine(reason)}`]),
    ])
    .join('\n');
}
