import { existsSync } from 'node:fs';
import { type KnownLibrary, placeOfRow, readLibraries, type WordSearch } from '@skillscope/catalog';
import { cleanLine, type FoundBy, type Fused, fuseListings, type Query, steers, steersBehind } from '@skillscope/core';
import type { Lookup } from '../lookup.ts';
import type { Nearness } from '../meaning/meaning.ts';
import { outsideCandidates } from './outside/candidates.ts';
import { newestOf, type Shelf } from './outside/newest.ts';
import { baseOf, isOutside, scopeOf } from './outside/scope.ts';
import { type OutsideSkill, shownSkills, skillsOf } from './outside/skills.ts';

/** A library that lies on this machine and is no dependency of the project. It describes itself; its text is not read. */
export interface OutsideAnswer {
  readonly purl: string;
  readonly ecosystem: string;
  readonly name: string;
  /** The newest that lies here. */
  readonly version: string;
  readonly relation: 'outside';
  /** The library's own description. */
  readonly summary?: string;
  /** What its skills say of themselves, those that fit first; `LIMITS.outsideSkills` at most. */
  readonly skills: readonly OutsideSkill[];
  /** How many skills it ships that may be listed: withheld, hidden, internal and left-out ones are not counted. */
  readonly skillCount: number;
  /** 0 to 1. */
  readonly score: number;
  readonly matched: readonly string[];
  readonly by: readonly FoundBy[];
}

export interface OutsideRequest {
  readonly query: Query;
  /** The query's words, looked up. */
  readonly words: WordSearch;
  readonly nearness: Nearness;
  readonly limit: number;
}

/** Most answers of this kind: each is a guess about what nobody chose. */
const ANSWERS = 5;

/** Of the ranked, so many are looked at first: mostly there are answers enough among them. */
const FIRST_LOOK = 60;

/** Libraries outside the project that serve a need, best first, of the ecosystems the project has. */
export function searchOutside(lookup: Lookup, request: OutsideRequest): readonly OutsideAnswer[] {
  const { query, words, nearness } = request;
  const found = outsideCandidates(lookup, words, nearness);
  if (found.candidates.length === 0) return [];
  const statistics = words.frequencies('outside');
  const ranked = (['library', 'skill'] as const)
    .flatMap((kind) =>
      fuseListings(
        query,
        found.candidates.filter((candidate) => candidate.kind === kind),
        found.nearness,
        { statistics, fuse: nearness.weights.outside },
      ),
    )
    .sort((a, b) => b.score - a.score);
  const limit = Math.min(request.limit, ANSWERS);
  const first = answersOf(firstOf(ranked), lookup, limit);
  return first.length >= limit || ranked.length <= FIRST_LOOK ? first : answersOf(ranked, lookup, limit);
}

/** The best of them, with all that are as good as the last. */
function firstOf(ranked: readonly Fused[]): readonly Fused[] {
  const least = ranked[FIRST_LOOK - 1]?.score ?? 0;
  return ranked.filter(({ score }) => score >= least);
}

/** One answer a library, as good as the best of what its newest version says. */
function answersOf(ranked: readonly Fused[], lookup: Lookup, limit: number): readonly OutsideAnswer[] {
  const grouped = new Map<string, RankedListing[]>();
  for (const rank of outsideOf(ranked, lookup)) {
    const base = baseOf(rank.library.purl);
    grouped.set(base, [...(grouped.get(base) ?? []), rank]);
  }
  const answers: OutsideAnswer[] = [];
  for (const [base, ranks] of grouped) {
    if (answers.length >= limit) break;
    const shelf = newestOf(lookup.catalog, base);
    const answer = shelf && answerOf(shelf, ranks, lookup);
    if (answer) answers.push(answer);
  }
  return answers.sort((a, b) => b.score - a.score);
}

interface RankedListing extends Fused {
  readonly library: KnownLibrary;
  /** 0: what the library says of itself. */
  readonly ordinal: number;
}

/** Without what the project uses after all or refuses. Equal scores stand in one order on every machine, whatever number an artifact got there. */
function outsideOf(ranked: readonly Fused[], lookup: Lookup): readonly RankedListing[] {
  const { catalog, scan } = lookup;
  const scope = scopeOf(lookup);
  const artifacts = new Set(ranked.map(({ id }) => placeOfRow(Number(id)).artifact));
  const known = new Map(
    readLibraries(catalog, [...artifacts])
      .filter((library) => isOutside(library, scope) && !scan.refuses({ ...library, source: 'registry' }))
      .map((library) => [library.artifact, library]),
  );
  return ranked
    .flatMap((rank): RankedListing[] => {
      const { artifact, ordinal } = placeOfRow(Number(rank.id));
      const library = known.get(artifact);
      return library ? [{ ...rank, library, ordinal }] : [];
    })
    .sort((a, b) => b.score - a.score || (sortKey(a) < sortKey(b) ? -1 : 1));
}

function sortKey({ library: { purl, artifact }, ordinal }: RankedListing): string {
  return `${purl}#${ordinal}@${artifact}`;
}

function answerOf(
  { purl, version, artifacts }: Shelf,
  allRanks: readonly RankedListing[],
  { catalog, scan }: Lookup,
): OutsideAnswer | undefined {
  const [library] = artifacts;
  // What went away since is no answer any more.
  const present = artifacts.filter(({ path }) => existsSync(path));
  if (!library || present.length === 0 || steers(`${library.name} ${version}`)) return undefined;
  const summary = cleanLine(library.summary ?? '');
  // A library without a description is known by its name; one whose description is withheld is not known by that.
  const isShown = !steers(summary) && !steersBehind(library.name, summary);
  // What only an older version says does not count.
  const ranks = allRanks.filter((rank) => rank.library.purl === purl);
  const skills = skillsOf(
    present,
    ranks.map(({ id }) => id),
    scan,
    catalog,
  );
  const rank = ranks.find(({ id, ordinal }) => (ordinal === 0 ? isShown : skills.some(({ ids }) => ids.includes(id))));
  if (!rank) return undefined;
  return {
    purl,
    ecosystem: library.ecosystem,
    name: cleanLine(library.name),
    version: cleanLine(version),
    relation: 'outside',
    ...(isShown && summary !== '' ? { summary } : {}),
    skills: shownSkills(skills),
    skillCount: skills.length,
    score: rank.score,
    matched: rank.matched,
    by: rank.by,
  };
}
