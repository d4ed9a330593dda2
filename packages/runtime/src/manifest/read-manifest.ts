import { statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import type { AgentChange } from '../registry/agents.ts';
import { badManifest } from './bad-manifest.ts';
import { readClaudePlugin } from './claude-plugin.ts';
import type { ManifestReading } from './manifest-reading.ts';
import { readOwnAgent, readOwnManifest } from './own-manifest.ts';

/**
 * Reads what `planPlugin` and `applyPlugin` take: a manifest of ours in YAML or JSON, or a plugin of Claude Code by its
 * directory or its `.claude-plugin/plugin.json`. Nothing is executed and nothing is fetched. What of a plugin is left out
 * is in `notes`.
 *
 * @throws RegistryError `bad-manifest`, which says where and what
 */
export async function readManifest(path: string): Promise<ManifestReading> {
  const place = { file: path, at: '' };
  if (isDirectory(path)) {
    const whole = resolve(path);
    const inner = basename(whole) === FOLDER ? dirname(whole) : whole;
    return readClaudePlugin(inner, path);
  }
  const holder = dirname(resolve(path));
  if (basename(holder) === FOLDER) {
    if (basename(path) === 'marketplace.json')
      throw badManifest(place, 'lists plugins and is none.', 'Read it as a marketplace, or name one of its plugins.');
    return readClaudePlugin(dirname(holder), path);
  }
  const format = formatOf(path);
  if (format) return readOwnManifest(path, format);
  throw badManifest(
    place,
    'is no manifest by its name.',
    'Name a .yaml, .yml or .json file, or the directory of a plugin.',
  );
}

/**
 * Reads what `putAgent` takes from a YAML or JSON file: the keys of an agent in a manifest. What is left out of it stays
 * as it is.
 *
 * @throws RegistryError `bad-manifest`, which says where and what
 */
export async function readAgentFile(path: string): Promise<Omit<AgentChange, 'expectedVersion'>> {
  const format = formatOf(path);
  if (format) return readOwnAgent(path, format);
  throw badManifest({ file: path, at: '' }, 'is no agent by its name.', 'Name a .yaml, .yml or .json file.');
}

function formatOf(path: string): 'json' | 'yaml' | undefined {
  const extension = extname(path).toLowerCase();
  if (extension === '.json') return 'json';
  return extension === '.yaml' || extension === '.yml' ? 'yaml' : undefined;
}

/** Where Claude Code keeps what it knows of a plugin. */
const FOLDER = '.claude-plugin';

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
