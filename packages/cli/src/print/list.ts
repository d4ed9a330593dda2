import { basename } from 'node:path';
import { cleanLine, sourcePlace } from '@skillscope/core';
import type { LibraryAnswer, ListAnswer, SkillAnswer } from '../commands/list.ts';
import { cut, pad, paint, type Terminal, widthOf } from '../terminal.ts';
import type { Asker } from './asker.ts';
import { counted, printNotes, printSkipped } from './notes.ts';
import { quoted } from './quoted.ts';

/** Longer names push their description to the right instead of widening the column for all. */
const MOST_NAME_COLUMNS = 36;

/** Members named after a library; a large workspace has hundreds. */
const MEMBERS_SHOWN = 5;

export function printList(answer: ListAnswer, terminal: Terminal, asker: Asker = 'command'): string {
  const { project, libraries } = answer;
  const place = [basename(project.root) || project.root, project.member].filter(Boolean).join('/');
  const said = answer.listed.direct ? summaryOfDirect(answer) : summary(answer);
  const head = `${paint(terminal, 'bold', cleanLine(place))} (${project.ecosystems.join(', ')}): ${said}`;
  const names = libraries.flatMap(({ skills }) => skills.map(({ name }) => widthOf(cleanLine(name))));
  const columns = Math.min(MOST_NAME_COLUMNS, Math.max(0, ...names));
  const blocks = libraries.map((library) => printLibrary(library, columns, terminal));
  return [head, '', ...blocks.flatMap((block) => [block, '']), ...tail(answer, terminal, asker)].join('\n').trimEnd();
}

/** Only what is installed can ship a skill, so that nothing is said of the rest. */
function summary({ counts, notes, skipped }: ListAnswer): string {
  const { libraries, direct, installed, withSkills, skills, unlisted, leftOut } = counts;
  if (libraries === 0) {
    if (notes.some(({ code }) => code === 'never-reported')) return 'its dependencies are not known yet.';
    // What is skipped of no library is one of the project's own files.
    return skipped.length > 0 ? 'its dependencies are not known.' : 'no dependencies.';
  }
  const scope = `${counted(libraries, 'dependency', 'dependencies')} (${direct} direct)`;
  if (installed === 0) return `${scope}, nothing is installed, so no skill can be read.`;
  if (skills > 0) return `${scope}, ${ships(withSkills, skills)}.`;
  if (unlisted + leftOut > 0) return `${scope}, which ship ${counted(unlisted + leftOut, 'skill')}; none is listed.`;
  return installed < libraries
    ? `${scope}, ${installed} installed, ${installed === 1 ? 'which' : 'none of which'} ships ${installed === 1 ? 'no' : 'a'} skill.`
    : `${scope}, none ships a skill.`;
}

/** What is listed, and that there is more. */
function summaryOfDirect(answer: ListAnswer): string {
  const { counts, listed } = answer;
  const { libraries, direct, installed, withSkills, skills } = counts;
  if (direct === 0 || installed === 0) return summary(answer);
  const some = `${counted(direct, 'direct dependency', 'direct dependencies')}, ${ships(listed.withSkills, listed.skills)}`;
  return skills > listed.skills ? `${some}; of all ${libraries}, ${ships(withSkills, skills)}.` : `${some}.`;
}

function ships(libraries: number, skills: number): string {
  if (libraries === 0) return 'none ships a skill';
  return `${libraries} ${libraries === 1 ? 'ships' : 'ship'} ${counted(skills, 'skill')}`;
}

function printLibrary(library: LibraryAnswer, columns: number, terminal: Terminal): string {
  const { name, version, relation, via, evidence, skills, members } = library;
  const remarks = [
    relation === 'direct' || via.length === 0 ? relation : `via ${via.join(' > ')}`,
    ...(evidence === 'installed' ? [] : [evidence]),
    ...(library.lockedVersion ? [`lockfile says ${library.lockedVersion}`] : []),
    ...(library.source === 'registry' ? [] : [sourceOf(library)]),
    ...(members ? [`used by ${membersShown(members)}`] : []),
  ];
  const title = `${paint(terminal, 'bold', cleanLine(name))} ${paint(terminal, 'cyan', cleanLine(version))}`;
  return [
    `${title}  ${paint(terminal, 'dim', `[${library.ecosystem}] ${cleanLine(remarks.join(', '))}`)}`,
    ...skills.map((skill) => printSkill(skill, columns, terminal)),
  ].join('\n');
}

function sourceOf(library: LibraryAnswer): string {
  const place = sourcePlace(library);
  switch (library.source) {
    case 'bundled':
      return place === undefined ? library.source : `packed inside ${place}`;
    case 'git':
    case 'url':
      return place === undefined ? library.source : `${library.source} ${place}`;
    default:
      return library.source;
  }
}

function membersShown(members: readonly string[]): string {
  const shown = members.slice(0, MEMBERS_SHOWN).join(', ');
  return members.length > MEMBERS_SHOWN ? `${shown} and ${members.length - MEMBERS_SHOWN} more` : shown;
}

function printSkill(skill: SkillAnswer, columns: number, terminal: Terminal): string {
  const marks = [
    ...(skill.trust === 'readable' ? [] : [skill.trust]),
    ...(skill.notes.some(({ code }) => code === 'changed-since-approval') ? ['changed since approval'] : []),
    ...(skill.standing === 'unusual' ? ['unusual place'] : []),
  ];
  const mark = marks.length > 0 ? `[${marks.join(', ')}]${skill.description === '' ? '' : ' '}` : '';
  const name = pad(cleanLine(skill.name), columns);
  const left = terminal.width === undefined ? undefined : terminal.width - widthOf(`  ${name}  ${mark}`);
  return `  ${paint(terminal, 'green', name)}  ${paint(terminal, 'yellow', mark)}${cut(cleanLine(skill.description), left)}`;
}

function tail(answer: ListAnswer, terminal: Terminal, asker: Asker): string[] {
  const example = exampleIn(answer.libraries);
  return [
    ...(answer.page < answer.pages ? [`Next: page ${answer.page + 1} of ${answer.pages}.`, ''] : []),
    ...printSkipped(answer.skipped, terminal, asker),
    ...printNotes(answer.notes, terminal),
    ...(example ? [paint(terminal, 'dim', readOne(example, asker))] : []),
  ];
}

/** An address that names one skill, and one that is handed out. */
function exampleIn(libraries: readonly LibraryAnswer[]): string | undefined {
  for (const { name, skills } of libraries) {
    const readable = skills.find(({ trust }) => trust === 'readable');
    if (!readable) continue;
    const isOneLibrary = libraries.filter((other) => other.name === name).length === 1;
    const isOneSkill = skills.filter((other) => other.name === readable.name).length === 1;
    return cleanLine(isOneLibrary && isOneSkill ? `${name}#${readable.name}` : readable.id);
  }
  return undefined;
}

function readOne(address: string, asker: Asker): string {
  return asker === 'tool'
    ? `Read one with read_skill: library "${address}"`
    : `Read one: skillscope read ${quoted(address)}`;
}
