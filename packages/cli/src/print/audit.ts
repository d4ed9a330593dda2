import { basename } from 'node:path';
import { cleanLine } from '@skillscope/core';
import type { AuditAnswer, AuditedSkill } from '../commands/audit.ts';
import { cut, pad, paint, type Terminal, widthOf } from '../terminal.ts';
import type { RemarkCode } from '../trust/inspect-skill.ts';
import { counted, printNotes } from './notes.ts';

const HEAD = ['skill', 'state', 'approval', 'noticed'] as const;

/** Wider cells push what follows to the right instead of widening the column for all. */
const MOST_COLUMNS = 72;

export function printAudit(answer: AuditAnswer, terminal: Terminal): string {
  const { project, skills, counts, notes } = answer;
  const name = cleanLine(basename(project.root) || project.root);
  const head = `${paint(terminal, 'bold', name)}: ${counted(counts.skills, 'skill')}, ${counts.approved} approved, ${counts.leftOut} left out, ${counts.open} to decide about.`;
  const rows = skills.map((skill) => [cleanLine(labelOf(skill)), stateOf(skill), approvalOf(skill), noticedIn(skill)]);
  const widths = HEAD.map((title, column) =>
    Math.min(MOST_COLUMNS, Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(widthOf))),
  );
  const line = (cells: readonly string[]) =>
    cut(
      cells
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
      terminal.width,
    );
  const lines = skills.map((skill, index) => {
    const text = line(rows[index] ?? []);
    return skill.open.length > 0 ? paint(terminal, 'yellow', text) : text;
  });
  const details = skills.flatMap((skill) => detailsOf(skill, terminal));
  return [
    head,
    ...(skills.length > 0 ? ['', paint(terminal, 'bold', line(HEAD)), ...lines] : []),
    ...(details.length > 0 ? ['', ...details] : []),
    ...(notes.length > 0 ? ['', ...printNotes(notes, terminal)] : []),
  ].join('\n');
}

function labelOf({ library, version, path }: AuditedSkill): string {
  return `${library}@${version} ${path}`;
}

function stateOf({ state, trust }: AuditedSkill): string {
  if (state === 'left-out') return 'left out';
  if (trust !== 'readable') return trust;
  return state === 'unlisted' ? 'not listed' : 'readable';
}

function approvalOf({ approval }: AuditedSkill): string {
  return { approved: 'approved', changed: 'changed since approval', none: '' }[approval];
}

/** Each kind with how often, in the order of the remarks. */
function noticedIn({ remarks }: AuditedSkill): string {
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

function detailsOf(skill: AuditedSkill, terminal: Terminal): readonly string[] {
  return skill.remarks
    .filter(({ code, withholds }) => withholds || DETAILED.has(code))
    .map(({ code, withholds, file, line, message, excerpt }) => {
      const place = cleanLine(`${skill.library}/${file}`) + (line === undefined ? '' : `:${line}`);
      const words = excerpt ? `  ${cleanLine(excerpt)}` : '';
      return `${paint(terminal, withholds ? 'red' : 'yellow', code)}  ${cut(`${place}  ${cleanLine(message)}${words}`, terminal.width)}`;
    });
}
