import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { matchLibraries, parseAddress, type Skill } from '@skillscope/core';
import { ECOSYSTEM_IDS, type Library } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import type { ReadRequest } from './read.ts';

/** A skill that a caller may mean, and the file of it. */
export interface MeantSkill {
  readonly library: Library;
  readonly skill: Skill;
  readonly file?: string;
}

/**
 * What a caller means by something that is no address but is what answers show of a skill: its name alone, a library
 * and its version as a list heads them, the place of a file in its library or on this machine, a digest. Of skills that
 * may be listed; several where it fits several, none where it fits nothing.
 */
export function meantSkills(request: ReadRequest, { scan }: Lookup): readonly MeantSkill[] {
  const all = scan.shipping.flatMap((library) => library.skills.map((skill) => ({ library, skill })));
  for (const way of [inLibrary, byName, byDigest, byPlace]) {
    const meant = way(request, all, scan.directory);
    if (meant.length > 0) return meant;
  }
  return [];
}

type Listed = Pick<MeantSkill, 'library' | 'skill'>;

/** The name of a skill, its path or the place of its file, behind its library or beside it. */
function inLibrary({ library: text, file }: ReadRequest, all: readonly Listed[]): readonly MeantSkill[] {
  const spelled = withVersion(text);
  const address = parseAddress(spelled, ECOSYSTEM_IDS);
  if (!address) return [];
  const libraries = new Set(
    matchLibraries(
      address,
      all.map(({ library }) => library),
    ),
  );
  const inThem = all.filter(({ library }) => libraries.has(library));
  if (address.skill !== undefined) {
    const { skill: wanted } = address;
    return innermost(wanted, inThem).map((meant) => (file === undefined ? meant : { ...meant, file }));
  }
  if (file !== undefined) return innermost(file, inThem);
  return spelled === text ? [] : inThem;
}

/**
 * `name version`, `name#skill version` and `name version#skill`, as they are printed or said, with the version where an
 * address has it.
 */
export function withVersion(text: string): string {
  const [named = '', version, more] = text.trim().split(/\s+/);
  if (version === undefined || more !== undefined || !/^[v\d]/.test(version)) return text;
  if (parseAddress(named, ECOSYSTEM_IDS)?.version !== undefined) return named;
  const hash = named.indexOf('#');
  return hash < 0 ? `${named}@${version}` : `${named.slice(0, hash)}@${version}${named.slice(hash)}`;
}

/** Skills may lie in one another: the innermost of a library counts. */
function innermost(wanted: string, listed: readonly Listed[]): readonly MeantSkill[] {
  const meant = listed.flatMap(({ library, skill }) => {
    const file = fileBelow(wanted, skill);
    return file === undefined ? [] : [{ library, skill, ...(file === '' ? {} : { file }) }];
  });
  const isAround = (outer: MeantSkill, inner: MeantSkill) =>
    outer.library === inner.library && inner.skill.path.startsWith(`${outer.skill.path}/`);
  return meant.filter((one) => !meant.some((other) => isAround(one, other)));
}

/**
 * The file of a skill that is called by the skill's path or name with the file's own behind it; empty where it is the
 * skill itself.
 */
export function fileBelow(wanted: string, { path, name, entry, files }: Skill): string | undefined {
  const place = wanted.replace(/^(?:\.\/)+/, '');
  for (const prefix of path === '.' ? [name] : [path, name]) {
    if (place === prefix) return '';
    const below = place.startsWith(`${prefix}/`) ? place.slice(prefix.length + 1) : undefined;
    if (below === entry && below !== '') return '';
    if (below !== undefined && files.some((file) => file.path === below)) return below;
  }
  return undefined;
}

/** Or the place of its file, of whatever library. */
function byName({ library: text, file }: ReadRequest, all: readonly Listed[]): readonly MeantSkill[] {
  return innermost(text.trim(), all).map((meant) => (file === undefined ? meant : { ...meant, file }));
}

/** Of the whole skill, or of one of its files. */
function byDigest({ library: text }: ReadRequest, all: readonly Listed[]): readonly MeantSkill[] {
  const digest = text.trim().replace(/^.*#/, '');
  if (!digest.startsWith('sha256:')) return [];
  return all.flatMap(({ library, skill }): MeantSkill[] => {
    if (skill.digest === digest) return [{ library, skill }];
    const file = skill.files.find((one) => one.digest === digest)?.path;
    return file === undefined ? [] : [{ library, skill, ...(file === skill.entry ? {} : { file }) }];
  });
}

/** Below the directory of an installed library, however the way there is written. */
function byPlace({ library: text }: ReadRequest, all: readonly Listed[], directory: string): readonly MeantSkill[] {
  const place = realPath(resolve(directory, text.trim()));
  if (place === undefined) return [];
  return all.flatMap(({ library, skill }) => {
    const { artifact } = library;
    if (artifact?.kind !== 'directory' || skill.origin?.artifact) return [];
    const below = relative(artifact.path, place).split(sep).join('/');
    // Several libraries may share a directory.
    if (below === '') return artifact.inside === undefined ? [{ library, skill }] : [];
    return innermost(below, [{ library, skill }]);
  });
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
