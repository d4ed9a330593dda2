import { cleanLine } from '@skillscope/core';
import type { FoundSkillAnswer, SearchAnswer } from '../commands/search.ts';
import { cut, paint, type Terminal } from '../terminal.ts';
import type { Asker } from './asker.ts';
import { counted, printNotes } from './notes.ts';
import { quoted } from './quoted.ts';

export function printSearch(answer: SearchAnswer, terminal: Terminal, asker: Asker = 'command'): string {
  const { skills, libraries, outside } = answer;
  const lines: string[] = [];
  if (skills.length === 0) {
    const advice = answer.terms.length === 0 ? ' Terms help: a few names that such an API might carry.' : '';
    lines.push(`No skill in scope fits this need.${advice}`);
  }
  for (const { address, alsoIn = [], version, score, trust, description, ...why } of skills) {
    const mark = trust === 'readable' ? '' : ` ${paint(terminal, 'yellow', `[${trust}]`)}`;
    const rank = paint(terminal, 'dim', `${cleanLine(version)}  score ${score} (${reasonOf(why)})`);
    lines.push(`${paint(terminal, 'green', cleanLine(address))} ${rank}${mark}`);
    if (description !== '') lines.push(`  ${cut(cleanLine(description), width(terminal))}`);
    if (alsoIn.length > 0) {
      const also = `  also ${alsoIn
        .slice(0, OTHERS_SHOWN)
        .map((other) => cleanLine(other))
        .join(', ')}`;
      lines.push(paint(terminal, 'dim', alsoIn.length > OTHERS_SHOWN ? `${also}, …` : also));
    }
  }
  if (libraries.length > 0) {
    lines.push('', paint(terminal, 'bold', 'Libraries in scope that describe themselves or are called so:'));
    for (const { name, version, summary, skills: shipped } of libraries) {
      const said = summary === '' ? '' : `  ${cut(cleanLine(summary), width(terminal))}`;
      const ships = shipped === 0 ? '' : ` (ships ${counted(shipped, 'skill')})`;
      lines.push(`  ${cleanLine(name)} ${cleanLine(version)}${ships}${said}`);
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
  const tail = [...printNotes(answer.notes, terminal), ...(asker === 'command' ? readOne(answer, terminal) : [])];
  return [...lines, ...(tail.length > 0 ? ['', ...tail] : [])].join('\n');
}

/** Else the only skill of a library that was found. */
function readOne({ skills, libraries }: SearchAnswer, terminal: Terminal): string[] {
  const readable =
    skills.find(({ trust }) => trust === 'readable')?.address ??
    libraries.find((library) => library.skills === 1)?.name;
  return readable === undefined
    ? []
    : [paint(terminal, 'dim', `Read one: skillscope read ${quoted(cleanLine(readable))}`)];
}

/** The words of the need that it holds, and whether its meaning counted too. */
function reasonOf({ matched, by }: Pick<FoundSkillAnswer, 'matched' | 'by'>): string {
  const words = matched.slice(0, WORDS_SHOWN).map((word) => cleanLine(word));
  const rest = matched.length > words.length ? [...words, '…'] : words;
  return [...(words.length > 0 ? [rest.join(', ')] : []), ...(by.includes('meaning') ? ['by meaning'] : [])].join('; ');
}

/** Other versions of a skill named beside it; a workspace may have many. */
const OTHERS_SHOWN = 3;

/** A need may have many more. */
const WORDS_SHOWN = 8;

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
