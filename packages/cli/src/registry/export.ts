import { join, resolve } from 'node:path';
import { SkillscopeError } from '@skillscope/core';
import { exportSkill, listSkills, type Registry, RegistryError } from '@skillscope/runtime';
import { type RegistryFailure, refusalOf } from './failure.ts';

export interface ExportRequest {
  readonly skills: readonly string[];
  readonly all: boolean;
  /** Directory that the skills are written into, each into one of its own name. */
  readonly to: string;
  readonly version?: number;
  readonly label?: string;
  /** With the frontmatter that every reader in the field accepts, in place of the bytes that were put. */
  readonly strict?: boolean;
}

export interface ExportedSkill {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  /** Paths of what was written, the entry first. Empty where it was refused. */
  readonly files: readonly string[];
  readonly refusal?: RegistryFailure;
}

export interface ExportAnswer {
  readonly directory: string;
  readonly exported: readonly ExportedSkill[];
}

/**
 * Writes skills into directories. What is refused (withheld, or there already) does not stop the others; of one skill
 * the refusal is thrown. Throws `usage` where it is not said which skills.
 */
export async function exportSkills(registry: Registry, request: ExportRequest): Promise<ExportAnswer> {
  const { skills, all, to, version, label, strict } = request;
  if (all === skills.length > 0)
    throw new SkillscopeError('usage', all ? '--all is every skill.' : 'No skill is named.', {
      hint: 'Name skills, or give --all.',
    });
  if (all && version !== undefined) throw new SkillscopeError('usage', '--version is of one skill, not of all.');
  const directory = resolve(to);
  const exported: ExportedSkill[] = [];
  for (const name of all ? await everyName(registry) : skills) {
    const place = join(directory, folderOf(name));
    const choice = {
      ...(version === undefined ? {} : { version }),
      ...(label === undefined ? {} : { label }),
      ...(strict ? { profile: 'strict' as const } : {}),
    };
    try {
      exported.push({ name, directory: place, files: await exportSkill(registry, name, place, choice) });
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      if (!all && skills.length === 1) throw error;
      exported.push({ name, directory: place, files: [], refusal: refusalOf(error) });
    }
  }
  return { directory, exported };
}

async function everyName(registry: Registry): Promise<readonly string[]> {
  const names: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listSkills(registry, { limit: 1000, ...(after === undefined ? {} : { after }) });
    names.push(...page.skills.map(({ name }) => name));
    if (page.next === undefined) return names;
    after = page.next;
  }
}

/** A name may hold what separates folders, or what some systems do not allow in one. */
function folderOf(name: string): string {
  return name.replace(/[/:#]/g, '-');
}
