import { cleanLine, type ErrorCode, type SkillscopeError } from '@skillscope/core';
import { paint, type Terminal } from '../terminal.ts';
import type { Asker } from './asker.ts';

/** Alternatives shown in a text answer; `--json` has them all. */
const CANDIDATES_SHOWN = 40;

export function printError(error: SkillscopeError, terminal: Terminal, asker: Asker = 'command'): string {
  const { code, message, candidates } = error;
  const hint = asker === 'tool' ? error.toolHint : error.hint;
  const shown = candidates.slice(0, CANDIDATES_SHOWN).map((candidate) => `  ${cleanLine(candidate)}`);
  const rest = candidates.length - shown.length;
  return [
    `${paint(terminal, 'red', `${code}:`)} ${cleanLine(message)}`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...(hint ? [cleanLine(hint)] : []),
  ].join('\n');
}

interface Failure {
  readonly code: ErrorCode | 'fault';
  readonly message: string;
  readonly hint?: string | undefined;
  readonly candidates?: readonly string[];
}

/** A failure as `--json` prints it. `fault` is one of skillscope itself. */
export function errorJson({ code, message, hint, candidates = [] }: Failure) {
  return { error: { code, message, ...(hint ? { hint } : {}), candidates } };
}
