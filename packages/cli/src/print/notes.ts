import { cleanLine, type Note, type Skipped } from '@skillscope/core';
import { cut, paint, type Terminal } from '../terminal.ts';
import type { Asker } from './asker.ts';

/** Skipped things shown in a text answer; `--json` has them all. */
const SKIPPED_SHOWN = 10;

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function printNotes(notes: readonly Note[], terminal: Terminal): string[] {
  return notes.map(({ code, message }) => `${paint(terminal, 'yellow', `note ${code}:`)} ${cleanLine(message)}`);
}

export function printSkipped(skipped: readonly Skipped[], terminal: Terminal, asker: Asker = 'command'): string[] {
  if (skipped.length === 0) return [];
  const lines = skipped.slice(0, SKIPPED_SHOWN).map(({ purl, path, line, reason, message }) => {
    const place = cleanLine([purl, path].filter(Boolean).join(' ')) + (line ? `:${line}` : '');
    return cut(`  ${place}: ${reason}. ${cleanLine(message)}`, terminal.width);
  });
  const rest = skipped.length - lines.length;
  return [
    paint(terminal, 'yellow', `${counted(skipped.length, 'thing')} skipped:`),
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more${asker === 'command' ? '; --json lists all' : ''}`] : []),
    '',
  ];
}
