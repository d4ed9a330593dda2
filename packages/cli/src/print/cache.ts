import { cleanLine } from '@skillscope/core';
import type { CacheAnswer } from '../commands/cache.ts';
import type { Terminal } from '../terminal.ts';
import { counted, printNotes } from './notes.ts';

/** Longer than a path can be: one that is printed whole can be used. */
const MOST = 8_192;

export function printCache(answer: CacheAnswer, terminal: Terminal): string {
  if (answer.action === 'path') return cleanLine(answer.directory, MOST);
  if (answer.action === 'clear') {
    const { bytes, notes } = answer.cleared;
    const place = cleanLine(answer.directory, MOST);
    const done = bytes === 0 ? `There is nothing to remove in ${place}.` : `Removed ${size(bytes)} from ${place}.`;
    return [done, ...printNotes(notes, terminal)].join('\n');
  }
  const { location, state, bytes, artifacts, skills, scans, damaged, notes } = answer.cache;
  return [
    `${cleanLine(location, MOST)}: ${state}, ${size(bytes)}`,
    `${counted(artifacts, 'artifact')}, ${counted(skills, 'skill')}, ${counted(scans, 'scan')}`,
    ...damaged.map((path) => `damaged, put aside: ${cleanLine(path, MOST)}`),
    ...printNotes(notes, terminal),
  ].join('\n');
}

function size(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
