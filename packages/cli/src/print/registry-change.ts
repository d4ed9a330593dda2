import { cleanLine, cleanText } from '@skillscope/core';
import type { RegistryApproval, RevokedApproval } from '../registry/approve.ts';
import type { AttachAnswer, BindAnswer, LabelAnswer, RemoveAnswer } from '../registry/change.ts';
import type { DumpAnswer } from '../registry/dump.ts';
import type { ExportAnswer } from '../registry/export.ts';
import type { RegistryFailure } from '../registry/failure.ts';
import type { ImportAnswer } from '../registry/import.ts';
import type { PlanAnswer } from '../registry/plugin.ts';
import type { PutAnswer } from '../registry/put.ts';
import type { RestoreAnswer } from '../registry/restore.ts';
import { paint, type Terminal } from '../terminal.ts';
import { counted, printNotes } from './notes.ts';
import { PATH_CHARACTERS, printRegistryFailure } from './registry.ts';
import { printFindings } from './registry-show.ts';

const WITHHELD = 'Its text is withheld until somebody reads and approves it: skillscope registry approve';

export function printPut({ name, version, status, withheld = false, label }: PutAnswer): string {
  const named = label === undefined ? '' : `, labelled ${cleanLine(label)}`;
  return [
    `${cleanLine(name)} ${version}: ${status}${named}`,
    ...(withheld ? [`${WITHHELD} ${cleanLine(name)}`] : []),
  ].join('\n');
}

export function printAttached({ agent, skill, status }: AttachAnswer): string {
  const said = {
    attached: 'carries',
    already: 'already carries',
    detached: 'no longer carries',
    absent: 'did not carry',
  };
  return `${cleanLine(agent)} ${said[status]} ${cleanLine(skill)}.`;
}

export function printBound({ agent, server, tools, status }: BindAnswer): string {
  const said = {
    bound: 'may call',
    already: 'may already call',
    unbound: 'may no longer call',
    absent: 'might not call',
  };
  return `${cleanLine(agent)} ${said[status]} ${cleanLine(server)}${tools === undefined ? '' : `: ${cleanLine(tools.join(', '))}`}.`;
}

export function printLabel({ skill, label, version, status }: LabelAnswer): string {
  const name = cleanLine(label);
  if (status === 'removed') return `${cleanLine(skill)}: ${name} is no label any more.`;
  if (status === 'absent') return `${cleanLine(skill)}: ${name} was no label.`;
  return `${cleanLine(skill)}: ${name} names version ${version}${status === 'already' ? ' already' : ''}.`;
}

export function printRemoved({ removed }: RemoveAnswer): string {
  return removed.map(({ kind, name }) => `removed ${kind} ${cleanLine(name)}`).join('\n');
}

/** What an approval is about. */
export function printApprovalText(approval: RegistryApproval, terminal: Terminal): string {
  const { skill, version, digest, findings, text, files } = approval;
  return [
    `${paint(terminal, 'bold', cleanLine(skill))} ${paint(terminal, 'cyan', String(version))}`,
    `digest    ${digest}`,
    ...(findings.length === 0 ? ['noticed   nothing'] : printFindings(findings)),
    ...files.map((file) => `file      ${cleanLine(file, PATH_CHARACTERS)}`),
    '',
    cleanText(text).text.trimEnd(),
  ].join('\n');
}

/** What became of it. `isRefused`: somebody was asked and did not say yes. */
export function printApprovalDone({ skill, version, applied, withheld }: RegistryApproval, isRefused: boolean): string {
  const name = `${cleanLine(skill)} ${version}`;
  if (applied) return `Approved ${name}.`;
  if (!withheld) return `${name} is not withheld; there is nothing to approve.`;
  return isRefused ? 'Nothing was written.' : `Nothing was written. --yes approves ${name}.`;
}

export function printPlan(answer: PlanAnswer, terminal: Terminal): string {
  const notes = answer.notes.map(
    ({ code, at, message }) => `${paint(terminal, 'yellow', `note ${code}:`)} ${cleanLine(`${at}: ${message}`)}`,
  );
  const lines = answer.plugins.flatMap((plugin) => {
    if (plugin.refusal)
      return [paint(terminal, 'bold', cleanLine(plugin.plugin)), printRegistryFailure(plugin.refusal, terminal)];
    const { items = [], removed = [], status } = plugin;
    const states = { applied: 'applied', unchanged: 'nothing changes', removed: 'removed as a whole' };
    const planned = { applied: 'would be applied', unchanged: 'nothing would change', removed: 'would be removed' };
    const said = status === undefined ? '' : (answer.applied ? states : planned)[status];
    return [
      `${paint(terminal, 'bold', cleanLine(plugin.plugin))}: ${said}`,
      ...items.map((item) => `  ${item.status.padEnd(9)}  ${item.kind.padEnd(6)}  ${cleanLine(item.name)}`),
      ...removed.map((item) => `  ${'removed'.padEnd(9)}  ${item.kind.padEnd(6)}  ${cleanLine(item.name)}`),
    ];
  });
  return [...lines, ...notes].join('\n');
}

export function printImported({ imported, counts, notes }: ImportAnswer, terminal: Terminal): string {
  const { created, updated, unchanged, refused, withheld } = counts;
  if (imported.length === 0) return ['There is no skill.', ...printNotes(notes, terminal)].join('\n');
  return [
    ...imported.map(({ path, address = path, skill, refusal }) => {
      const place = cleanLine(address, PATH_CHARACTERS);
      if (skill)
        return `${skill.status.padEnd(9)}  ${cleanLine(skill.name)} ${skill.version}  ${place}${skill.withheld ? `  ${paint(terminal, 'yellow', '[withheld]')}` : ''}`;
      return refusal ? printRefused(`  ${place}`, refusal, terminal) : '';
    }),
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused${withheld === 0 ? '' : `, ${withheld} withheld until approved`}.`,
    ...printNotes(notes, terminal),
  ].join('\n');
}

export function printExported({ exported }: ExportAnswer, terminal: Terminal): string {
  if (exported.length === 0) return 'There is no skill.';
  return exported
    .map(({ name, directory, files, refusal }) =>
      refusal
        ? printRefused(cleanLine(name), refusal, terminal)
        : `${cleanLine(name)}  ${counted(files.length, 'file')} in ${cleanLine(directory, PATH_CHARACTERS)}`,
    )
    .join('\n');
}

/** One of several that was refused, with what to do instead. */
function printRefused(what: string, { code, message, ways }: RegistryFailure, terminal: Terminal): string {
  return [
    `${paint(terminal, 'red', 'refused')}  ${what}  ${code}: ${cleanLine(message)}`,
    ...ways.map((way) => `  ${cleanLine(way)}`),
  ].join('\n');
}

export function printDumped({ file, tenant, rows, bytes }: DumpAnswer): string {
  return `${counted(rows, 'row')} of ${cleanLine(tenant)}, ${counted(bytes, 'byte')}, in ${cleanLine(file, PATH_CHARACTERS)}`;
}

export function printRestored({ tenant, rows, counts }: RestoreAnswer): string {
  const { skills, agents, servers, plugins, runs } = counts;
  return `Restored ${counted(rows, 'row')} into ${cleanLine(tenant)}: ${counted(skills, 'skill')}, ${counted(agents, 'agent')}, ${counted(servers, 'server')}, ${counted(plugins, 'plugin')}, ${counted(runs, 'run')}.`;
}

export function printRevocation({ skill, status }: RevokedApproval): string {
  return status === 'revoked'
    ? `The approval of ${cleanLine(skill)} is taken back.`
    : `${cleanLine(skill)} has no approval.`;
}
