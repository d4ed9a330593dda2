import { statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { badManifest } from './bad-manifest.ts';
import { readClaudePlugin } from './claude-plugin.ts';
import type { ManifestReading } from './manifest-reading.ts';
import { readOwnManifest } from './own-manifest.ts';

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
  const extension = extname(path).toLowerCase();
  if (extension === '.json') return readOwnManifest(path, 'json');
  if (extension === '.yaml' || extension === '.yml') return readOwnManifest(path, 'yaml');
  throw badManifest(
    place,
    'is no manifest by its name.',
    'Name a .yaml, .yml or .json file, or the directory of a plugin.',
  );
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
