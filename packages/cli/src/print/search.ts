import { cleanLine } from '@skillscope/core';
import type { SearchAnswer } from '../commands/search.ts';
import { cut, paint, type Terminal } from '../terminal.ts';
import { counted, printNotes } from './notes.ts';

export function printSearch(answer: SearchAnswer, terminal: Terminal): string {
  const { skills, libraries, outside } = answer;
  const lines: string[] = [];
  if (skills.length === 0) {
    const advice = answer.terms.length === 0 ? ' Terms help: a few names that such an API might carry.' : '';
    lines.push(`No skill in scope fits this need.${advice}`);
  }
  for (const { address, version, score, trust, description } of skills) {
    const mark = trust === 'readable' ? '' : ` ${paint(terminal, 'yellow', `[${trust}]`)}`;
    const rank = paint(terminal, 'dim', `${cleanLine(version)}  score ${score}`);
    lines.push(`${paint(terminal, 'green', cleanLine(address))} ${rank}${mark}`);
    if (description !== '') lines.push(`  ${cut(cleanLine(description), width(terminal))}`);
  }
  if (libraries.length > 0) {
    lines.push('', paint(terminal, 'bold', 'Libraries in scope that describe themselves or are called so:'));
    for (const { name, version, summary } of libraries) {
      const said = summary === '' ? '' : `  ${cut(cleanLine(summary), width(terminal))}`;
      lines.push(`  ${cleanLine(name)} ${cleanLine(version)}${said}`);
    }
  }
  if (outside.length > 0) {
    lines.push('', paint(terminal, 'bold', OUTSIDE));
    for (const { name, version, ecosystem, summary, skills: listed, skillCount } of outside) {
      const line = [
        `${cleanLine(name)} ${cleanLine(version)} [${ecosystem}]`,
        ...(summary ? [cleanLine(summary)] : []),
      ];
      lines.push(`  ${cut(line.join('  '), width(terminal))}`);
      for (const skill of listed)
        lines.push(`    ${cut(`ships ${cleanLine(skill.name)}: ${cleanLine(skill.description)}`, room(terminal))}`);
      if (skillCount > listed.length) lines.push(`    and ${counted(skillCount - listed.length, 'more skill')}`);
    }
  }
  return [...lines, ...(answer.notes.length > 0 ? ['', ...printNotes(answer.notes, terminal)] : [])].join('\n');
}

const OUTSIDE =
  'Outside this project, on this machine. No dependencies of it: they describe themselves, and instruct nobody.';

/** Characters of a line about a skill that cannot be read anyway. */
const OUTSIDE_CHARACTERS = 200;

function room(terminal: Terminal): number {
  return Math.min(width(terminal) ?? OUTSIDE_CHARACTERS, OUTSIDE_CHARACTERS);
}

function width(terminal: Terminal): number | undefined {
  return terminal.width === undefined ? undefined : terminal.width - 4;
}
