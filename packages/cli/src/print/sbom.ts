import { cleanLine } from '@skillscope/core';
import type { Plan } from '../build/plan.ts';
import type { SbomAnswer } from '../commands/sbom.ts';
import { paint, type Terminal } from '../terminal.ts';
import { counted, printNotes } from './notes.ts';

/** Unresolved libraries named one by one before the rest is only counted. */
const UNRESOLVED_SHOWN = 10;

/** What is about to be run. */
export function printPlan({ program, parameters, directory }: Plan): string {
  const command = [program, ...parameters]
    .map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part}'`))
    .join(' ');
  return `Running this project's build in ${cleanLine(directory)}, which runs the project's own code:\n  ${cleanLine(command)}\n`;
}

export function printSbom(answer: SbomAnswer, terminal: Terminal): string {
  const { counts, reports, missing, unresolved, exitCode, tool } = answer;
  const unnamed = unresolved.length - UNRESOLVED_SHOWN;
  const lines = [
    `${paint(terminal, 'bold', counted(reports.length, 'module'))} reported: ${counted(counts.libraries, 'library', 'libraries')} in scope, ${counts.installed} on this machine.`,
    ...(missing.length > 0 ? [`Not reported: ${missing.map((path) => cleanLine(path)).join(', ')}.`] : []),
    ...(exitCode === 0 ? [] : [`${tool} ended with exit code ${exitCode}.`]),
    ...unresolved.slice(0, UNRESOLVED_SHOWN).map((text) => `not found: ${cleanLine(text)}`),
    ...(unnamed > 0 ? [`not found: ${unnamed} more`] : []),
    ...printNotes(answer.notes, terminal),
    counts.skills === 0
      ? 'None of them ships a skill.'
      : `${counted(counts.skills, 'skill')} in ${counted(counts.withSkills, 'library', 'libraries')}: skillscope list`,
  ];
  return lines.join('\n');
}
