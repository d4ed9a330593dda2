import { cleanLine } from '@skillscope/core';
import type { RegistryFailure } from '../registry/failure.ts';
import type { RegistryList } from '../registry/list.ts';
import type { OpenAnswer } from '../registry/open.ts';
import type { RegistrySearchAnswer } from '../registry/search.ts';
import { cut, pad, paint, type Terminal, widthOf } from '../terminal.ts';
import { counted } from './notes.ts';

/** Longer than a path can be: one that is printed whole can be used. */
export const PATH_CHARACTERS = 8_192;
/** Alternatives shown in a text answer; `--json` has them all. */
const CANDIDATES_SHOWN = 40;
/** Longer names push their description to the right instead of widening the column for all. */
const MOST_NAME_COLUMNS = 36;

export function printRegistryFailure(failure: RegistryFailure, terminal: Terminal): string {
  const { code, message, candidates, ways } = failure;
  const rest = candidates.length - CANDIDATES_SHOWN;
  return [
    `${paint(terminal, 'red', `${code}:`)} ${cleanLine(message)}`,
    ...candidates.slice(0, CANDIDATES_SHOWN).map((candidate) => `  ${cleanLine(candidate)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...ways.map((way) => cleanLine(way)),
  ].join('\n');
}

export function printOpened(answer: OpenAnswer, terminal: Terminal): string {
  const { place, tenant, principal, capabilities, schema, postgres, counts } = answer;
  const { skills, agents, servers, plugins, runs } = counts;
  const ranks = capabilities.vector ? 'by words and by vectors' : 'by words';
  const shared = capabilities.shared ? 'any number of programs at once' : 'one program at a time';
  return [
    // An address with a user is cleaned of it; this one has no password.
    paint(terminal, 'bold', cleanLine(place.replace(/^postgres(?:ql)?:\/\//, ''), PATH_CHARACTERS)),
    `database  PostgreSQL ${cleanLine(postgres)}, schema ${schema}, ${shared}`,
    `search    ${ranks}`,
    `tenant    ${cleanLine(tenant)}${principal === undefined ? '' : `, as ${cleanLine(principal)}`}`,
    `holds     ${[
      counted(skills, 'skill'),
      counted(agents, 'agent'),
      counted(servers, 'server'),
      counted(plugins, 'plugin'),
      counted(runs, 'run'),
    ].join(', ')}`,
  ].join('\n');
}

export function printRegistryList(list: RegistryList, terminal: Terminal): string {
  const lines = linesOf(list);
  if (lines.length === 0) return `No ${list.kind}.`;
  const columns = Math.min(MOST_NAME_COLUMNS, Math.max(...lines.map(({ name }) => widthOf(name))));
  const versionColumns = Math.max(...lines.map(({ version }) => widthOf(version)));
  const next = 'next' in list && list.next !== undefined ? ['', `Next: --after ${cleanLine(list.next)}`] : [];
  return [
    ...lines.map((line) => {
      const name = pad(line.name, columns);
      const version = versionColumns === 0 ? '' : `${pad(line.version, versionColumns)}  `;
      const room =
        terminal.width === undefined ? undefined : terminal.width - widthOf(`${name}  ${version}${line.mark}`);
      const marked = paint(terminal, 'yellow', line.mark) + cut(line.text, room);
      return `${paint(terminal, 'green', name)}  ${paint(terminal, 'cyan', version)}${marked}`.trimEnd();
    }),
    ...next,
  ].join('\n');
}

export function printRegistrySearch({ skills }: RegistrySearchAnswer, terminal: Terminal): string {
  if (skills.length === 0) return 'No skill fits this need.';
  const room = terminal.width === undefined ? undefined : terminal.width - 2;
  return skills
    .flatMap(({ name, version, score, withheld, description }) => [
      `${paint(terminal, 'green', cleanLine(name))} ${paint(terminal, 'dim', `${version}  score ${score.toFixed(3)}`)}${withheld ? ` ${paint(terminal, 'yellow', '[withheld]')}` : ''}`,
      ...(description === '' ? [] : [`  ${cut(cleanLine(description), room)}`]),
    ])
    .join('\n');
}

interface Line {
  readonly name: string;
  readonly version: string;
  readonly mark: string;
  readonly text: string;
}

function linesOf(list: RegistryList): readonly Line[] {
  switch (list.kind) {
    case 'skills':
      return list.skills.map(({ name, version, withheld, description }) => ({
        name: cleanLine(name),
        version: String(version),
        mark: withheld ? '[withheld]' : '',
        text: cleanLine(description),
      }));
    case 'agents':
      return list.agents.map(({ name, version, description = '' }) => ({
        name: cleanLine(name),
        version: String(version),
        mark: '',
        text: cleanLine(description),
      }));
    case 'plugins':
      return list.plugins.map(({ name, version = '', items }) => ({
        name: cleanLine(name),
        version: cleanLine(version),
        mark: '',
        text: counted(items.length, 'item'),
      }));
    case 'servers':
      return list.servers.map(({ name, description }) => ({
        name: cleanLine(name),
        version: '',
        mark: '',
        text: cleanLine(description ?? ''),
      }));
    case 'runs':
      return list.runs.map(({ id, agent, agentVersion, openedAt, closedAt, thread, branch }) => ({
        name: id,
        version: openedAt.toISOString(),
        mark: closedAt === undefined ? '[open] ' : '',
        text: cleanLine(`${agent} ${agentVersion}, ${thread}/${branch}`),
      }));
  }
}
