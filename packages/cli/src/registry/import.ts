import { statSync } from 'node:fs';
import { SkillscopeError } from '@skillscope/core';
import { type ImportedSkill, importArchive, importSkills, type PutSkill, type Registry } from '@skillscope/runtime';
import { type RegistryFailure, refusalOf } from './failure.ts';

export interface ImportFlags {
  readonly tag?: readonly string[];
  readonly category?: string;
}

export interface ImportedItem {
  /** Where it lies, relative to what was imported. */
  readonly path: string;
  readonly skill?: PutSkill;
  /** Why it was left out. */
  readonly refusal?: RegistryFailure;
}

export interface ImportAnswer {
  readonly imported: readonly ImportedItem[];
  readonly counts: {
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly refused: number;
    /** Of those that were put, how many wait for an approval. */
    readonly withheld: number;
  };
}

/** Puts every skill of a directory or an archive. Throws `unreadable` where there is neither. */
export async function importPath(registry: Registry, path: string, flags: ImportFlags): Promise<ImportAnswer> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new SkillscopeError('unreadable', `"${path}" is not there.`);
  const options = {
    ...(flags.tag === undefined ? {} : { tags: flags.tag }),
    ...(flags.category === undefined ? {} : { category: flags.category }),
  };
  return importAnswer(await (stat.isDirectory() ? importSkills : importArchive)(registry, path, options));
}

export function importAnswer(found: readonly ImportedSkill[]): ImportAnswer {
  const imported = found.map(({ path, put, refusal }) => ({
    path,
    ...(put === undefined ? {} : { skill: put }),
    ...(refusal === undefined ? {} : { refusal: refusalOf(refusal) }),
  }));
  const count = (status: PutSkill['status']) => found.filter(({ put }) => put?.status === status).length;
  return {
    imported,
    counts: {
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      refused: found.filter(({ refusal }) => refusal !== undefined).length,
      withheld: found.filter(({ put }) => put?.withheld === true).length,
    },
  };
}
