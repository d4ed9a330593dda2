import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { LIMITS, SkillscopeError } from '@skillscope/core';
import {
  type PutSkill,
  putSkill,
  type Registry,
  readSkillDirectory,
  type SkillSource,
  setLabel,
} from '@skillscope/runtime';

export interface PutFlags {
  readonly name?: string;
  readonly expectedVersion?: number;
  readonly label?: string;
  readonly tag?: readonly string[];
  readonly category?: string;
  readonly require?: readonly string[];
}

export interface PutAnswer extends PutSkill {
  /** The label that names this version now. */
  readonly label?: string;
}

/**
 * Puts the skill of a directory, or of the SKILL.md in it, with all its files; any other text file is a skill of its own.
 * Throws `unreadable` where there is no such path.
 */
export async function put(registry: Registry, path: string, flags: PutFlags): Promise<PutAnswer> {
  const { name, expectedVersion, label, tag, category, require } = flags;
  const written = await putSkill(registry, readSource(path), {
    ...(name === undefined ? {} : { name }),
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(category === undefined ? {} : { category }),
    ...(require === undefined ? {} : { requires: require }),
  });
  if (label === undefined) return written;
  await setLabel(registry, written.name, label, written.version);
  return { ...written, label };
}

function readSource(path: string): SkillSource {
  const absolute = resolve(path);
  const stat = statSync(absolute, { throwIfNoEntry: false });
  if (stat === undefined) throw new SkillscopeError('unreadable', `"${path}" is not there.`);
  if (stat.isDirectory()) return readSkillDirectory(absolute);
  if (['SKILL.md', 'skill.md'].includes(basename(absolute))) return readSkillDirectory(dirname(absolute));
  return { text: readText(absolute) };
}

/** Throws `unreadable` for what is no text, or too large a one. */
export function readText(path: string): string {
  const stat = statSync(path);
  if (!stat.isFile() || stat.size > LIMITS.skillFileBytes)
    throw new SkillscopeError('unreadable', `"${path}" is no file, or is larger than ${LIMITS.skillFileBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (cause) {
    throw new SkillscopeError('unreadable', `"${path}" is no UTF-8 text.`, { cause });
  }
}
