import { relative } from 'node:path';
import { cleanLine } from '@skillscope/core';
import type { StatusAnswer } from '../commands/status.ts';
import { paint, type Terminal } from '../terminal.ts';
import { counted, printNotes, printSkipped } from './notes.ts';

/** Evidence files named per kind; a workspace can have hundreds. */
const EVIDENCE_SHOWN = 4;

export function printStatus(answer: StatusAnswer, terminal: Terminal): string {
  const { project, counts, ecosystems } = answer;
  const lines = [
    `${paint(terminal, 'bold', 'project')}   ${cleanLine(project.root)}${project.member ? `, member ${cleanLine(project.member)}` : ''}`,
    ...ecosystems.flatMap(({ id, root, members, evidence }) => [
      `${paint(terminal, 'bold', id)}${members.length > 0 ? ` workspace of ${counted(members.length, 'member')}` : ''}`,
      ...(['declared', 'locked', 'installed'] as const).map(
        (kind) => `  ${kind.padEnd(9)} ${files(evidence[kind], root)}`,
      ),
    ]),
    `${paint(terminal, 'bold', 'scope')}     ${counted(counts.libraries, 'dependency', 'dependencies')}: ${counts.direct} direct, ${counts.transitive} transitive, ${counts.installed} installed`,
    `${paint(terminal, 'bold', 'skills')}    ${counts.skills} in ${counted(counts.withSkills, 'library', 'libraries')}${beside(counts)}`,
    `${paint(terminal, 'bold', 'scanned')}   ${answer.scannedAt ?? 'at an unknown time'}${answer.fromCache ? ', and nothing has changed since' : ', just now'}`,
    `${paint(terminal, 'bold', 'cache')}     ${cleanLine(answer.cache ?? 'none')}`,
    `${paint(terminal, 'bold', 'search')}    ${meansOf(answer.encoder)}`,
    '',
    ...printSkipped(answer.skipped, terminal),
    ...printNotes(answer.notes, terminal),
  ];
  return lines.join('\n').trimEnd();
}

function meansOf({ chosen, used, engine, reason }: StatusAnswer['encoder']): string {
  const by = MEANS[used] ?? used;
  if (reason !== undefined) return `by words and ${by}, instead of ${cleanLine(chosen)}: ${cleanLine(reason)}`;
  return `by words and ${by}${engine === undefined ? '' : `, run by ${engine}`}`;
}

const MEANS: Readonly<Record<string, string>> = {
  table: 'the table of meanings',
  minilm: 'the sentence model minilm',
  endpoint: 'the endpoint, which is asked by searches only',
};

/** What is not simply readable, where there is any. */
function beside({ withheld, unapproved, unlisted, leftOut }: StatusAnswer['counts']): string {
  const all = { withheld, unapproved, 'not listed': unlisted, 'left out': leftOut };
  return Object.entries(all)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `, ${count} ${what}`)
    .join('');
}

function files(paths: readonly string[], root: string): string {
  if (paths.length === 0) return 'nothing found';
  const shown = paths.slice(0, EVIDENCE_SHOWN).map((path) => {
    const below = relative(root, path);
    return cleanLine(below.startsWith('..') ? path : below || '.');
  });
  const rest = paths.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
