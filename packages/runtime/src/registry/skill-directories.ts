import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LIMITS, safeRelativePath } from '@skillscope/core';
import { type PutSkill, type PutSkillOptions, putSkill } from './put-skill.ts';
import { readResource, readSkill, type VersionChoice } from './read-skill.ts';
import type { Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import { type ResourceSource, type SkillSource, skillSpec } from './skill-source.ts';

export interface ImportedSkill {
  /** Directory of the skill, relative to the one that was imported; `.` for itself. */
  readonly path: string;
  readonly put?: PutSkill;
  /** Why it was left out; the others are imported all the same. */
  readonly refusal?: RegistryError;
}

/**
 * Puts every skill below a directory, by code point of its path. Of two with one name the first is put and the other is
 * refused (`duplicate-skill`). Links are not followed.
 */
export async function importSkills(
  registry: Registry,
  directory: string,
  options: Pick<PutSkillOptions, 'category' | 'tags'> & { readonly origin?: SkillSource['origin'] } = {},
): Promise<readonly ImportedSkill[]> {
  const { origin, ...rest } = options;
  const imported: ImportedSkill[] = [];
  const taken = new Map<string, string>();
  for (const path of findSkills(directory, '.', 0)) {
    try {
      const source = readSkillDirectory(join(directory, path));
      const place = { ...origin, path };
      imported.push({ path, put: await putOnce({ ...source, origin: place }, path) });
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      imported.push({ path, refusal: error });
    }
  }
  return imported;

  async function putOnce(source: SkillSource, path: string): Promise<PutSkill> {
    const { name } = skillSpec(source);
    const first = taken.get(name);
    if (first !== undefined)
      throw new RegistryError('duplicate-skill', `"${name}" is in ${first} already.`, {
        ways: ['Give one of the two another name.'],
        facts: { name, path: first },
      });
    const put = await putSkill(registry, source, rest);
    taken.set(put.name, path);
    return put;
  }
}

/**
 * Reads a directory with a SKILL.md and its files. What lies below another SKILL.md belongs to that one. Throws
 * `unreadable-skill` where there is none, and `too-many-files` above the limits of the format.
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
  const text = decode(readFileSync(join(directory, entry)));
  return { text, entry, files, directoryName: basename(directory) };

  function walk(folder: string, below: string, depth: number): void {
    for (const name of namesIn(folder)) {
      const path = below === '' ? name : `${below}/${name}`;
      if (path === entry) continue;
      const stat = lstatSync(join(folder, name));
      if (stat.isDirectory()) {
        const isOther = entryOf(join(folder, name)) !== undefined;
        if (!isOther && depth < LIMITS.skillDepth) walk(join(folder, name), path, depth + 1);
      } else if (stat.isFile()) {
        bytes += stat.size;
        if (files.length + 1 >= LIMITS.filesPerSkill || bytes > LIMITS.bytesPerSkill)
          throw new RegistryError('too-many-files', `${directory} has more files than a skill may have.`, {
            ways: ['Leave out what the skill can do without.'],
          });
        files.push({ path, content: readFileSync(join(folder, name)) });
      }
    }
  }
}

/**
 * Writes one version of a skill into a directory that is made for it, byte for byte. Gives the files' paths, the entry
 * first. A directory that is there already is left alone (`not-empty`).
 */
export async function exportSkill(
  registry: Registry,
  name: string,
  directory: string,
  choice: VersionChoice = {},
): Promise<readonly string[]> {
  const skill = await readSkill(registry, name, choice);
  const paths = [skill.entry, ...skill.files.map(({ path }) => path)];
  for (const path of paths)
    if (safeRelativePath(path) !== path)
      throw new RegistryError('bad-file', `"${path}" cannot be written on every machine.`, {
        ways: ['Rename the file.'],
      });
  const contents = [Buffer.from(skill.head + skill.body)];
  for (const { path } of skill.files) {
    const { content } = await readResource(registry, name, path, { ...choice, version: skill.version });
    contents.push(Buffer.from(content));
  }
  make(directory);
  for (const [index, path] of paths.entries()) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), contents[index] ?? '', { flag: 'wx' });
  }
  return paths;
}

function make(directory: string): void {
  try {
    mkdirSync(dirname(directory), { recursive: true });
    mkdirSync(directory);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    throw new RegistryError('not-empty', `${directory} is there already.`, {
      ways: ['Name a directory that is not.'],
      cause,
    });
  }
}

function findSkills(root: string, path: string, depth: number): readonly string[] {
  const directory = join(root, path);
  const own = entryOf(directory) === undefined ? [] : [path];
  if (depth >= LIMITS.skillDepth) return own;
  const folders = namesIn(directory).filter((name) => lstatSync(join(directory, name)).isDirectory());
  return [...own, ...folders.flatMap((name) => findSkills(root, path === '.' ? name : `${path}/${name}`, depth + 1))];
}

/** As the standard's own reader looks for it. */
function entryOf(directory: string): string | undefined {
  const names = namesIn(directory);
  return ['SKILL.md', 'skill.md'].find((name) => names.includes(name) && lstatSync(join(directory, name)).isFile());
}

function namesIn(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => name !== '.git' && name !== 'node_modules')
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new RegistryError('not-text', 'The SKILL.md is not UTF-8.', { ways: ['Write the file as UTF-8.'], cause });
  }
}
