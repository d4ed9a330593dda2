import { statSync } from 'node:fs';
import { type Note, SkillscopeError } from '@skillscope/core';
import { type ImportedSkill, importArchive, importSkills, type PutSkill, type Registry } from '@skillscope/runtime';
import type { Lookup } from '../lookup.ts';
import { type RegistryFailure, refusalOf } from './failure.ts';
import { type InstalledSkill, importInstalled } from './import-installed.ts';

export interface ImportFlags {
  readonly tag?: readonly string[];
  readonly category?: string;
  /** What the dependencies of a project ship. */
  readonly installed?: boolean;
  /** Of those: write over a skill of the same name that is from elsewhere. */
  readonly replace?: boolean;
}

export interface ImportedItem extends Partial<Omit<InstalledSkill, 'path' | 'put' | 'refusal'>> {
  /** Where it lies, relative to what was imported, or to its library. */
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
  /** About the project, where its dependencies were imported. */
  readonly notes: readonly Note[];
}

/** Puts every skill of a directory or an archive. Throws `unreadable` where there is neither, `no-skill` where it has none. */
export async function importPath(registry: Registry, path: string, flags: ImportFlags): Promise<ImportAnswer> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new SkillscopeError('unreadable', `"${path}" is not there.`);
  const importAll = stat.isDirectory() ? importSkills : importArchive;
  const found = await importAll(registry, path, optionsOf(flags));
  if (found.length > 0) return answerOf(found, []);
  const places = /\.jar$/i.test(path) ? ', in a jar below META-INF/skills or META-INF/resources/skills' : '';
  throw new SkillscopeError('no-skill', `There is no skill in "${path}".`, {
    hint: `A skill is a folder with a SKILL.md${places}.`,
  });
}

/** Puts what the installed dependencies of a project ship: all of it, or what is named. */
export async function importDependencies(
  registry: Registry,
  lookup: Lookup,
  libraries: readonly string[],
  flags: ImportFlags,
): Promise<ImportAnswer> {
  const { imported, notes } = await importInstalled(registry, lookup, {
    libraries,
    replace: flags.replace ?? false,
    ...optionsOf(flags),
  });
  return answerOf(imported, notes);
}

function optionsOf({ tag, category }: ImportFlags) {
  return { ...(tag === undefined ? {} : { tags: tag }), ...(category === undefined ? {} : { category }) };
}

function answerOf(found: readonly (ImportedSkill | InstalledSkill)[], notes: readonly Note[]): ImportAnswer {
  const imported = found.map(({ put, refusal, ...about }) => ({
    ...about,
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
    notes,
  };
}
