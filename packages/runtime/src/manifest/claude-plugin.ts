import { basename } from 'node:path';
import { LIMITS } from '@skillscope/core';
import type { PluginManifest } from '../registry/plugins.ts';
import { storableText } from '../registry/storable-text.ts';
import { badManifest, type Place } from './bad-manifest.ts';
import { readClaudeAgents } from './claude-agents.ts';
import { readClaudeServers } from './claude-servers.ts';
import { readClaudeSkills } from './claude-skills.ts';
import { readDataFile } from './data-file.ts';
import { isMap, isName, NAME_WAY } from './fields.ts';
import { type Folder, openFolder } from './folder.ts';
import type { ManifestNote, ManifestNoteCode, ManifestReading } from './manifest-reading.ts';
import { type Allowance, type PluginReading, quoted } from './plugin-reading.ts';

/** What a marketplace says of one of its plugins. */
export interface MarketplaceEntry {
  readonly name: string;
  /** The marketplace, as it calls itself. */
  readonly marketplace: string;
  readonly declared: Readonly<Record<string, unknown>>;
  /** Where it stands, such as `plugins[2]`. */
  readonly at: string;
  /** Whether the plugin's directory is that of the marketplace itself, which then holds other plugins too. */
  readonly isWhole: boolean;
}

/** More of a marketplace's name tells nothing of one from another. */
const MARKETPLACE_CHARACTERS = 200;

/**
 * Reads a plugin of Claude Code: skills, agents and MCP servers, whose commands are kept as text and never run. What else
 * it has is told in `notes`, and so is each part that cannot be taken.
 *
 * @throws RegistryError `bad-manifest`
 */
export function readClaudePlugin(
  directory: string,
  shown: string,
  entry?: MarketplaceEntry,
  allowance: Allowance = { bytes: LIMITS.skillBytesPerArtifact },
): ManifestReading {
  const folder = openFolder(directory, shown);
  const own = ownManifest(folder, shown);
  if (own === undefined && entry === undefined && !COMPONENTS.some(({ path }) => folder.find(path).ok))
    throw badManifest({ file: shown, at: '' }, 'holds no plugin.', wayFrom(folder));
  const notes: ManifestNote[] = [];
  const note = (code: ManifestNoteCode, at: string, message: string) => {
    if (notes.length < LIMITS.skippedPerArtifact) notes.push({ code, at, message });
    else if (notes.length === LIMITS.skippedPerArtifact)
      notes.push({ code: 'too-many', at: '', message: 'There is more to say about this plugin, which is left out.' });
  };
  const name = nameOf(own, entry, { file: shown, at: 'name' }, folder, note);
  const version = versionOf(own, entry, note);
  // The marketplace decides alone, and of its own directory other plugins have a part.
  const isAlone = entry?.declared['strict'] === false;
  const isListed = entry !== undefined && TAKEN.some((key) => entry.declared[key] !== undefined);
  const sources = [
    ...(own !== undefined && !isAlone ? [{ at: OWN_FILE, map: own }] : []),
    ...(entry === undefined ? [] : [{ at: entry.at, map: entry.declared }]),
  ];
  if (isAlone && own !== undefined && TAKEN.some((key) => own[key] !== undefined))
    note('not-taken', OWN_FILE, 'What plugin.json lists is not taken: the marketplace says `strict: false`.');
  for (const { map, at } of sources) noteKeys(map, at, note);
  const declared: PluginReading['declared'] = (key) =>
    sources.flatMap(({ map, at }) => (map[key] === undefined ? [] : [{ value: map[key], at: `${at}: ${key}` }]));
  const isOpen = !(isAlone && isListed);
  for (const { key, path, what } of COMPONENTS)
    if (!TAKEN.includes(key) && (declared(key).length > 0 || (isOpen && folder.find(path).ok)))
      note('not-taken', declared(key)[0]?.at ?? path, `${what} are not taken.`);

  const reading: PluginReading = {
    name,
    folder,
    allowance,
    declared,
    defaults: {
      skills: isOpen && !(entry?.isWhole === true && entry.declared['skills'] !== undefined),
      agents: isOpen && declared('agents').length === 0,
      mcpServers: isOpen && declared('mcpServers').length === 0,
    },
    note,
  };
  const servers = readClaudeServers(reading);
  const skills = readClaudeSkills(reading);
  const agents = readClaudeAgents(reading, servers, skills);
  const manifest: PluginManifest = {
    name,
    ...(version === undefined ? {} : { version }),
    source: {
      format: 'claude-plugin',
      ...(entry === undefined ? {} : { marketplace: storableText(entry.marketplace.slice(0, MARKETPLACE_CHARACTERS)) }),
    },
    servers,
    skills: skills.map(({ withheld: _withheld, ...skill }) => skill),
    agents,
  };
  return { manifest, format: 'claude-plugin', notes };
}

const OWN_FILE = '.claude-plugin/plugin.json';

const TAKEN: readonly string[] = ['skills', 'agents', 'mcpServers'];

/** Everything that makes a directory a plugin, with where it lies by default. */
const COMPONENTS: readonly { readonly key: string; readonly path: string; readonly what: string }[] = [
  { key: 'skills', path: 'skills', what: 'Skills' },
  { key: 'agents', path: 'agents', what: 'Agents' },
  { key: 'mcpServers', path: '.mcp.json', what: 'MCP servers' },
  { key: 'commands', path: 'commands', what: 'Commands' },
  { key: 'hooks', path: 'hooks', what: 'Hooks' },
  { key: 'lspServers', path: '.lsp.json', what: 'Language servers' },
  { key: 'outputStyles', path: 'output-styles', what: 'Output styles' },
  { key: 'workflows', path: 'workflows', what: 'Workflows' },
  { key: 'monitors', path: 'monitors', what: 'Monitors' },
  { key: 'themes', path: 'themes', what: 'Themes' },
  { key: 'bin', path: 'bin', what: 'Programs' },
  { key: 'settings', path: 'settings.json', what: 'Settings' },
  { key: 'experimental', path: '.claude-plugin/experimental', what: 'Experimental components' },
  { key: 'userConfig', path: '.claude-plugin/user-config', what: 'Settings of the user' },
  { key: 'channels', path: '.claude-plugin/channels', what: 'Channels' },
  { key: 'dependencies', path: '.claude-plugin/dependencies', what: 'Other plugins that it depends on' },
];

/** Said about a plugin, and of no effect on what it holds. */
const DESCRIBING: ReadonlySet<string> = new Set([
  ...['$schema', 'name', 'displayName', 'version', 'description', 'author', 'homepage', 'repository', 'license'],
  ...['keywords', 'metadata', 'defaultEnabled', 'source', 'strict', 'category', 'tags', 'relevance'],
]);

function noteKeys(map: Readonly<Record<string, unknown>>, at: string, note: PluginReading['note']): void {
  for (const key of Object.keys(map))
    if (!DESCRIBING.has(key) && !COMPONENTS.some((component) => component.key === key))
      note('unknown-key', `${at}: ${key}`, `"${key}" is no key of a plugin, and is not taken.`);
}

function ownManifest(folder: Folder, shown: string): Readonly<Record<string, unknown>> | undefined {
  const found = folder.find(OWN_FILE);
  if (!found.ok && found.code === 'missing') return undefined;
  const file = shown.endsWith('plugin.json') ? shown : `${shown}/${OWN_FILE}`;
  if (!found.ok) throw badManifest({ file, at: '' }, 'leads out of the plugin.', 'Put the file itself there.');
  const value = readDataFile(found.path, file, 'json');
  if (isMap(value)) return value;
  throw badManifest({ file, at: '' }, 'is no JSON object.', 'Give at least {"name": "…"}.');
}

function nameOf(
  own: Readonly<Record<string, unknown>> | undefined,
  entry: MarketplaceEntry | undefined,
  place: Place,
  folder: Folder,
  note: PluginReading['note'],
): string {
  const written = own === undefined ? undefined : own['name'];
  if (entry !== undefined) {
    if (written !== undefined && written !== entry.name)
      note(
        'name-differs',
        OWN_FILE,
        `The plugin calls itself ${quoted(written)}; the marketplace's name for it counts.`,
      );
    return entry.name;
  }
  const name = own === undefined ? basename(folder.path) : written;
  if (typeof name === 'string' && isName(name)) return name;
  throw badManifest(place, name === undefined ? 'is missing.' : `is no name: ${quoted(name)}.`, NAME_WAY);
}

function versionOf(
  own: Readonly<Record<string, unknown>> | undefined,
  entry: MarketplaceEntry | undefined,
  note: PluginReading['note'],
): string | undefined {
  const version = own?.['version'] ?? entry?.declared['version'];
  if (version === undefined) return undefined;
  if (typeof version === 'string' && version !== '' && version.length <= 200 && !version.includes('\0')) return version;
  note(
    'wrong-type',
    own?.['version'] === undefined ? (entry?.at ?? '') : OWN_FILE,
    'The version is no short text, and is not taken.',
  );
  return undefined;
}

function wayFrom(folder: Folder): string {
  if (folder.find('.claude-plugin/marketplace.json').ok)
    return 'It holds a marketplace: name its .claude-plugin/marketplace.json.';
  return `Name a directory with ${OWN_FILE}, or with skills, agents or .mcp.json.`;
}
