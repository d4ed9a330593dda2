import { cleanLine, type Note, renderEnvelope } from '@skillscope/core';
import type { ReadAnswer } from '../commands/read.ts';
import { together } from './notes.ts';

/** The answer as text, for a terminal and for an MCP client alike. `boundary` is for tests. */
export function printRead(answer: ReadAnswer, boundary?: string): string {
  const notes = together(answer.notes, ({ code, message }) => `${code} ${message}`).map(onAllLines);
  return [renderEnvelope({ ...answer, notes }, answer.text, boundary), ...next(answer)].join('\n');
}

/** One remark about many lines names them all. */
function onAllLines(same: readonly [Note, ...Note[]]): Note {
  const [{ code, message }] = same;
  const lines = same.flatMap(({ line }) => (line === undefined ? [] : [line]));
  return lines.length > 1 ? { code, message: `${message} (lines ${lines.join(', ')})` } : same[0];
}

function next({ address, files, page, pages, trust }: ReadAnswer): string[] {
  if (trust === 'withheld') return [];
  const readable = files.slice(1).filter(({ kind }) => kind === 'text');
  const scripts = files.filter(({ kind }) => kind === 'script').map(({ path }) => path);
  const others = files.filter(({ kind }) => kind === 'binary' || kind === 'too-large').map(({ path }) => path);
  return [
    ...(page < pages ? [`Next: page ${page + 1} of ${pages}.`] : []),
    ...(readable.length > 0
      ? [`Files of ${cleanLine(address)} that can be read: ${readable.map(({ path }) => cleanLine(path)).join(', ')}`]
      : []),
    ...(scripts.length > 0 ? [`Scripts, named and never served: ${namesOf(scripts)}`] : []),
    ...(others.length > 0 ? [`Not served, since they are no text or too large: ${namesOf(others)}`] : []),
  ];
}

/** Files named that are not served; `--json` has them all. */
const NAMES_SHOWN = 20;

function namesOf(paths: readonly string[]): string {
  const rest = paths.length - NAMES_SHOWN;
  const shown = paths.slice(0, NAMES_SHOWN).map((path) => cleanLine(path));
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
