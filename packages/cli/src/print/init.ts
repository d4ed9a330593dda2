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

/** What `init` or `uninstall` did, or would do. What several places get alike is shown once. */
export function printInit(plan: InitPlan, terminal: Terminal): string {
  const shown: Shown = { places: new Map(), created: new Map() };
  const blocks = plan.agents.map((agent) => printAgent(agent, plan, shown, terminal));
  const lines = [...blocks.flatMap((block) => [...block, '']), ...printNotes(plan.notes, terminal), ...ending(plan)];
  return lines.join('\n').trimEnd();
}

/** What was shown before. */
interface Shown {
  /** By the changes themselves, the file that they were shown for. */
  readonly places: Map<string, string>;
  /** By a file's path, what it is created with. */
  readonly created: Map<string, string>;
}

function printAgent(agent: SetupAgent, { applied }: InitPlan, shown: Shown, terminal: Terminal): string[] {
  const found = agent.foundBy === undefined ? '' : paint(terminal, 'dim', `  (${cleanLine(agent.foundBy)})`);
  const lines = [`${paint(terminal, 'bold', agent.title)}${found}`];
  for (const file of agent.files) {
    const changes = changesIn(file.diff);
    const isMore = !applied && file.action === 'create' && (shown.created.get(file.path) ?? changes) !== changes;
    lines.push(
      ...(isMore
        ? [`  ${paint(terminal, 'cyan', 'add to')} ${cleanLine(file.path)}`]
        : printFile(file, applied, terminal)),
    );
    if (file.action === 'create' && !shown.created.has(file.path)) shown.created.set(file.path, changes);
    if (applied || changes === '') continue;
    const place = shown.places.get(changes);
    if (place === undefined) lines.push(...printDiff(isMore ? linesOf(changes) : file.diff, terminal));
    else if (place !== file.path) lines.push(paint(terminal, 'dim', `    as ${cleanLine(place)} above`));
    shown.places.set(changes, place ?? file.path);
  }
  return lines;
}

/** A diff without the two lines that name the file. */
function changesIn(diff: string): string {
  return diff.startsWith('--- ') ? diff.split('\n').slice(2).join('\n') : diff;
}

/** Without the places of the lines, which are those of a file that holds nothing else. */
function linesOf(changes: string): string {
  return changes
    .split('\n')
    .filter((line) => !line.startsWith('@@'))
    .join('\n');
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
