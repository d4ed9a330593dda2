import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { safeRelativePath } from '@skillscope/core';
import { readResource, readSkill, type VersionChoice } from './read-skill.ts';
import type { Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import { strictHead } from './strict-head.ts';

export interface ExportOptions extends VersionChoice {
  /**
   * `strict` has the frontmatter hold what every reader in the field accepts: keys of others move below `metadata`. What
   * cannot be mended so is refused (`not-strict`). Default: `as-written`, every byte as it was put.
   */
  readonly profile?: 'as-written' | 'strict';
}

/**
 * Writes one version of a skill into a directory that is made for it. Gives the files' paths, the entry first. A
 * directory that is there already is left alone (`not-empty`); one that cannot be written is taken away again.
 */
export async function exportSkill(
  registry: Registry,
  name: string,
  directory: string,
  { profile = 'as-written', ...choice }: ExportOptions = {},
): Promise<readonly string[]> {
  const skill = await readSkill(registry, name, choice);
  const paths = [skill.entry, ...skill.files.map(({ path }) => path)];
  for (const path of paths)
    if (safeRelativePath(path) !== path)
      throw new RegistryError('bad-file', `"${path}" cannot be written on every machine.`, {
        ways: ['Rename the file.'],
      });
  const head = profile === 'strict' ? strictHead(skill, basename(resolve(directory))) : skill.head;
  const contents = [Buffer.from(head + skill.body)];
  for (const { path } of skill.files) {
    const { content } = await readResource(registry, name, path, { ...choice, version: skill.version });
    contents.push(Buffer.from(content));
  }
  make(directory);
  try {
    for (const [index, path] of paths.entries()) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), contents[index] ?? '', { flag: 'wx' });
    }
  } catch (cause) {
    rmSync(directory, { recursive: true, force: true });
    throw unwritable(directory, cause);
  }
  return paths;
}

function make(directory: string): void {
  try {
    mkdirSync(dirname(resolve(directory)), { recursive: true });
    mkdirSync(directory);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw unwritable(directory, cause);
    throw new RegistryError('not-empty', `${directory} is there already.`, {
      ways: ['Name a directory that does not exist yet.'],
      cause,
    });
  }
}

function unwritable(directory: string, cause: unknown): RegistryError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown fault';
  return new RegistryError('bad-file', `${directory} cannot be written (${code}).`, {
    ways: ['Name a directory that can be made, on a file system that can hold its files.'],
    cause,
  });
}
