import { cleanLine, cleanText } from '@skillscope/core';
import type { Agent, PluginCard, RunRecord } from '@skillscope/runtime';
import type { ShowAnswer, ShownSkill } from '../registry/show.ts';
import { paint, type Terminal } from '../terminal.ts';
import { counted } from './notes.ts';

export function printShown(answer: ShowAnswer, terminal: Terminal): string {
  if ('skill' in answer) return printSkill(answer.skill, terminal);
  if ('file' in answer) return cleanText(answer.file.text).text.trimEnd();
  if ('agent' in answer) return printAgent(answer.agent, terminal);
  if ('plugin' in answer) return printPlugin(answer.plugin, terminal);
  if ('run' in answer) return printRun(answer.run, terminal);
  const { name, description, config } = answer.server;
  return [
    title(terminal, name),
    ...(description === null ? [] : [`says      ${whole(description)}`]),
    `config    ${whole(JSON.stringify(config))}`,
  ].join('\n');
}

function printSkill(skill: ShownSkill, terminal: Terminal): string {
  const { name, version, withheld, description, whenToUse, shown, versions } = skill;
  const text = shown?.body === undefined ? [] : ['', cleanText((shown.head ?? '') + shown.body).text.trimEnd()];
  const files = shown?.files ?? [];
  return [
    title(terminal, name, version, withheld ? 'withheld' : ''),
    ...(withheld ? [] : [`says      ${whole(description)}`]),
    ...(whenToUse === undefined ? [] : [`when      ${whole(whenToUse)}`]),
    ...(skill.license === undefined ? [] : [`license   ${whole(skill.license)}`]),
    ...(skill.category === undefined ? [] : [`category  ${whole(skill.category)}`]),
    ...named('tags', skill.tags),
    ...named('requires', skill.requires),
    ...named('carried', skill.agents),
    ...(skill.plugin === undefined ? [] : [`plugin    ${whole(skill.plugin)}`]),
    `origin    ${Object.keys(skill.origin).length === 0 ? 'not recorded' : whole(JSON.stringify(skill.origin))}`,
    ...printFindings(skill.findings),
    ...versions.map(({ version: one, digest, createdAt, createdBy, labels }) => {
      const by = createdBy === undefined ? '' : ` by ${cleanLine(createdBy)}`;
      const marks = labels.length === 0 ? '' : `  ${paint(terminal, 'cyan', cleanLine(labels.join(', ')))}`;
      return `version   ${one}  ${digest}  ${createdAt.toISOString()}${by}${marks}`;
    }),
    ...(shown && files.length > 0 && shown.version !== version ? [`files of version ${shown.version}:`] : []),
    ...files.map(({ path, size, kind }) => `file      ${whole(path)}, ${kind}, ${counted(size, 'byte')}`),
    ...(withheld && shown === undefined
      ? [`The text is withheld. Look at it with --review --body, and approve it with \`skillscope registry approve\`.`]
      : []),
    ...text,
  ].join('\n');
}

/** What was noticed in a text, one line a finding. */
export function printFindings(findings: readonly unknown[]): readonly string[] {
  return findings.map((finding) => {
    const { code, file, line, message } = (finding ?? {}) as Readonly<Record<string, unknown>>;
    const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}`;
    const said = [code, place, message].filter((part) => part !== undefined && part !== '');
    return `noticed   ${said.map((part) => cleanLine(String(part))).join('  ')}`;
  });
}

function printAgent(agent: Agent, terminal: Terminal): string {
  const { name, version, description, systemPrompt, skills, servers, policy } = agent;
  const { match, always } = policy;
  const how = [
    ...(always.length === 0 ? [] : [`always ${always.join(', ')}`]),
    match === false ? 'no match' : `match ${match.topK} within ${match.maxChars} characters`,
    `list ${policy.list}`,
    ...(['sticky', 'request', 'discover'] as const).filter((key) => policy[key]),
  ];
  return [
    title(terminal, name, version),
    ...(description === undefined ? [] : [`says      ${whole(description)}`]),
    ...named('carries', skills),
    ...Object.entries(servers).map(
      ([server, tools]) => `server    ${whole(server)}, ${tools === null ? 'every tool' : whole(tools.join(', '))}`,
    ),
    `policy    ${whole(how.join('; '))}`,
    ...(systemPrompt === '' ? [] : ['', cleanText(systemPrompt).text.trimEnd()]),
  ].join('\n');
}

function printPlugin({ name, version, source, appliedAt, appliedBy, items }: PluginCard, terminal: Terminal): string {
  const by = appliedBy === undefined ? '' : ` by ${cleanLine(appliedBy)}`;
  return [
    title(terminal, name, version),
    ...(source === undefined
      ? []
      : [
          `source    ${source.format}${source.marketplace === undefined ? '' : `, marketplace ${whole(source.marketplace)}`}`,
        ]),
    `applied   ${appliedAt.toISOString()}${by}`,
    ...items.map((item) => `${item.kind.padEnd(8)}  ${cleanLine(item.name)}`),
  ].join('\n');
}

function printRun(run: RunRecord, terminal: Terminal): string {
  const by = run.openedBy === undefined ? '' : ` by ${cleanLine(run.openedBy)}`;
  return [
    title(terminal, run.id),
    `agent     ${cleanLine(run.agent)} ${run.agentVersion}`,
    `branch    ${cleanLine(`${run.thread}/${run.branch}`)}`,
    `opened    ${run.openedAt.toISOString()}${by}`,
    `closed    ${run.closedAt === undefined ? 'not yet' : run.closedAt.toISOString()}`,
    ...run.used.map(
      ({ skill, version, mode, turn }) => `used      ${cleanLine(skill)} ${version}, ${mode}, turn ${turn}`,
    ),
    ...run.decisions.map(({ turn, skill, outcome, reason }) => {
      const why = reason === undefined ? '' : `: ${reason}`;
      return `decided   ${cleanLine(`turn ${turn}, ${skill} ${outcome}${why}`)}`;
    }),
    `counters  ${whole(JSON.stringify(run.counters))}`,
  ].join('\n');
}

function title(terminal: Terminal, name: string, version?: number | string, mark = ''): string {
  const shown = version === undefined ? '' : ` ${paint(terminal, 'cyan', cleanLine(String(version)))}`;
  return `${paint(terminal, 'bold', cleanLine(name))}${shown}${mark === '' ? '' : ` ${paint(terminal, 'yellow', `[${mark}]`)}`}`;
}

function named(what: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${what.padEnd(8)}  ${whole(names.join(', '))}`];
}

function whole(text: string): string {
  return cleanLine(text, Number.MAX_SAFE_INTEGER);
}
