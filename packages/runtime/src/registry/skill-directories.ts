import { lstatSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { LIMITS } from '@skillscope/core';
import { type ImportedSkill, importEach } from './import-each.ts';
import { type PutSkillOptions, putSkill } from './put-skill.ts';
import type { Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import { decodeText, readRegularFile } from './regular-file.ts';
import type { ResourceSource, SkillSource } from './skill-source.ts';

/**
 * Puts every skill below a directory, by code point of its path. Of two with one name the first is put and the other is
 * refused (`duplicate-skill`). Links are not followed. Throws `unreadable-skill` where there is no such directory.
 */
export async function importSkills(
  registry: Registry,
  directory: string,
  options: Pick<PutSkillOptions, 'category' | 'tags'> & { readonly origin?: SkillSource['origin'] } = {},
): Promise<readonly ImportedSkill[]> {
  const { origin, ...rest } = options;
  const found: ImportedSkill[] = [];
  const skills = findSkills(directory, found).map((path) => ({
    path,
    read: () => ({ ...readSkillDirectory(join(directory, path)), origin: { ...origin, path } }),
  }));
  return [...found, ...(await importEach(skills, (source) => putSkill(registry, source, rest)))];
}

/**
 * Reads a directory with a SKILL.md and its files. What lies below another SKILL.md belongs to that one. Throws
 * `unreadable-skill` where there is none or something cannot be read, and `too-many-files`, `body-too-long` above the
 * limits of the format.
 */
export function readSkillDirectory(directory: string): SkillSource {
  const entry = entryOf(directory);
  if (entry === undefined)
    throw new RegistryError('unreadable-skill', `There is no SKILL.md in ${directory}.`, {
      ways: ['Name the directory of a skill.'],
    });
  const files: ResourceSource[] = [];
  let bytes = 0;
  walk(directory, '', 0);
  const text = decodeText(read(join(directory, entry), LIMITS.skillFileBytes, 'body-too-long'), true);
  if (text === undefined)
    throw new RegistryError('not-text', 'The SKILL.md is not UTF-8.', { ways: ['Write the file as UTF-8.'] });
  return { text, entry, files, directoryName: basename(resolve(directory)) };

  function walk(folder: string, below: string, depth: number): void {
    for (const name of namesIn(folder)) {
      const path = below === '' ? name : `${below}/${name}`;
      if (path === entry) continue;
      const kind = kindOf(join(folder, name));
      if (kind === 'directory') {
        const isOther = entryOf(join(folder, name)) !== undefined;
        if (!isOther && depth < LIMITS.skillDepth) walk(join(folder, name), path, depth + 1);
      } else if (kind === 'file') {
        const content = read(join(folder, name), LIMITS.bytesPerSkill - bytes, 'too-many-files');
        bytes += content.length;
        if (files.length + 1 >= LIMITS.filesPerSkill) throw tooManyFiles(directory);
        files.push({ path, content });
      }
    }
  }

  function read(path: string, cap: number, code: 'body-too-long' | 'too-many-files'): Uint8Array {
    const reading = readRegularFile(path, cap);
    if (reading.ok) return reading.bytes;
    if (reading.reason !== 'too-large') throw unreadable(path, reading.message);
    if (code === 'too-many-files') throw tooManyFiles(directory);
    throw new RegistryError(code, `${path} ${reading.message}`, {
      ways: ['Move parts of it to files that the body names.'],
    });
  }
}

/** Whether a directory has a SKILL.md of its own. */
export function holdsSkill(directory: string): boolean {
  return entryOf(directory) !== undefined;
}

/** Paths of all skills below a directory. What cannot be looked into is told in `refused`. */
function findSkills(root: string, refused: ImportedSkill[]): readonly string[] {
  const skills: string[] = [];
  let directories = 0;
  namesIn(root);
  walk('.', 0);
  return skills;

  function walk(path: string, depth: number): void {
    directories += 1;
    if (directories > LIMITS.workspaceDirectories) {
      if (directories === LIMITS.workspaceDirectories + 1) refused.push({ path, refusal: tooManyDirectories() });
      return;
    }
    try {
      const directory = join(root, path);
      if (entryOf(directory) !== undefined) skills.push(path);
      if (depth >= LIMITS.skillDepth) return;
      for (const name of namesIn(directory))
        if (kindOf(join(directory, name)) === 'directory') walk(path === '.' ? name : `${path}/${name}`, depth + 1);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      refused.push({ path, refusal: error });
    }
  }
}

function tooManyDirectories(): RegistryError {
  return new RegistryError('too-many-files', 'There are too many directories; the rest is not looked into.', {
    ways: ['Import parts of it on their own.'],
    facts: { limit: LIMITS.workspaceDirectories },
  });
}

export function tooManyFiles(what: string): RegistryError {
  return new RegistryError('too-many-files', `${what} has more files than a skill may have.`, {
    ways: ['Leave out what the skill can do without.'],
  });
}

/** As the standard's own reader looks for it. */
function entryOf(directory: string): string | undefined {
  const names = namesIn(directory);
  return ['SKILL.md', 'skill.md'].find((name) => names.includes(name) && kindOf(join(directory, name)) === 'file');
}

function kindOf(path: string): 'directory' | 'file' | 'other' {
  try {
    const stat = lstatSync(path);
    return stat.isDirectory() ? 'directory' : stat.isFile() ? 'file' : 'other';
  } catch (cause) {
    throw unreadable(path, 'cannot be looked at.', cause);
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name !== '.git' && name !== 'node_modules')
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  } catch (cause) {
    throw unreadable(directory, 'is no directory that can be read.', cause);
  }
}

function unreadable(path: string, what: string, cause?: unknown): RegistryError {
  return new RegistryError('unreadable-skill', `${path} ${what}`, {
    ways: ['Name what can be read.'],
    ...(cause === undefined ? {} : { cause }),
  });
}
