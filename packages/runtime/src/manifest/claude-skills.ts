import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { LIMITS } from '@skillscope/core';
import type { PluginManifest } from '../registry/plugins.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { holdsSkill, readSkillDirectory } from '../registry/skill-directories.ts';
import { type SkillSource, skillSpec } from '../registry/skill-source.ts';
import { declaredPaths, pathIn } from './claude-paths.ts';
import { isName } from './fields.ts';
import type { Inside } from './folder.ts';
import { nameWithin, type PluginReading } from './plugin-reading.ts';

type Taken = NonNullable<PluginManifest['skills']>[number] & { readonly name: string };

/** A skill of a plugin, with what its agents have to know of it. */
export type PluginSkill = Taken & { readonly withheld: boolean };

type Directory = Extract<Inside, { readonly ok: true }>;

/** The skills of a plugin by code point of their paths; of two with one name the first is taken. */
export function readClaudeSkills(plugin: PluginReading): readonly PluginSkill[] {
  const declared = declaredPaths(plugin, 'skills');
  const own = plugin.defaults.skills ? plugin.folder.find('skills') : undefined;
  if (own && !own.ok && own.code === 'outside') plugin.note('outside', 'skills', `${own.message} It is not taken.`);
  const starts: Directory[] = [...(own?.ok ? [own] : []), ...declared];
  const root = plugin.folder.find('.');
  if (
    starts.length === 0 &&
    plugin.defaults.skills &&
    plugin.declared('skills').length === 0 &&
    root.ok &&
    holdsSkill(root.path)
  )
    starts.push(root);
  const places = new Map<string, Directory>();
  const walk = { directories: 0, seen: new Set<string>() };
  for (const start of starts) {
    if (start.kind === 'directory') find(plugin, start, 0, walk, places);
    else plugin.note('wrong-type', start.below, 'This is a file; a skill is a directory.');
  }
  const skills = new Map<string, PluginSkill>();
  for (const place of [...places.values()].sort(byPath)) {
    const skill = take(plugin, place);
    const first = skill && skills.get(skill.name);
    if (skill && first)
      plugin.note('duplicate', place.below, `"${skill.name}" is in ${first.source.origin?.['path']} already.`);
    else if (skill) skills.set(skill.name, skill);
  }
  return [...skills.values()];
}

function find(
  plugin: PluginReading,
  directory: Directory,
  depth: number,
  walk: { directories: number; readonly seen: Set<string> },
  places: Map<string, Directory>,
): void {
  if (walk.seen.has(directory.path)) return;
  walk.seen.add(directory.path);
  walk.directories += 1;
  if (walk.directories > LIMITS.directoriesPerArtifact || places.size >= LIMITS.skillsPerArtifact) {
    plugin.note(
      'too-many',
      directory.below,
      'What comes from here on is not looked at: the plugin has too many folders.',
    );
    return;
  }
  try {
    if (holdsSkill(directory.path)) {
      places.set(directory.path, directory);
      return;
    }
    if (depth >= LIMITS.skillDepth) return;
    const entries = readdirSync(directory.path, { withFileTypes: true });
    entries.sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
    for (const entry of entries) {
      if (entry.isFile() || entry.name === '.git' || entry.name === 'node_modules') continue;
      const below = directory.below === '.' ? entry.name : `${directory.below}/${entry.name}`;
      const found = pathIn(plugin, below, below);
      if (found?.kind === 'directory') find(plugin, found, depth + 1, walk, places);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    plugin.note('skill-left-out', directory.below, `The directory cannot be read (${error.code}).`);
  }
}

function take(plugin: PluginReading, { path, below }: Directory): PluginSkill | undefined {
  try {
    const directoryName = below === '.' ? plugin.name : basename(below);
    const source: SkillSource = {
      ...readSkillDirectory(path),
      directoryName,
      origin: { plugin: plugin.name, path: below },
    };
    const bytes = (source.files ?? []).reduce(
      (sum, { content }) => sum + content.length,
      Buffer.byteLength(source.text),
    );
    if (bytes > plugin.allowance.bytes) return leftOut('Together with the others it has too many bytes.');
    plugin.allowance.bytes -= bytes;
    const spec = skillSpec(source);
    const fault = listingFault(spec);
    if (fault !== undefined) return leftOut(fault);
    const own = [spec.name, directoryName].find((one) => isName(nameWithin(plugin, one)));
    if (own === undefined) return leftOut('Neither its name nor that of its directory is one that the registry takes.');
    if (own !== spec.name)
      plugin.note('name-differs', below, `Its name is none here; it goes by that of its directory, "${own}".`);
    const name = nameWithin(plugin, own);
    return { source, name, category: null, tags: [], withheld: spec['withheld'] === true };
  } catch (error) {
    if (error instanceof RegistryError) return leftOut(error.message);
    throw error;
  }

  function leftOut(why: string): undefined {
    plugin.note('skill-left-out', below, why);
  }
}

/** What the database would refuse the whole plugin for. */
function listingFault(spec: Readonly<Record<string, unknown>>): string | undefined {
  const description = String(spec['description']);
  const length = [...description].length;
  const whole = length + [...String(spec['when_to_use'] ?? '')].length;
  if (length > 1024) return `Its description has ${length} characters; 1,024 are allowed.`;
  if (whole > LIMITS.listingCharacters)
    return `Its description and when_to_use have ${whole} characters together; 1,536 are allowed.`;
  if (Buffer.byteLength(String(spec['body'])) > LIMITS.skillFileBytes) return 'Its body has more than 1 MiB.';
  return undefined;
}

function byPath(one: Directory, other: Directory): number {
  return Buffer.compare(Buffer.from(one.below), Buffer.from(other.below));
}
