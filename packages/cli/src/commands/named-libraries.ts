import { type Candidate, readCandidates, rowOf } from '@skillscope/catalog';
import {
  type Fused,
  type FuseOptions,
  fuseListings,
  type IndexedListing,
  LISTING_WEIGHTS,
  limitQuery,
  type Query,
  steers,
  words,
} from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import type { HeldArtifact, Lookup } from '../lookup.ts';

/** A library in scope that a need or a term calls by its name. */
export interface NamedLibrary {
  /** As it may be shown. */
  readonly library: Library;
  /** How it was called. */
  readonly called: string;
  readonly row: Candidate;
}

/**
 * Libraries whose name is the need or one of the terms, whether they describe themselves or not: the whole name, its last
 * segment, or the last two. One that a policy leaves out is not found so.
 */
export function namedLibraries(
  { need, terms }: Query,
  artifacts: ReadonlyMap<number, HeldArtifact>,
  { scan, catalog }: Lookup,
): readonly NamedLibrary[] {
  const asked = new Map([...terms, need].map((text) => [alike(text.trim()), text.trim()]));
  asked.delete('');
  const found = new Map<number, Omit<NamedLibrary, 'row'>>();
  if (asked.size === 0) return [];
  for (const [number, { library, artifact }] of artifacts) {
    if (artifact !== 0) continue;
    const name = [library.name, library.alias ?? ''].flatMap(namesOf).find((name) => asked.has(name));
    const called = name === undefined ? undefined : asked.get(name);
    if (called === undefined || scan.refuses(library) || steers(`${library.name} ${library.version}`)) continue;
    found.set(number, { library: scan.shown(library), called });
  }
  const rows = [...found.keys()].map((artifact) => rowOf({ artifact, ordinal: 0 }));
  return readCandidates(catalog, rows).flatMap((row) => {
    const named = found.get(row.artifact);
    return named ? [{ ...named, row }] : [];
  });
}

/**
 * Ranks them as if what they are called were their whole name and the caller had given it as a term, among the others
 * that serve the query. Each of them is an answer, and one that the need calls stands before all that only hold its words.
 */
export function rankNamed(
  query: Query,
  named: readonly NamedLibrary[],
  others: readonly IndexedListing[],
  nearness: ReadonlyMap<string, number>,
  joining: FuseOptions,
): readonly Fused[] {
  if (named.length === 0) return [];
  const listings = named.map(({ library, called, row }): IndexedListing => {
    return { id: library.purl, kind: 'library', words: { ...row.fields, name: words(called).join(' ') } };
  });
  const need = query.need.trim();
  const isNeed = named.some(({ called }) => called === need);
  const asked = isNeed ? limitQuery({ ...query, terms: [need, ...query.terms] }).query : query;
  const ids = new Set(named.map(({ library }) => library.purl));
  const rest = others.filter(({ id }) => !ids.has(id));
  const ranked = fuseListings(asked, [...listings, ...rest], nearness, joining).filter(({ id }) => ids.has(id));
  const rankOf = new Map(ranked.map((rank) => [rank.id, rank]));
  return named.map(({ library, called }): Fused => {
    // A name of stop words alone, such as `which`, is none to the words.
    const rank = rankOf.get(library.purl) ?? { ...WORDLESS, id: library.purl, matched: [called.toLowerCase()] };
    if (called !== need) return rank;
    return { ...rank, score: Math.max(rank.score, alike(library.name) === alike(need) ? WHOLE_NAME : END_OF_NAME) };
  });
}

const WORDLESS = { score: LISTING_WEIGHTS.named, by: ['words'] } as const;

/** Of a library whose name is the need: whoever asks for `react` wants that, and then `@types/react`. */
const WHOLE_NAME = 1;
const END_OF_NAME = 0.9;

/** What people call a library: its name, and the end of it without the major version that Go writes there; spelled as they are compared. */
export function namesOf(name: string): readonly string[] {
  if (name === '') return [];
  const path = name.replace(MAJOR, '').split(SEPARATOR);
  return [name, path.join('/'), path.slice(-2).join('/'), path.slice(-1).join('/')].map(alike);
}

/** `/v2`, and `.v2` as `gopkg.in/yaml.v2` has it. */
const MAJOR = /[./]v\d{1,9}$/;
const SEPARATOR = /[/:]/;

/** As Python and Rust compare names; nobody searches for one that differs in no more than this. */
function alike(name: string): string {
  return name
    .toLowerCase()
    .replace(/^@/, '')
    .replaceAll(':', '/')
    .replaceAll(/[-_.]+/g, '-');
}
