import type { Skill } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';

/** One skill as the Skills extension serves it: where it stands among the URIs, before any file of it is read. */
export interface ServedSkill {
  readonly library: Library;
  readonly skill: Skill;
  /** The name that the extension knows it by: lower-case letters, digits and single hyphens. */
  readonly name: string;
  /** URI of the skill's directory, without a slash at the end. Its last segment is `name`. */
  readonly root: string;
}

/** The scheme and the host-like part that all URIs start with. */
export const BASE_URI = 'skill://';

const NAME_CHARACTERS = 64;

/**
 * The skills of a scope that may be read, each under a URI of its own:
 * `skill://<ecosystem>/<library>@<version>/<path of the skill>`, and the name behind it where the path ends in another.
 * Two skills never share one. Ordered by URI, as code units compare.
 */
export function servedSkills(libraries: readonly Library[]): readonly ServedSkill[] {
  const taken = new Set<string>();
  const served: ServedSkill[] = [];
  for (const library of libraries) {
    for (const skill of library.skills) {
      if (skill.trust !== 'readable') continue;
      const name = extensionName(skill.name);
      const root = freeRoot(library, skill, name, taken);
      taken.add(root);
      served.push({ library, skill, name, root });
    }
  }
  return served.sort((one, other) => (one.root < other.root ? -1 : 1));
}

/** URI of a file or folder below a skill's directory; `undefined` where the path cannot be written as one. */
export function uriBelow(root: string, path: string): string | undefined {
  const segments = path.split('/');
  return segments.every(isName) ? `${root}/${segments.map(encode).join('/')}` : undefined;
}

/** What a skill is called where only a part of a name's characters counts: `db-core/live-queries` is `live-queries`. */
export function extensionName(name: string): string {
  const last = name.split('/').filter(Boolean).at(-1) ?? '';
  const words = last
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('-')
    .slice(0, NAME_CHARACTERS);
  return (words.endsWith('-') ? words.slice(0, -1) : words) || 'skill';
}

function freeRoot({ ecosystem, ...library }: Library, { path }: Skill, name: string, taken: Set<string>): string {
  const place = path.split('/').filter(isName);
  const segments = [...`${library.name}@${library.version}`.split('/').filter(isName), ...place];
  const outer = segments.at(-1) === name && place.length > 0 ? segments.slice(0, -1) : segments;
  const rootOf = (between: readonly string[]) =>
    BASE_URI + [ecosystem, ...outer, ...between, name].map(encode).join('/');
  const between: string[] = [];
  // A skill whose name differs from its directory can meet one that lies in a directory of that name.
  while (taken.has(rootOf(between))) between.push('~');
  return rootOf(between);
}

/** A URI drops dots, encoded or not. */
function isName(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..';
}

/** As short as a URI's path allows; what is no text at all is replaced. */
function encode(segment: string): string {
  return encodeURIComponent(Buffer.from(segment).toString()).replaceAll('%40', '@').replaceAll('%3A', ':');
}

/** One spelling of a URI below `BASE_URI` that may be written in several; a slash at the end is of no matter. */
export function oneSpelling(uri: string): string {
  const path = uri.startsWith(BASE_URI) ? uri.slice(BASE_URI.length) : '';
  const segments = path.split('/').map((segment) => {
    try {
      return encode(decodeURIComponent(segment));
    } catch {
      return segment;
    }
  });
  const joined = segments.join('/');
  return BASE_URI + (joined.endsWith('/') ? joined.slice(0, -1) : joined);
}
