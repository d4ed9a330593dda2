import { placeOfRow, readCandidates, rowOf, searchWords, type WordSearch } from '@skillscope/catalog';
import {
  type FoundBy,
  type Fused,
  fuseListings,
  type IndexedListing,
  limitQuery,
  type Note,
  queryWords,
  type Skill,
} from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import type { HeldArtifact, Lookup } from '../lookup.ts';
import type { EncoderAnswer } from '../meaning/encoder-answer.ts';
import { meaningOf, type Nearness } from '../meaning/meaning.ts';
import { type MachineRequest, refreshOutside } from '../walk-outside.ts';
import { addressOf } from './address-of.ts';
import { namedLibraries, rankNamed } from './named-libraries.ts';
import { nearnessById } from './nearness-by-id.ts';
import { type Fitting, onePlaceEach, type Place } from './one-place-each.ts';
import { type OutsideAnswer, searchOutside } from './search-outside.ts';

export interface SearchRequest {
  /** What is needed, in plain words. Never read as a query language. */
  readonly need: string;
  /** Names such an API might carry. Default none. */
  readonly terms?: readonly string[];
  /** Most results of a kind. Default 10. */
  readonly limit?: number;
}

export interface FoundSkillAnswer {
  readonly id: string;
  readonly name: string;
  /** What `read` takes. */
  readonly address: string;
  /** What `read` takes for the same skill of other versions in scope, and for the same text in other libraries. */
  readonly alsoIn?: readonly string[];
  /** Name of the library. */
  readonly library: string;
  readonly purl: string;
  readonly version: string;
  readonly relation: Library['relation'];
  readonly description: string;
  readonly whenToUse?: string;
  readonly trust: Skill['trust'];
  /** 0 to 1: words and meaning together. */
  readonly score: number;
  /** The words of the need that it holds; none where it was found by meaning alone. */
  readonly matched: readonly string[];
  /** Whether its words or its meaning made it an answer, or both. */
  readonly by: readonly FoundBy[];
}

export interface FoundLibraryAnswer {
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  readonly relation: Library['relation'];
  /** Package URLs of its other versions in scope. */
  readonly alsoIn?: readonly string[];
  /** The library's own description; empty where it has none and was called by its name. */
  readonly summary: string;
  /** How many skills it ships. */
  readonly skills: number;
  readonly score: number;
  readonly matched: readonly string[];
  readonly by: readonly FoundBy[];
}

export interface SearchAnswer {
  readonly need: string;
  readonly terms: readonly string[];
  /** Best first; empty where nothing fits. */
  readonly skills: readonly FoundSkillAnswer[];
  /** Codex entries; none are made yet. */
  readonly entries: readonly never[];
  /** Best first. */
  readonly libraries: readonly FoundLibraryAnswer[];
  /** Libraries elsewhere on this machine, best first. They are no dependencies of the project. */
  readonly outside: readonly OutsideAnswer[];
  /** What meanings were compared with. */
  readonly encoder: EncoderAnswer;
  readonly notes: readonly Note[];
}

const DEFAULT_LIMIT = 10;

/** Candidates that the full-text index hands to ranking, per kind. */
const CANDIDATES = 200;

/** The nearest in meaning that are ranked beside them, per kind. */
const NEAREST = 100;

/**
 * Skills and libraries in scope that serve a need, and libraries elsewhere on this machine that say they do. Looks
 * through the machine's stores first, where that is due, for a short while.
 */
export async function search(lookup: Lookup, request: SearchRequest, machine: MachineRequest): Promise<SearchAnswer> {
  const ecosystems = lookup.scan.ecosystems.map(({ id }) => id);
  const unfinished = await refreshOutside(lookup.catalog, { ...machine, ecosystems });
  const { query, notes } = limitQuery({ need: request.need, terms: request.terms ?? [] });
  const limit = request.limit ?? DEFAULT_LIMIT;
  const artifacts = lookup.artifacts();
  const nearness = await meaningOf(lookup.catalog, machine.environment).nearness(query, {
    artifacts: [...artifacts.keys()],
  });
  const words = searchWords(lookup.catalog, { words: queryWords(query), artifacts: [...artifacts.keys()] });
  const { skills, libraries } = candidates(lookup, artifacts, words, nearness);
  const statistics = words.frequencies('inside');

  const joining = { statistics, fuse: nearness.weights.inside };
  const rankedSkills = fuseListings(query, skills, nearnessById(skills), joining);
  const named = namedLibraries(query, artifacts, lookup);
  const near = nearnessById([
    ...libraries,
    ...named.map(({ library, row }) => ({ id: library.purl, near: nearness.inside.get(rowOf(row)) })),
  ]);
  const rankedNamed = rankNamed(query, named, libraries, near, joining);
  const ids = new Set(rankedNamed.map(({ id }) => id));
  const rankedLibraries = [
    ...rankedNamed,
    ...fuseListings(query, libraries, near, joining).filter(({ id }) => !ids.has(id)),
  ].sort((a, b) => b.score - a.score);
  const libraryById = new Map([
    ...libraries.map(({ id, library }) => [id, { library }] as const),
    ...named.map(({ library }) => [library.purl, { library }] as const),
  ]);
  const skillById = new Map(skills.map((found) => [found.id, found]));
  return {
    ...query,
    skills: onePlaceEach(joined(rankedSkills, skillById))
      .slice(0, limit)
      .map((place) => skillAnswer(place, lookup)),
    entries: [],
    libraries: onePlaceEach(joined(rankedLibraries, libraryById)).slice(0, limit).map(libraryAnswer),
    outside: searchOutside(lookup, { query, words, nearness, limit }),
    encoder: nearness.encoder,
    notes: [...notes, ...aboutWalk(unfinished), ...nearness.notes, ...lookup.notes],
  };
}

type FittingSkill = Fitting & Pick<SkillCandidate, 'skill'>;

function skillAnswer({ chosen, others }: Place<FittingSkill>, lookup: Lookup): FoundSkillAnswer {
  const { skill, library, rank } = chosen;
  return {
    id: skill.id,
    name: skill.name,
    address: oneAddressOf(chosen, lookup),
    ...(others.length === 0 ? {} : { alsoIn: others.map((other) => oneAddressOf(other, lookup)) }),
    library: library.name,
    purl: library.purl,
    version: library.version,
    relation: library.relation,
    description: skill.description,
    ...(skill.whenToUse === undefined ? {} : { whenToUse: skill.whenToUse }),
    trust: skill.trust,
    score: rank.score,
    matched: rank.matched,
    by: rank.by,
  };
}

/** With the package URL where several libraries that ship skills have this name. */
function oneAddressOf({ library, skill }: FittingSkill, { scan }: Lookup): string {
  const address = addressOf(library, skill);
  const isAmbiguous = scan.whole.shipping.some(({ name, purl }) => name === library.name && purl !== library.purl);
  return isAmbiguous ? `${library.purl}${address.slice(library.name.length)}` : address;
}

function libraryAnswer({ chosen: { library, rank }, others }: Place<Fitting>): FoundLibraryAnswer {
  return {
    purl: library.purl,
    name: library.name,
    version: library.version,
    relation: library.relation,
    ...(others.length === 0 ? {} : { alsoIn: others.map((other) => other.library.purl) }),
    summary: library.summary ?? '',
    skills: library.skills.length,
    score: rank.score,
    matched: rank.matched,
    by: rank.by,
  };
}

function aboutWalk(unfinished: readonly string[]): readonly Note[] {
  if (unfinished.length === 0) return [];
  const message = `Of what lies on this machine for ${unfinished.join(', ')}, not everything was looked at yet; each search goes on for a moment, \`skillscope cache warm\` does it all at once.`;
  return [{ code: 'outside-unfinished', message }];
}

interface LibraryCandidate extends IndexedListing {
  readonly library: Library;
  readonly near: number | undefined;
}

interface SkillCandidate extends LibraryCandidate {
  readonly skill: Skill;
}

function candidates(
  lookup: Lookup,
  artifacts: ReadonlyMap<number, HeldArtifact>,
  words: WordSearch,
  nearness: Nearness,
) {
  const rowsOf = (rows: 'skills' | 'libraries') => {
    const matching = words.candidates({ rows, limit: CANDIDATES });
    const known = new Set(matching.map(rowOf));
    const nearest = nearestOf(nearness.inside, rows).filter((key) => !known.has(key));
    return [...matching, ...readCandidates(lookup.catalog, nearest)].map((row) => ({
      ...row,
      near: nearness.inside.get(rowOf(row)),
    }));
  };
  const skills = rowsOf('skills').flatMap(({ artifact, ordinal, fields, near }): SkillCandidate[] => {
    const held = artifacts.get(artifact);
    const whole = held && skillAt(held, ordinal);
    if (!held || !whole) return [];
    const verdict = lookup.scan.verdictOf(held.library, whole);
    if (verdict.state !== 'listed' && verdict.state !== 'unapproved') return [];
    const { skill } = verdict;
    return [{ id: skill.id, kind: 'skill', words: fields, near, library: lookup.scan.shown(held.library), skill }];
  });
  const libraries = rowsOf('libraries').flatMap(({ artifact, fields, near }): LibraryCandidate[] => {
    const held = artifacts.get(artifact);
    // Each artifact repeats what its library says of itself.
    const library = held?.artifact === 0 ? lookup.scan.shown(held.library) : undefined;
    return library?.summary ? [{ id: library.purl, kind: 'library', words: fields, near, library }] : [];
  });
  return { skills, libraries };
}

/** The rows nearest in meaning, best first. */
function nearestOf(inside: ReadonlyMap<number, number>, rows: 'skills' | 'libraries'): readonly number[] {
  return [...inside]
    .filter(([key]) => (placeOfRow(key).ordinal === 0) === (rows === 'libraries'))
    .sort(([a, near], [b, other]) => other - near || a - b)
    .slice(0, NEAREST)
    .map(([key]) => key);
}

function skillAt({ library, artifact }: HeldArtifact, ordinal: number): Skill | undefined {
  if (!library.companions?.length) return library.skills[ordinal - 1];
  return library.skills.find(({ origin }) => origin?.artifact === artifact && origin.ordinal === ordinal);
}

function joined<T>(ranked: readonly Fused[], byId: ReadonlyMap<string, T>): (T & { readonly rank: Fused })[] {
  return ranked.flatMap((rank) => {
    const found = byId.get(rank.id);
    return found === undefined ? [] : [{ ...found, rank }];
  });
}
