import { type Dependency, LIMITS, type Note, type Skill, SkillscopeError, type Skipped } from '@skillscope/core';
import type { Library, Scan } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import type { TrustedCounts } from '../trust/trusted-scope.ts';

export interface ListOptions {
  /** Only what the project names in its own manifest. Default: transitive dependencies too. */
  readonly direct?: boolean;
  /** Also libraries that ship no skill. Default: only those that do. */
  readonly all?: boolean;
  /** One page of a long list, 1-based, for readers that pay for what they read. Default: everything. */
  readonly page?: number;
}

/** A project as an answer names it. */
export interface ProjectAnswer {
  /** Absolute path of the workspace root, or of the project. */
  readonly root: string;
  /** Path below `root` of the member asked from. */
  readonly member?: string;
  readonly ecosystems: readonly string[];
}

export type SkillAnswer = Pick<
  Skill,
  'id' | 'name' | 'path' | 'description' | 'whenToUse' | 'digest' | 'files' | 'trust' | 'standing' | 'notes'
>;

export type LibraryAnswer = Omit<Dependency, 'artifact' | 'companions'> & { readonly skills: readonly SkillAnswer[] };

export interface ListAnswer {
  readonly project: ProjectAnswer;
  readonly libraries: readonly LibraryAnswer[];
  readonly page: number;
  readonly pages: number;
  readonly skipped: readonly Skipped[];
  readonly notes: readonly Note[];
  /** Of the whole scope, before `direct` and `all` choose what is listed. */
  readonly counts: TrustedCounts;
  readonly listed: ListedCounts;
}

/** Of what is listed, on all pages. */
export interface ListedCounts {
  /** True where only direct dependencies are. */
  readonly direct: boolean;
  /** Libraries that ship at least one skill. */
  readonly withSkills: number;
  readonly skills: number;
}

/**
 * The libraries in scope that ship a skill, direct first.
 *
 * @throws SkillscopeError `unknown-page`
 */
export function list({ scan: scope, notes }: Lookup, options: ListOptions = {}): ListAnswer {
  const listed = (options.all ? scope.libraries : scope.shipping).filter(
    ({ relation }) => !options.direct || relation === 'direct',
  );
  const pages = options.page === undefined ? [listed] : pagesOf(listed);
  const page = options.page ?? 1;
  const shown = pages[page - 1];
  if (!shown) throw new SkillscopeError('unknown-page', `There is no page ${page}; the list has ${pages.length}.`);
  return {
    project: projectAnswer(scope),
    libraries: shown.map(({ artifact: _, companions: __, skills, ...library }) => ({
      ...library,
      skills: skills.map(skillAnswer),
    })),
    page,
    pages: pages.length,
    skipped: scope.skipped,
    notes,
    counts: scope.counts,
    listed: listedCounts(listed, options),
  };
}

function listedCounts(listed: readonly Library[], { direct = false }: ListOptions): ListedCounts {
  const shipping = listed.filter(({ skills }) => skills.length > 0);
  return {
    direct,
    withSkills: shipping.length,
    skills: shipping.reduce((total, { skills }) => total + skills.length, 0),
  };
}

/** Whole libraries, as many as fit a page; always one page, and one library a page at least. */
function pagesOf(libraries: readonly Library[]): readonly (readonly Library[])[] {
  const pages: Library[][] = [[]];
  let left: number = LIMITS.pageCharacters;
  for (const library of libraries) {
    const size = library.skills.reduce(
      (total, { name, description }) => total + name.length + description.length,
      library.name.length,
    );
    if (size > left && pages.at(-1)?.length) {
      pages.push([]);
      left = LIMITS.pageCharacters;
    }
    pages.at(-1)?.push(library);
    left -= size;
  }
  return pages;
}

export function projectAnswer({ root, member, ecosystems }: Scan): ProjectAnswer {
  return { root, ...(member === undefined ? {} : { member }), ecosystems: ecosystems.map(({ id }) => id) };
}

export function skillAnswer(skill: Skill): SkillAnswer {
  const { id, name, path, description, whenToUse, digest, files, trust, standing, notes } = skill;
  return {
    id,
    name,
    path,
    description,
    ...(whenToUse === undefined ? {} : { whenToUse }),
    digest,
    files,
    trust,
    standing,
    notes,
  };
}
