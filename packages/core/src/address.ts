import type { Dependency } from './dependency.ts';
import { parsePurl } from './purl.ts';
import type { Skill } from './skill.ts';
import { editDistance } from './text/edit-distance.ts';

/** What a caller wrote to name a library and perhaps one of its skills. */
export interface Address {
  readonly ecosystem?: string;
  readonly name: string;
  readonly version?: string;
  /** The part after `#`: a skill's name, its path, or the end of its path. */
  readonly skill?: string;
  /** The purl without its subpath, when the caller wrote one. */
  readonly purl?: string;
}

/**
 * Reads `pkg:…` URLs, `ecosystem:name[@version]` and bare `name[@version]`, each with an optional `#skill`.
 * `undefined` when no name is left.
 */
export function parseAddress(text: string, ecosystems: readonly string[]): Address | undefined {
  const trimmed = text.trim();
  const hash = trimmed.indexOf('#');
  const library = hash < 0 ? trimmed : trimmed.slice(0, hash);
  const skill = hash < 0 ? '' : decode(trimmed.slice(hash + 1));
  const rest = skill ? { skill } : {};

  const purl = parsePurl(library);
  if (purl) {
    const { type, version } = purl;
    const name = type === 'maven' ? purl.name.replace('/', ':') : purl.name;
    return { ecosystem: type, name, ...(version ? { version } : {}), purl: library, ...rest };
  }
  const colon = library.indexOf(':');
  const prefix = colon > 0 ? library.slice(0, colon) : '';
  const ecosystem = ecosystems.includes(prefix) ? prefix : undefined;
  const named = ecosystem ? library.slice(colon + 1) : library;
  const at = named.indexOf('@', 1);
  const end = at < 0 ? endOfCoordinates(named) : at;
  const name = named.slice(0, end);
  const version = named.slice(end + 1);
  if (!name) return undefined;
  return { ...(ecosystem ? { ecosystem } : {}), name, ...(version ? { version } : {}), ...rest };
}

/** Where the name ends in `group:artifact:version`, as Java builds write it; the end of the text for anything else. */
function endOfCoordinates(named: string): number {
  const parts = named.split(':');
  const [group, artifact, version] = parts;
  return parts.length === 3 && group && artifact && version ? group.length + 1 + artifact.length : named.length;
}

/**
 * Libraries an address can mean, in the order given. An exact purl wins over everything else, then a name as written,
 * then one that differs in case, or in `-`, `_` and `.`, then the part of `group:artifact` that people say.
 */
export function matchLibraries<T extends Pick<Dependency, 'purl' | 'ecosystem' | 'name' | 'version' | 'alias'>>(
  address: Address,
  libraries: readonly T[],
): readonly T[] {
  const exact = libraries.filter(({ purl }) => purl === address.purl);
  if (exact.length > 0) return exact;
  const fitting = libraries.filter(
    ({ ecosystem, version }) =>
      (address.ecosystem === undefined || ecosystem === address.ecosystem) &&
      (address.version === undefined || version === address.version),
  );
  return (
    [
      fitting.filter(({ name, alias }) => name === address.name || alias === address.name),
      fitting.filter(({ name }) => isSpelledAlike(name, address.name)),
      fitting.filter(({ name }) => name.endsWith(`:${address.name}`)),
    ].find((named) => named.length > 0) ?? []
  );
}

/** Python and Rust take these for one name; elsewhere they only fit where nothing is named exactly so. */
function isSpelledAlike(a: string, b: string): boolean {
  const [first, second] = [a, b].map((name) => name.toLowerCase().replaceAll(/[-_.]+/g, '-'));
  return first === second;
}

/** Skills of one library that `wanted` can mean: an exact path first, then an exact name, then the end of a path. */
export function matchSkills<T extends Pick<Skill, 'path' | 'name'>>(
  wanted: string,
  skills: readonly T[],
): readonly T[] {
  const tests: ((skill: T) => boolean)[] = [
    ({ path }) => path === wanted,
    ({ name }) => name === wanted,
    ({ path }) => path.endsWith(`/${wanted}`),
  ];
  for (const test of tests) {
    const matched = skills.filter(test);
    if (matched.length > 0) return matched;
  }
  return [];
}

/**
 * Names that resemble a wanted one, nearest first: their last segment is its own, they are it with a slip of the fingers,
 * they contain its last segment, or their last segment lies in it. Of what only contains the other nothing is named where
 * something is nearer. At most `limit`.
 */
export function similarNames(wanted: string, names: readonly string[], limit = 5): readonly string[] {
  const ranked = [...new Set(names)].map((name) => ({ name, rank: unlikeness(wanted, name) }));
  const isAnyNear = ranked.some(({ rank }) => rank <= NEAR);
  return ranked
    .filter(({ rank }) => rank < (isAnyNear ? NEAR + 1 : UNLIKE))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ name }) => name);
}

/** Up to here a name is the other, or it with a slip of the fingers. */
const NEAR = 5;
const UNLIKE = 10;

function unlikeness(wanted: string, name: string): number {
  const [key, other] = [lastSegment(wanted), lastSegment(name)];
  if (key === other) return 0;
  const slips = editDistance(wanted.toLowerCase(), name.toLowerCase());
  if (slips <= slipsAllowed(wanted)) return slips;
  if (editDistance(key, other) <= slipsAllowed(key)) return NEAR;
  if (holds(name.toLowerCase(), key)) return 6;
  return holds(key, other) ? 7 : UNLIKE;
}

/** Whether a name holds another; what is short lies in many by chance, so that it has to be a word of it. */
function holds(name: string, part: string): boolean {
  return part.length < SHORT ? name.split(/[^a-z0-9]+/).includes(part) && part !== '' : name.includes(part);
}

const SHORT = 4;

/** Short names are a slip apart by chance. */
function slipsAllowed({ length }: string): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Those whose name is `wanted` with a few slips, holds it or lies in it, nearest first. */
export function nearOnes<T>(wanted: string, items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const key = lastSegment(wanted);
  return items
    .map((item) => ({ item, distance: distanceOf(key, lastSegment(nameOf(item))) }))
    .filter(({ distance }) => distance < FAR)
    .sort((a, b) => a.distance - b.distance)
    .map(({ item }) => item);
}

const FAR = 1_000;

/** A part of the name is nearer than most of its letters in another order. */
function distanceOf(wanted: string, name: string): number {
  const distance = editDistance(wanted, name);
  if (holds(name, wanted) || holds(wanted, name)) return Math.min(distance, 1);
  return distance * 2 <= wanted.length ? distance : FAR;
}

function lastSegment(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1).toLowerCase();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
