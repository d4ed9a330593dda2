import { basename } from 'node:path';
import { cleanLine } from '@skillscope/core';
import type { AuditAnswer, AuditedSkill } from '../commands/audit.ts';
import { pad, paint, type Terminal } from '../terminal.ts';
import type { Remark, RemarkCode } from '../trust/inspect-skill.ts';
import { counted, printNotes } from './notes.ts';

/** One line a skill, what to know first in front, and under it what was noticed; nothing is cut away. */
export function printAudit(answer: AuditAnswer, terminal: Terminal): string {
  const { skills, notes } = answer;
  const columns = Math.max(0, ...skills.map((skill) => stateOf(skill).length));
  const lines = skills.flatMap((skill) => {
    const state = pad(stateOf(skill), columns);
    const marked = skill.open.length > 0 ? paint(terminal, 'yellow', state) : state;
    return [`${marked}  ${cleanLine(labelOf(skill))}`, ...detailsOf(skill, terminal).map((line) => `    ${line}`)];
  });
  return [
    headOf(answer, terminal),
    ...(lines.length > 0 ? ['', ...lines] : []),
    ...(notes.length > 0 ? ['', ...printNotes(notes, terminal)] : []),
  ].join('\n');
}

function headOf({ project, counts, isUnseen }: AuditAnswer, terminal: Terminal): string {
  const name = paint(terminal, 'bold', cleanLine(basename(project.root) || project.root));
  if (isUnseen && counts.skills === 0) return `${name}: nothing to look through, since dependencies are not installed.`;
  const numbers = `${counts.approved} approved, ${counts.leftOut} left out, ${counts.open} to decide about`;
  const rest = isUnseen ? '; some dependencies are not installed' : '';
  return `${name}: ${counted(counts.skills, 'skill')}, ${numbers}${rest}.`;
}

function labelOf({ library, version, path }: AuditedSkill): string {
  return `${library}@${version} ${path}`;
}

function stateOf(skill: AuditedSkill): string {
  const approval = { approved: ', approved', changed: ', changed since approval', none: '' }[skill.approval];
  return `${plainState(skill)}${approval}`;
}

function plainState({ state, trust }: AuditedSkill): string {
  if (state === 'left-out') return 'left out';
  if (trust !== 'readable') return trust;
  return state === 'unlisted' ? 'not listed' : 'readable';
}

/** Each kind with how often, in the order of the remarks. */
function kindsOf(remarks: readonly Remark[]): string {
  const counts = new Map<RemarkCode, number>();
  for (const { code } of remarks) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => (count > 1 ? `${code} ${count}` : code)).join(', ');
}

/** What withholds a text, or runs by itself, is worth its place; the rest is counted. */
const DETAILED: ReadonlySet<RemarkCode> = new Set([
  'runs-when-loaded',
  'asks-for-hooks',
  'asks-for-tools',
  'unreadable',
]);

function detailsOf({ remarks }: AuditedSkill, terminal: Terminal): readonly string[] {
  const isDetailed = ({ code, withholds }: Remark) => withholds || DETAILED.has(code);
  const lines = remarks.filter(isDetailed).map(({ code, withholds, file, line, message, excerpt }) => {
    const place = cleanLine(file) + (line === undefined ? '' : `:${line}`);
    const words = excerpt ? `  ${cleanLine(excerpt)}` : '';
    return `${paint(terminal, withholds ? 'red' : 'yellow', code)}  ${place}  ${cleanLine(message)}${words}`;
  });
  const rest = kindsOf(remarks.filter((remark) => !isDetailed(remark)));
  return rest === '' ? lines : [...lines, rest];
}
