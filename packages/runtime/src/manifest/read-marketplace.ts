import { basename, dirname, join, resolve } from 'node:path';
import { LIMITS } from '@skillscope/core';
import { RegistryError } from '../registry/registry-error.ts';
import { badManifest, type Place, placeIn } from './bad-manifest.ts';
import { readClaudePlugin } from './claude-plugin.ts';
import { readDataFile } from './data-file.ts';
import { isMap, isName } from './fields.ts';
import { openFolder } from './folder.ts';
import type { ManifestNote, ManifestNoteCode, ManifestReading, MarketplaceReading } from './manifest-reading.ts';
import { quoted } from './plugin-reading.ts';

/**
 * Reads a marketplace of Claude Code, by its directory or its `.claude-plugin/marketplace.json`: each plugin that lies in
 * the marketplace gives a reading. What lies elsewhere is noted and never fetched; a plugin that cannot be read is noted
 * and does not stop the others.
 *
 * @throws RegistryError `bad-manifest` for the marketplace itself
 */
export async function readMarketplace(path: string): Promise<MarketplaceReading> {
  const file = basename(path) === FILE ? path : join(basename(path) === FOLDER ? path : join(path, FOLDER), FILE);
  const whole: Place = { file, at: '' };
  const value = readDataFile(file, file, 'json');
  if (!isMap(value)) throw badManifest(whole, 'is no JSON object.', 'Give {"name": "…", "plugins": […]}.');
  const { name: title, plugins, metadata } = value;
  if (typeof title !== 'string' || title === '')
    throw badManifest(placeIn(whole, 'name'), 'is no text.', 'Give a name.');
  const marketplace: string = title;
  if (!Array.isArray(plugins)) throw badManifest(placeIn(whole, 'plugins'), 'is no list.', 'Give a list of plugins.');
  // A file of this name anywhere else is a marketplace of its own directory.
  const directory = dirname(resolve(file));
  const root = openFolder(basename(directory) === FOLDER ? dirname(directory) : directory, file);
  const pluginRoot = isMap(metadata) && typeof metadata['pluginRoot'] === 'string' ? metadata['pluginRoot'] : undefined;

  const readings: ManifestReading[] = [];
  const notes: ManifestNote[] = [];
  const taken = new Set<string>();
  const allowance = { bytes: LIMITS.marketplaceBytes };
  for (const [index, entry] of plugins.entries()) {
    const result = read(entry, `plugins[${index}]`);
    if ('manifest' in result) readings.push(result);
    else notes.push(result);
  }
  return { name: marketplace, readings, notes };

  function read(entry: unknown, at: string): ManifestReading | ManifestNote {
    if (!isMap(entry)) return note('plugin-left-out', at, 'This is no JSON object.');
    const { name: plugin, source } = entry;
    if (typeof plugin !== 'string' || !isName(plugin))
      return note('plugin-left-out', `${at}.name`, `${quoted(plugin)} is no name of a plugin here.`);
    if (taken.has(plugin)) return note('duplicate', `${at}.name`, `There is a plugin "${plugin}" already.`);
    taken.add(plugin);
    const where = `${at}.source`;
    if (isMap(source))
      return note('remote-source', where, `"${plugin}" is not here: ${whereOf(source)}. Nothing is fetched.`);
    if (typeof source !== 'string') return note('plugin-left-out', where, 'It does not say where the plugin lies.');
    const isWithin = pluginRoot !== undefined && !/^\.[\\/]/.test(source);
    const found = root.find(isWithin ? `${pluginRoot}/${source}` : source);
    if (!found.ok) return note(found.code, where, `${found.message} "${plugin}" is left out.`);
    if (found.kind === 'file') return note('plugin-left-out', where, `${quoted(source)} is no directory.`);
    try {
      const isWhole = found.path === root.path;
      return readClaudePlugin(
        found.path,
        found.below,
        { name: plugin, marketplace, declared: entry, at, isWhole },
        allowance,
      );
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      return note('plugin-left-out', at, error.message);
    }
  }
}

function note(code: ManifestNoteCode, at: string, message: string): ManifestNote {
  return { code, at, message };
}

const FOLDER = '.claude-plugin';
const FILE = 'marketplace.json';

function whereOf(source: Readonly<Record<string, unknown>>): string {
  const place = ['repo', 'url', 'package', 'path'].find((key) => typeof source[key] === 'string');
  return `${quoted(source['source'])}${place === undefined ? '' : ` ${quoted(source[place])}`}`;
}
