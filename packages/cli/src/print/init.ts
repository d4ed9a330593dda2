import { cleanLine } from '@skillscope/core';
import type { InitPlan, SetupAgent } from '../commands/init.ts';
import type { FileAction, SetupFile } from '../setup/step.ts';
import { paint, type Style, type Terminal } from '../terminal.ts';
import { printNotes } from './notes.ts';

/** Lines of one diff in a text answer: many times our own skill, so that only a file nobody would read is cut. */
const DIFF_LINES_SHOWN = 1_000;

const STYLES: Readonly<Record<FileAction, Style>> = {
  create: 'green',
  change: 'cyan',
  remove: 'yellow',
  unchanged: 'dim',
  refused: 'red',
};

const DONE: Readonly<Record<FileAction, string>> = {
  create: 'created',
  change: 'changed',
  remove: 'removed',
  unchanged: 'unchanged',
  refused: 'refused',
};

/** What `init` or `uninstall` did, or would do. A file that several agents share shows its diff once. */
export function printInit(plan: InitPlan, terminal: Terminal): string {
  const shown = new Set<string>();
  const blocks = plan.agents.map((agent) => printAgent(agent, plan, shown, terminal));
  const lines = [...blocks.flatMap((block) => [...block, '']), ...printNotes(plan.notes, terminal), ...ending(plan)];
  return lines.join('\n').trimEnd();
}

function printAgent(agent: SetupAgent, { applied }: InitPlan, shown: Set<string>, terminal: Terminal): string[] {
  const found = agent.foundBy === undefined ? '' : paint(terminal, 'dim', `  (${cleanLine(agent.foundBy)})`);
  const lines = [`${paint(terminal, 'bold', agent.title)}${found}`];
  for (const file of agent.files) {
    lines.push(...printFile(file, applied, terminal));
    const isNew = file.diff !== '' && !shown.has(file.diff);
    if (isNew && !applied) lines.push(...printDiff(file.diff, terminal));
    shown.add(file.diff);
  }
  return lines;
}

function printFile({ path, action, reason, line }: SetupFile, applied: boolean, terminal: Terminal): string[] {
  const word = paint(terminal, STYLES[action], applied ? DONE[action] : action);
  const place = cleanLine(path) + (line === undefined ? '' : `:${line}`);
  return [`  ${word} ${place}`, ...(reason === undefined ? [] : [`    ${cleanLine(reason)}`])];
}

function printDiff(diff: string, terminal: Terminal): string[] {
  const lines = diff.trimEnd().split('\n');
  const shown = lines.slice(0, DIFF_LINES_SHOWN);
  const rest = lines.length - shown.length;
  return [
    ...shown.map((line) => `    ${paint(terminal, diffStyle(line), cleanDiffLine(line))}`),
    ...(rest > 0 ? [`    and ${rest} more lines; --json shows all`] : []),
  ];
}

/** Cleans what a line says and keeps its indentation, which cleaning would fold away. */
function cleanDiffLine(line: string): string {
  const text = line.slice(1).trimStart();
  return line.slice(0, line.length - text.length) + cleanLine(text);
}

function diffStyle(line: string): Style {
  if (line.startsWith('+')) return 'green';
  return line.startsWith('-') ? 'red' : 'dim';
}

function ending({ applied, agents }: InitPlan): string[] {
  const isPending = agents.some(({ files }) => files.some(({ diff }) => diff !== ''));
  return !applied && isPending ? ['Nothing was written. Run it again with --apply to write this.'] : [];
}
