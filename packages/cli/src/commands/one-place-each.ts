import { type Fused, parsePurl, type Skill } from '@skillscope/core';
import { compareVersions, type Library } from '@skillscope/ecosystems';
import { baseOf } from './outside/scope.ts';

/** A skill or a library in scope that fits a need. */
export interface Fitting {
  readonly library: Library;
  readonly skill?: Skill;
  readonly rank: Fused;
}

export interface Place<T extends Fitting> {
  readonly chosen: T;
  /** The same of other versions, and the same text in other libraries. */
  readonly others: readonly T[];
}

/**
 * One place for each skill of a library and for each library, whatever versions of it are in scope, and for each text
 * that several libraries ship word for word. Chosen is what may be read, then what is a direct dependency, then what fits
 * best, then the newest. Best first; of two that fit about equally a direct dependency goes first.
 */
export function onePlaceEach<T extends Fitting>(fitting: readonly T[]): readonly Place<T>[] {
  const groups: T[][] = [];
  const byLibrary = new Map<string, T[]>();
  const byText = new Map<string, T[]>();
  for (const one of fitting) {
    const named = byLibrary.get(keyOf(one));
    const group =
      named?.every(({ library }) => library.purl !== one.library.purl) === true
        ? named
        : byText.get(one.skill?.digest ?? '');
    if (group) group.push(one);
    else groups.push([one]);
    const placed = group ?? groups.at(-1) ?? [];
    if (named === undefined) byLibrary.set(keyOf(one), placed);
    if (one.skill) byText.set(one.skill.digest, placed);
  }
  return groups
    .flatMap((group): Place<T>[] => {
      const [chosen, ...others] = group.sort(byPreference);
      return chosen ? [{ chosen, others }] : [];
    })
    .sort((a, b) => weightOf(b.chosen) - weightOf(a.chosen) || (a.chosen.rank.id < b.chosen.rank.id ? -1 : 1));
}

/** By name, for another version may have moved it; by path where a library has a name twice. */
function keyOf({ library, skill }: Fitting): string {
  if (!skill) return baseOf(library.purl);
  const isUnique = library.skills.filter(({ name }) => name === skill.name).length === 1;
  return `${baseOf(library.purl)}#${isUnique ? skill.name : skill.path}`;
}

function byPreference(a: Fitting, b: Fitting): number {
  return (
    Number(isReadable(b)) - Number(isReadable(a)) ||
    Number(isDirect(b)) - Number(isDirect(a)) ||
    b.rank.score - a.rank.score ||
    compareVersions(versionOf(b), versionOf(a)) ||
    (a.rank.id < b.rank.id ? -1 : 1)
  );
}

/** What a direct dependency has before a transitive one; a tenth of what separates an answer from the next, mostly. */
const DIRECT_ADVANTAGE = 0.01;

function weightOf(one: Fitting): number {
  return one.rank.score + (isDirect(one) ? DIRECT_ADVANTAGE : 0);
}

function isReadable({ skill }: Fitting): boolean {
  return skill === undefined || skill.trust === 'readable';
}

function isDirect({ library }: Fitting): boolean {
  return library.relation === 'direct';
}

function versionOf({ library }: Fitting): string {
  return parsePurl(library.purl)?.version ?? library.version;
}
