import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { LIMITS, SkillscopeError } from '@skillscope/core';
import {
  type PutAgent,
  type PutSkill,
  putAgent,
  putSkill,
  type Registry,
  readAgentFile,
  readSkillDirectory,
  type SkillSource,
  setLabel,
} from '@skillscope/runtime';

export interface PutFlags {
  /** The path is the file of an agent. */
  readonly agent?: boolean;
  readonly name?: string;
  readonly expectedVersion?: number;
  readonly label?: string;
  readonly tag?: readonly string[];
  readonly category?: string;
  readonly require?: readonly string[];
}

export interface PutAnswer extends PutAgent, Partial<PutSkill> {
  readonly name: string;
  readonly version: number;
  readonly status: PutSkill['status'];
  /** The label that names this version now. */
  readonly label?: string;
}

/**
 * Puts the skill of a directory, or of the SKILL.md in it, with all its files; any other text file is a skill of its own.
 * With `agent`, puts the agent of a file. Throws `unreadable` where there is no such path.
 */
export async function put(registry: Registry, path: string, flags: PutFlags): Promise<PutAnswer> {
  if (flags.agent) return putAgentFile(registry, path, flags);
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

/** Creates the agent of a YAML or JSON file, or changes what the file says of it. Throws `usage` for what skills have. */
async function putAgentFile(registry: Registry, path: string, flags: PutFlags): Promise<PutAnswer> {
  const { expectedVersion } = flags;
  const other = (['name', 'label', 'tag', 'category', 'require'] as const).find((flag) => flags[flag] !== undefined);
  if (other !== undefined) throw new SkillscopeError('usage', `--${other} is for skills.`);
  const agent = await readAgentFile(path);
  return putAgent(registry, { ...agent, ...(expectedVersion === undefined ? {} : { expectedVersion }) });
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
function readText(path: string): string {
  const stat = statSync(path);
  if (!stat.isFile() || stat.size > LIMITS.skillFileBytes)
    throw new SkillscopeError('unreadable', `"${path}" is no file, or is larger than ${LIMITS.skillFileBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (cause) {
    throw new SkillscopeError('unreadable', `"${path}" is no UTF-8 text.`, { cause });
  }
}
