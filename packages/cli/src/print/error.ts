import { cleanLine, type SkillscopeError } from '@skillscope/core';
import { paint, type Terminal } from '../terminal.ts';

/** Alternatives shown in a text answer; `--json` has them all. */
const CANDIDATES_SHOWN = 40;

export function printError({ code, message, hint, candidates }: SkillscopeError, terminal: Terminal): string {
  const shown = candidates.slice(0, CANDIDATES_SHOWN).map((candidate) => `  ${cleanLine(candidate)}`);
  const rest = candidates.length - shown.length;
  return [
    `${paint(terminal, 'red', `${code}:`)} ${cleanLine(message)}`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...(hint ? [cleanLine(hint)] : []),
  ].join('\n');
}

export function errorJson({ code, message, hint, candidates }: SkillscopeError) {
  return { error: { code, message, ...(hint ? { hint } : {}), candidates } };
}
