import { basename } from 'node:path';
import { cleanLine } from '@skillscope/core';
import type { LibraryAnswer, ListAnswer, SkillAnswer } from '../commands/list.ts';
import { cut, pad, paint, type Terminal, widthOf } from '../terminal.ts';
import type { Asker } from './asker.ts';
import { counted, printNotes, printSkipped } from './notes.ts';

/** Longer names push their description to the right instead of widening the column for all. */
const MOST_NAME_COLUMNS = 36;

/** Members named after a library; a large workspace has hundreds. */
const MEMBERS_SHOWN = 5;

export function printList(answer: ListAnswer, terminal: Terminal, asker: Asker = 'command'): string {
  const { project, libraries, counts } = answer;
  const place = [basename(project.root) || project.root, project.member].filter(Boolean).join('/');
  const head = `${paint(terminal, 'bold', cleanLine(place))} (${project.ecosystems.join(', ')}): ${summary(counts)}`;
  const names = libraries.flatMap(({ skills }) => skills.map(({ name }) => widthOf(cleanLine(name))));
  const columns = Math.min(MOST_NAME_COLUMNS, Math.max(0, ...names));
  const blocks = libraries.map((library) => printLibrary(library, columns, terminal));
  return [head, '', ...blocks.flatMap((block) => [block, '']), ...tail(answer, terminal, asker)].join('\n').trimEnd();
}

function summary(counts: ListAnswer['counts']): string {
  const scope = `${counted(counts.libraries, 'dependency', 'dependencies')} (${counts.direct} direct)`;
  return counts.skills === 0
    ? `${scope}, none ships a skill.`
    : `${scope}, ${counts.withSkills} ${counts.withSkills === 1 ? 'ships' : 'ship'} ${counted(counts.skills, 'skill')}.`;
}

function printLibrary(library: LibraryAnswer, columns: number, terminal: Terminal): string {
  const { name, version, relation, via, evidence, skills, members } = library;
  const remarks = [
    relation === 'direct' || via.length === 0 ? relation : `via ${via.join(' > ')}`,
    ...(evidence === 'installed' ? [] : [evidence]),
    ...(library.lockedVersion ? [`lockfile says ${library.lockedVersion}`] : []),
    ...(library.source === 'registry' ? [] : [library.source]),
    ...(members ? [`used by ${membersShown(members)}`] : []),
  ];
  const title = `${paint(terminal, 'bold', cleanLine(name))} ${paint(terminal, 'cyan', cleanLine(version))}`;
  return [
    `${title}  ${paint(terminal, 'dim', `[${library.ecosystem}] ${cleanLine(remarks.join(', '))}`)}`,
    ...skills.map((skill) => printSkill(skill, columns, terminal)),
  ].join('\n');
}

function membersShown(members: readonly string[]): string {
  const shown = members.slice(0, MEMBERS_SHOWN).join(', ');
  return members.length > MEMBERS_SHOWN ? `${shown} and ${members.length - MEMBERS_SHOWN} more` : shown;
}

function printSkill(skill: SkillAnswer, columns: number, terminal: Terminal): string {
  const marks = [
    ...(skill.trust === 'withheld' ? ['withheld'] : []),
    ...(skill.standing === 'unusual' ? ['unusual place'] : []),
  ];
  const mark = marks.length > 0 ? `[${marks.join(', ')}] ` : '';
  const name = pad(cleanLine(skill.name), columns);
  const left = terminal.width === undefined ? undefined : terminal.width - widthOf(`  ${name}  ${mark}`);
  return `  ${paint(terminal, 'green', name)}  ${paint(terminal, 'yellow', mark)}${cut(cleanLine(skill.description), left)}`;
}

function tail(answer: ListAnswer, terminal: Terminal, asker: Asker): string[] {
  const { libraries } = answer;
  const first = libraries.find(({ skills }) => skills.length > 0);
  const example = first?.skills[0] ? cleanLine(`${first.name}#${first.skills[0].name}`) : undefined;
  return [
    ...(answer.page < answer.pages ? [`Next: page ${answer.page + 1} of ${answer.pages}.`, ''] : []),
    ...printSkipped(answer.skipped, terminal, asker),
    ...printNotes(answer.notes, terminal),
    ...(example ? [paint(terminal, 'dim', readOne(example, asker))] : []),
  ];
}

function readOne(address: string, asker: Asker): string {
  return asker === 'tool'
    ? `Read one with read_skill: library "${address}"`
    : `Read one: skillscope read '${address.replaceAll("'", "'\\''")}'`;
}
