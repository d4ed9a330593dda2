import { dirname } from 'node:path';
import { LIMITS } from '@skillscope/core';
import { stringify } from 'yaml';
import type { AgentChange, MatchPolicy } from '../registry/agents.ts';
import type { PluginManifest } from '../registry/plugins.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { decodeText, readRegularFile } from '../registry/regular-file.ts';
import { readSkillDirectory } from '../registry/skill-directories.ts';
import { type SkillSource, skillSpec } from '../registry/skill-source.ts';
import type { ToolServer } from '../registry/tool-servers.ts';
import { badManifest, type Place, placeIn } from './bad-manifest.ts';
import { completeAgent, completeServer } from './complete.ts';
import { readDataFile } from './data-file.ts';
import { type Fields, fieldsOf, isMap, isName, NAME_WAY } from './fields.ts';
import { type Folder, openFolder } from './folder.ts';
import type { ManifestReading } from './manifest-reading.ts';
import { isStorableValue } from './storable-value.ts';

/**
 * Reads a manifest of ours. Whatever it says of a skill, an agent or a server that is left out has its default.
 * Directories and files that it names lie below its own directory.
 *
 * @throws RegistryError `bad-manifest`, which names the place
 */
export function readOwnManifest(path: string, format: 'json' | 'yaml'): ManifestReading {
  const whole: Place = { file: path, at: '' };
  const fields = fieldsOf(readDataFile(path, path, format), whole, ['name', 'version', 'servers', 'skills', 'agents']);
  const folder = openFolder(dirname(path), dirname(path));
  const version = versionIn(fields);
  const servers = each(fields, 'servers', serverOf);
  const skills = each(fields, 'skills', (value, place) => skillOf(value, place, folder));
  const agents = each(fields, 'agents', (value, place) => agentOf(value, place, folder));
  refuseTwice(
    fields.placeOf('servers'),
    servers.map(({ name }) => name),
  );
  refuseTwice(
    fields.placeOf('skills'),
    skills.map(({ name }) => name ?? ''),
  );
  refuseTwice(
    fields.placeOf('agents'),
    agents.map(({ name }) => name),
  );
  const manifest: PluginManifest = {
    name: fields.name('name'),
    ...(version === undefined ? {} : { version }),
    source: { format: 'skillscope' },
    servers,
    skills,
    agents,
  };
  if (!isStorableValue([servers, agents, version, skills.map(({ category, tags }) => [category, tags])]))
    throw badManifest(whole, 'holds half of a character pair, or a NUL character.', 'Leave it out.');
  return { manifest, format: 'skillscope', notes: [] };
}

/**
 * Reads one agent as it stands under `agents` of a manifest. What it leaves out stays as it is.
 *
 * @throws RegistryError `bad-manifest`, which names the place
 */
export function readOwnAgent(path: string, format: 'json' | 'yaml'): Omit<AgentChange, 'expectedVersion'> {
  const folder = openFolder(dirname(path), dirname(path));
  return agentChangeOf(readDataFile(path, path, format), { file: path, at: '' }, folder);
}

function each<T>(fields: Fields, key: string, read: (value: unknown, place: Place) => T): readonly T[] {
  const place = fields.placeOf(key);
  return fields.list(key).map((value, index) => read(value, placeIn(place, index)));
}

/** YAML reads `1.0` as a number. */
function versionIn(fields: Fields): string | undefined {
  const value = fields.value('version');
  if (typeof value === 'number')
    throw badManifest(fields.placeOf('version'), 'is a number.', 'Put it in quotes, so that 1.10 is not 1.1.');
  const version = fields.text('version');
  if (version !== undefined && (version === '' || [...version].length > 200))
    throw badManifest(fields.placeOf('version'), 'has not 1 to 200 characters.', 'Give a short text.');
  return version;
}

function serverOf(value: unknown, place: Place): ToolServer {
  const fields = fieldsOf(value, place, ['name', 'description', 'config']);
  const description = fields.text('description');
  const config = fields.map('config');
  return completeServer({
    name: fields.name('name'),
    ...(description === undefined ? {} : { description }),
    ...(config === undefined ? {} : { config }),
  });
}

type ManifestSkill = NonNullable<PluginManifest['skills']>[number];

const SKILL_KEYS = ['directory', 'text', 'description', 'whenToUse', 'body', 'name', 'category', 'tags', 'requires'];

/** A directory, the whole text of a SKILL.md, or its parts. */
function skillOf(value: unknown, place: Place, folder: Folder): ManifestSkill {
  const fields = fieldsOf(typeof value === 'string' ? { directory: value } : value, place, SKILL_KEYS);
  const ways = ['directory', 'text', 'body'].filter((key) => fields.has(key));
  if (ways.length !== 1)
    throw badManifest(
      place,
      ways.length === 0 ? 'has no text.' : `has ${ways.join(' and ')}.`,
      'Give one of `directory`, `text` and `body`.',
    );
  if (!fields.has('body'))
    for (const key of ['description', 'whenToUse'])
      if (fields.has(key))
        throw badManifest(fields.placeOf(key), 'stands beside a text that says it.', 'Give it with `body` only.');
  const source = sourceOf(fields, folder);
  const spec = reading(place, () => skillSpec(source));
  const name = fields.has('name') ? fields.name('name') : spec.name;
  if (!isName(name))
    throw badManifest(
      place,
      `is a skill whose name is none here: ${JSON.stringify(name.slice(0, 80))}.`,
      `Give it a \`name\`. ${NAME_WAY}`,
    );
  const requires = fields.texts('requires');
  return {
    source,
    name,
    category: fields.text('category') ?? null,
    tags: fields.texts('tags') ?? [],
    ...(requires === undefined ? {} : { requires }),
  };
}

function sourceOf(fields: Fields, folder: Folder): SkillSource {
  const text = fields.text('text');
  if (text !== undefined) return { text };
  const body = fields.text('body');
  if (body !== undefined) {
    const description = fields.text('description');
    const whenToUse = fields.text('whenToUse');
    if (description === undefined)
      throw badManifest(fields.placeOf('description'), 'is missing.', 'Say when the skill applies.');
    const listing = {
      name: fields.name('name'),
      description,
      ...(whenToUse === undefined ? {} : { when_to_use: whenToUse }),
    };
    return { text: `---\n${stringify(listing, { lineWidth: 0 })}---\n${body}` };
  }
  const place = fields.placeOf('directory');
  const found = folder.find(fields.text('directory') ?? '');
  if (!found.ok) throw badManifest(place, `cannot be taken: ${found.message}`, PATH_WAY);
  if (found.kind === 'file') throw badManifest(place, 'is no directory.', 'Name the directory of a skill.');
  const source = reading(place, () => readSkillDirectory(found.path));
  return { ...source, origin: { path: found.below } };
}

const PATH_WAY = 'Give a relative path below the directory of the manifest.';

const AGENT_KEYS = [
  'name',
  'description',
  'systemPrompt',
  'systemPromptFile',
  'outputSchema',
  'skills',
  'servers',
  'policy',
];

function agentOf(value: unknown, place: Place, folder: Folder): Omit<AgentChange, 'expectedVersion'> {
  return completeAgent(agentChangeOf(value, place, folder));
}

function agentChangeOf(value: unknown, place: Place, folder: Folder): Omit<AgentChange, 'expectedVersion'> {
  const fields = fieldsOf(value, place, AGENT_KEYS);
  const description = fields.text('description');
  const systemPrompt = promptOf(fields, folder);
  const skills = fields.texts('skills');
  const servers = serversOf(fields);
  const policy = fields.has('policy') ? policyOf(fields.value('policy'), fields.placeOf('policy')) : undefined;
  return {
    name: fields.name('name'),
    ...(description === undefined ? {} : { description }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(fields.has('outputSchema') ? { outputSchema: fields.value('outputSchema') } : {}),
    ...(skills === undefined ? {} : { skills }),
    ...(servers === undefined ? {} : { servers }),
    ...(policy === undefined ? {} : { policy }),
  };
}

function promptOf(fields: Fields, folder: Folder): string | undefined {
  const file = fields.text('systemPromptFile');
  if (file === undefined) return fields.text('systemPrompt');
  const place = fields.placeOf('systemPromptFile');
  if (fields.has('systemPrompt')) throw badManifest(place, 'stands beside a system prompt.', 'Keep one of them.');
  const found = folder.find(file);
  if (!found.ok) throw badManifest(place, `cannot be taken: ${found.message}`, PATH_WAY);
  const read = readRegularFile(found.path, LIMITS.skillFileBytes);
  if (!read.ok) throw badManifest(place, `cannot be taken: "${file}" ${read.message}`, 'Name a text file.');
  const text = decodeText(read.bytes);
  if (text === undefined)
    throw badManifest(place, `cannot be taken: "${file}" is not UTF-8 text.`, 'Name a text file.');
  return text;
}

function serversOf(fields: Fields): Readonly<Record<string, readonly string[] | null>> | undefined {
  const servers = fields.map('servers');
  if (servers === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(servers).map(([name, tools]) => {
      if (tools === null) return [name, null];
      if (Array.isArray(tools) && tools.every((tool): tool is string => typeof tool === 'string')) return [name, tools];
      throw badManifest(
        placeIn(fields.placeOf('servers'), name),
        'is no list of tools.',
        'Give a list of names, or null for every tool.',
      );
    }),
  );
}

const POLICY_KEYS = ['always', 'match', 'list', 'sticky', 'request', 'discover'];
const MATCH_KEYS = ['topK', 'minScore', 'maxChars', 'scope', 'fields'];

function policyOf(value: unknown, place: Place): NonNullable<AgentChange['policy']> {
  const fields = fieldsOf(value, place, POLICY_KEYS);
  const match = fields.value('match');
  return given({
    always: fields.texts('always'),
    match: isMap(match) ? matchOf(match, fields.placeOf('match')) : fields.truth('match'),
    list: fields.choice('list', ['attached', 'none']),
    sticky: fields.truth('sticky'),
    request: fields.truth('request'),
    discover: fields.truth('discover'),
  });
}

function matchOf(value: unknown, place: Place): Partial<MatchPolicy> {
  const fields = fieldsOf(value, place, MATCH_KEYS);
  const weights = fields.has('fields')
    ? fieldsOf(fields.value('fields'), fields.placeOf('fields'), ['listing', 'body'])
    : undefined;
  return given({
    topK: fields.number('topK'),
    minScore: fields.number('minScore'),
    maxChars: fields.number('maxChars'),
    scope: fields.choice('scope', ['attached', 'tenant']),
    fields: weights && { listing: weights.number('listing') ?? 1, body: weights.number('body') ?? 0 },
  });
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function given<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Given<T>;
}

function refuseTwice(place: Place, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw badManifest(place, `name "${twice}" twice.`, 'Name it once.');
}

/** A refusal about a part, told with its place in the manifest. */
function reading<T>(place: Place, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw badManifest(place, `cannot be taken: ${error.message}`, error.ways.join(' '));
  }
}
