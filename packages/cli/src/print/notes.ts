import { cleanLine, type Note, type Skipped } from '@skillscope/core';
import { cut, paint, type Terminal } from '../terminal.ts';
import type { Asker } from './asker.ts';

/** Skipped things shown in a text answer, each kind once; `--json` has them all. */
const SKIPPED_SHOWN = 10;

/** Places named of what was skipped for one reason. */
const PLACES_SHOWN = 5;

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function printNotes(notes: readonly Note[], terminal: Terminal): string[] {
  return together(notes, ({ code, message }) => `${code} ${message}`).map(([{ code, message }, ...again]) => {
    const times = again.length > 0 ? ` (${again.length + 1} times)` : '';
    return `${paint(terminal, 'yellow', `note ${code}:`)} ${cleanLine(message)}${times}`;
  });
}

export function printSkipped(skipped: readonly Skipped[], terminal: Terminal, asker: Asker = 'command'): string[] {
  if (skipped.length === 0) return [];
  const kinds = together(skipped, ({ reason, message }) => `${reason} ${message}`);
  const shown = kinds.slice(0, SKIPPED_SHOWN);
  const lines = shown
    .flatMap((kind) => {
      const [{ reason, message }] = kind;
      const places = [...new Set(kind.map(placeOf))];
      const why = `${reason}. ${cleanLine(message)}`;
      if (kind.length === 1) return [`  ${places[0]}: ${why}`];
      const unnamed = places.length - PLACES_SHOWN;
      const named = places.slice(0, PLACES_SHOWN).join(', ') + (unnamed > 0 ? ` and ${unnamed} more` : '');
      return [`  ${kind.length} times ${why}`, `    ${named}`];
    })
    .map((line) => cut(line, terminal.width));
  const rest = skipped.length - shown.reduce((total, kind) => total + kind.length, 0);
  return [
    paint(terminal, 'yellow', `${counted(skipped.length, 'thing')} skipped:`),
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more${asker === 'command' ? '; --json lists all' : ''}`] : []),
    '',
  ];
}

function placeOf({ purl, path, line }: Skipped): string {
  return cleanLine([purl, path].filter(Boolean).join(' ')) + (line ? `:${line}` : '');
}

/** Groups what is the same to a reader, in the order of the first of each. */
export function together<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}
