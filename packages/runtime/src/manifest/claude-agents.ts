import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { inspectText, LIMITS, type ParsedSkill, parseSkill, withholds } from '@skillscope/core';
import type { AgentChange } from '../registry/agents.ts';
import { decodeText, readRegularFile } from '../registry/regular-file.ts';
import { isStorable } from '../registry/storable-text.ts';
import type { ToolServer } from '../registry/tool-servers.ts';
import { type DeclaredPath, declaredPaths, pathIn } from './claude-paths.ts';
import type { PluginSkill } from './claude-skills.ts';
import { completeAgent } from './complete.ts';
import { isName } from './fields.ts';
import { nameWithin, type PluginReading } from './plugin-reading.ts';

type Agent = Omit<AgentChange, 'expectedVersion'>;

/**
 * The agents of a plugin: the text is the system prompt, skills that it names are carried and always in the prompt, MCP
 * tools that it names are bound. Other tools, models and the like are the host's, and are noted.
 */
export function readClaudeAgents(
  plugin: PluginReading,
  servers: readonly ToolServer[],
  skills: readonly PluginSkill[],
): readonly Agent[] {
  const agents = new Map<string, Agent>();
  for (const file of filesOf(plugin)) {
    const parsed = readFile(plugin, file);
    if (!parsed) continue;
    const name = nameWithin(plugin, parsed.name);
    if (!isName(name)) plugin.note('agent-left-out', file.below, 'Its name is none that the registry takes.');
    else if (agents.has(name)) plugin.note('duplicate', file.below, `There is an agent "${name}" already.`);
    else agents.set(name, agentOf(plugin, { ...parsed, name }, file.below, servers, skills));
  }
  return [...agents.values()];
}

function filesOf(plugin: PluginReading): readonly DeclaredPath[] {
  const own = plugin.defaults.agents ? plugin.folder.find('agents') : undefined;
  if (own && !own.ok && own.code === 'outside') plugin.note('outside', 'agents', `${own.message} It is not taken.`);
  const starts = [...(own?.ok ? [{ ...own, at: 'agents' }] : []), ...declaredPaths(plugin, 'agents')];
  const files = new Map<string, DeclaredPath>();
  for (const start of starts) {
    const found = start.kind === 'file' ? [start] : inDirectory(plugin, start);
    for (const file of found) if (files.size < LIMITS.filesPerSkill) files.set(file.path, file);
  }
  return [...files.values()];
}

function inDirectory(plugin: PluginReading, directory: DeclaredPath): readonly DeclaredPath[] {
  try {
    return readdirSync(directory.path)
      .filter((name) => name.toLowerCase().endsWith('.md'))
      .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      .flatMap((name) => {
        const below = directory.below === '.' ? name : `${directory.below}/${name}`;
        const found = pathIn(plugin, below, below);
        return found?.kind === 'file' ? [found] : [];
      });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    plugin.note('agent-left-out', directory.below, `The directory cannot be read (${error.code}).`);
    return [];
  }
}

function readFile(plugin: PluginReading, { path, below }: DeclaredPath): ParsedSkill | undefined {
  const parsed = parsedIn(path, basename(below).replace(/\.md$/i, ''));
  if (typeof parsed !== 'string') return parsed;
  plugin.note('agent-left-out', below, parsed);
  return undefined;
}

/** Or why not. */
function parsedIn(path: string, directoryName: string): ParsedSkill | string {
  const read = readRegularFile(path, LIMITS.skillFileBytes);
  if (!read.ok) return `It ${read.message}`;
  const text = decodeText(read.bytes);
  if (text === undefined || !isStorable(text)) return 'It is not UTF-8 text.';
  const parsed = parseSkill(text, { directoryName });
  if (!parsed.ok) return `Line ${parsed.line}: ${parsed.message}`;
  if (withholds(inspectText(text)))
    return 'Its text hides characters, imitates markers of skillscope or overrides instructions.';
  return isStorable(parsed.skill.description) ? parsed.skill : 'Its description cannot be kept.';
}

const TAKEN: ReadonlySet<string> = new Set(['name', 'description', 'skills', 'color']);

function agentOf(
  plugin: PluginReading,
  parsed: ParsedSkill,
  below: string,
  servers: readonly ToolServer[],
  skills: readonly PluginSkill[],
): Agent {
  const { name, description, body, frontmatter } = parsed;
  const isLong = [...description].length > 1024;
  if (isLong)
    plugin.note('agent-part-left-out', below, 'Its description has more than 1,024 characters, and is not taken.');
  const carried = carriedBy(plugin, below, namesIn(frontmatter['skills']), skills);
  const bound = boundBy(plugin.name, namesIn(frontmatter['tools']), servers);
  const others = Object.keys(frontmatter).filter((key) => !TAKEN.has(key) && !(key === 'tools' && bound.others === 0));
  if (others.length > 0)
    plugin.note('agent-part-left-out', below, `Not taken, since it is the host's: ${others.slice(0, 20).join(', ')}.`);
  return completeAgent({
    name,
    ...(isLong ? {} : { description }),
    systemPrompt: body.trim(),
    skills: carried,
    servers: bound.servers,
    policy: { always: carried },
  });
}

function carriedBy(
  plugin: PluginReading,
  below: string,
  names: readonly string[],
  skills: readonly PluginSkill[],
): readonly string[] {
  const carried = new Set<string>();
  for (const written of names) {
    const skill = skills.find(
      ({ name, source }) =>
        name === written || name === nameWithin(plugin, written) || source.directoryName === written,
    );
    if (!skill) plugin.note('skill-not-attached', below, `The plugin has no skill "${written}".`);
    else if (skill.withheld)
      plugin.note('skill-not-attached', below, `"${skill.name}" is withheld: attach it once its text is approved.`);
    else carried.add(skill.name);
  }
  return [...carried];
}

/** `mcp__<server>` is every tool of a server, `mcp__<server>__<tool>` one; the server may be written with its plugin. */
function boundBy(
  plugin: string,
  tools: readonly string[],
  servers: readonly ToolServer[],
): { readonly servers: Readonly<Record<string, readonly string[] | null>>; readonly others: number } {
  const bound = new Map<string, Set<string> | null>();
  let others = 0;
  for (const written of tools) {
    const server = servers.find(({ name }) =>
      [`mcp__${name}`, `mcp__plugin_${plugin}_${name}`].some(
        (own) => written === own || written.startsWith(`${own}__`),
      ),
    );
    if (!server) {
      others += 1;
      continue;
    }
    const tool = written.slice(written.indexOf(server.name) + server.name.length).replace(/^__/, '');
    const known = bound.get(server.name);
    if (tool === '' || tool === '*') bound.set(server.name, null);
    else if (known !== null) bound.set(server.name, new Set([...(known ?? []), tool]));
  }
  return { servers: Object.fromEntries([...bound].map(([name, names]) => [name, names && [...names]])), others };
}

/** A list, or a text with commas. */
function namesIn(value: unknown): readonly string[] {
  const names = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
  return names.map((name) => name.trim()).filter((name) => name !== '' && isStorable(name));
}
