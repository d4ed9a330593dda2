import type { CacheAnswer } from '../commands/cache.ts';
import type { Terminal } from '../terminal.ts';
import { counted, printNotes } from './notes.ts';

export function printCache(answer: CacheAnswer, terminal: Terminal): string {
  if (answer.action === 'path') return answer.directory;
  if (answer.action === 'clear') {
    const { bytes, notes } = answer.cleared;
    return [`Removed ${size(bytes)} from ${answer.directory}.`, ...printNotes(notes, terminal)].join('\n');
  }
  const { location, state, bytes, artifacts, skills, scans, damaged, notes } = answer.cache;
  return [
    `${location}: ${state}, ${size(bytes)}`,
    `${counted(artifacts, 'artifact')}, ${counted(skills, 'skill')}, ${counted(scans, 'scan')}`,
    ...damaged.map((path) => `damaged, put aside: ${path}`),
    ...printNotes(notes, terminal),
  ].join('\n');
}

function size(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
