import { existsSync } from 'node:fs';
import {
  documentFrequencies,
  type KnownLibrary,
  readCandidates,
  readLibraries,
  readListings,
  readVersions,
  rowOf,
  type StoredListing,
  searchCandidates,
} from '@skillscope/catalog';
import {
  artifactsOf,
  cleanLine,
  type FoundBy,
  type Fused,
  fuseListings,
  type IndexedListing,
  LIMITS,
  OUTSIDE_FUSE_WEIGHTS,
  parsePurl,
  type Query,
  queryWords,
  steers,
  toFtsQuery,
} from '@skillscope/core';
import { compareVersions, isRepublished } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import type { Nearness } from '../meaning/meaning.ts';
import type { TrustedScope } from '../trust/trusted-scope.ts';

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

export interface OutsideSkill {
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string;
}

/** Candidates that the full-text index hands to ranking: some are versions and copies of one library. */
const CANDIDATES = 400;

/** The nearest in meaning that are ranked beside them. */
const NEAREST = 200;

/** Most answers of this kind: each is a guess about what nobody chose. */
const ANSWERS = 5;

/** Libraries outside the project that serve a need, best first, of the ecosystems the project has. */
export function searchOutside(
  lookup: Lookup,
  query: Query,
  { limit, nearness }: { readonly limit: number; readonly nearness: Nearness },
): readonly OutsideAnswer[] {
  const { catalog, scan } = lookup;
  const asked = queryWords(query);
  const match = toFtsQuery(asked);
  if (match === undefined) return [];
  const scope = scopeOf(lookup);
  const artifacts = [...lookup.artifacts().keys()];
  const ecosystems = scan.ecosystems.map(({ id }) => id).filter((id) => id !== 'maven' || isReported(lookup));
  const matching = searchCandidates(catalog, { match, artifacts, where: 'outside', ecosystems, limit: CANDIDATES });
  const matchingRows = new Set(matching.map(rowOf));
  const nearest = nearness.outside(ecosystems, NEAREST).filter((row) => !matchingRows.has(row));
  const found = [...matching, ...readCandidates(catalog, nearest)];
  if (found.length === 0) return [];

  const known = new Map(
    readLibraries(catalog, [...new Set(found.map(({ artifact }) => artifact))])
      .filter((library) => isOutside(library, scope) && !scan.refuses({ ...library, source: 'registry' }))
      .map((library) => [library.artifact, library]),
  );
  const candidates = found.flatMap(({ artifact, ordinal, fields }): Candidate[] => {
    const library = known.get(artifact);
    const kind = ordinal === 0 ? 'library' : 'skill';
    return library
      ? [{ id: idOf(library, ordinal), row: rowOf({ artifact, ordinal }), kind, words: fields, library }]
      : [];
  });
  const near = nearness.of(candidates.map(({ row }) => row));
  const nearById = new Map(candidates.map(({ id, row }) => [id, near.get(row) ?? 0]));
  const statistics = documentFrequencies(catalog, { terms: asked, artifacts, where: 'outside' });
  const ranked = (['library', 'skill'] as const).flatMap((kind) =>
    fuseListings(
      query,
      candidates.filter((candidate) => candidate.kind === kind),
      nearById,
      { statistics, fuse: OUTSIDE_FUSE_WEIGHTS },
    ),
  );
  return answersOf(ranked, candidates, lookup, Math.min(limit, ANSWERS));
}

/** Before a build has said what it uses, nobody can say of a library that it is not used. */
function isReported({ scan }: Lookup): boolean {
  return !scan.notes.some(({ code }) => code === 'never-reported' || code === 'partly-reported');
}

interface Candidate extends IndexedListing {
  readonly row: number;
  readonly library: KnownLibrary;
}

/** Orders equal scores the same on every machine, whatever number an artifact got there. */
function idOf({ purl, artifact }: KnownLibrary, ordinal: number): string {
  return `${purl}#${ordinal}@${artifact}`;
}

/** The newest version of a library, with all its artifacts. */
interface Shelf {
  readonly purl: string;
  readonly artifacts: readonly KnownLibrary[];
}

interface Scope {
  /** Package URLs up to the version. */
  readonly libraries: ReadonlySet<string>;
  /** Ecosystems and other names that the project knows its libraries by. */
  readonly aliases: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

/** Twins and companions are in scope too, though not by name. */
function scopeOf({ scan }: Lookup): Scope {
  return {
    libraries: new Set(scan.libraries.map(({ purl }) => baseOf(purl))),
    aliases: new Set(
      scan.libraries.flatMap(({ ecosystem, alias }) => (alias === undefined ? [] : [`${ecosystem}\0${alias}`])),
    ),
    paths: new Set(scan.libraries.flatMap((library) => artifactsOf(library).map(placeOf))),
  };
}

function placeOf({ path, inside = '' }: { readonly path: string; readonly inside?: string }): string {
  return `${path}\0${inside}`;
}

/** What somebody works on in another project is no library of others. */
function isOutside({ purl, ecosystem, name, path, inside }: KnownLibrary, scope: Scope): boolean {
  if (scope.libraries.has(baseOf(purl)) || scope.paths.has(placeOf({ path, inside }))) return false;
  // A platform module of a library in scope may lie here at another version, without the library.
  if (ecosystem === 'maven' && scope.aliases.has(`${ecosystem}\0${name}`)) return false;
  return !isOwnWork(purl) && !isRepublished(purl);
}

/** A package URL up to its version. */
function baseOf(purl: string): string {
  const end = purl.search(/[@?#]/);
  return end < 0 ? purl : purl.slice(0, end);
}

function isOwnWork(purl: string): boolean {
  return purl.includes('?') && parsePurl(purl)?.qualifiers?.['path'] !== undefined;
}

/** The newest version of a library among all that is held of it. */
function newestOf(base: string, { catalog }: Lookup): Shelf | undefined {
  let best: Shelf | undefined;
  for (const held of readVersions(catalog, base)) {
    if (isOwnWork(held.purl)) continue;
    const order = best === undefined ? 1 : compareVersions(versionOf(held.purl), versionOf(best.purl));
    if (best === undefined || order > 0 || (order === 0 && held.purl < best.purl))
      best = { purl: held.purl, artifacts: [held] };
    else if (held.purl === best.purl) best = { purl: best.purl, artifacts: [...best.artifacts, held] };
  }
  return best;
}

function versionOf(purl: string): string {
  return parsePurl(purl)?.version ?? '';
}

/** One answer a library, as good as the best of what its newest version says. */
function answersOf(
  ranked: readonly Fused[],
  candidates: readonly Candidate[],
  lookup: Lookup,
  limit: number,
): readonly OutsideAnswer[] {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const grouped = new Map<string, Fused[]>();
  for (const rank of [...ranked].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))) {
    const base = baseOf(byId.get(rank.id)?.library.purl ?? '');
    grouped.set(base, [...(grouped.get(base) ?? []), rank]);
  }
  const answers: OutsideAnswer[] = [];
  for (const [base, ranks] of grouped) {
    if (answers.length >= limit) break;
    const shelf = newestOf(base, lookup);
    const answer = shelf && answerOf(shelf, ranks, byId, lookup);
    if (answer) answers.push(answer);
  }
  return answers.sort((a, b) => b.score - a.score);
}

function answerOf(
  { purl, artifacts }: Shelf,
  allRanks: readonly Fused[],
  byId: ReadonlyMap<string, Candidate>,
  { catalog, scan }: Lookup,
): OutsideAnswer | undefined {
  const [library] = artifacts;
  const version = versionOf(purl);
  // What went away since is no answer any more.
  const present = artifacts.filter(({ path }) => existsSync(path));
  if (!library || present.length === 0 || steers(`${library.name} ${version}`)) return undefined;
  const summary = cleanLine(library.summary ?? '');
  // A library without a description is known by its name; one whose description is withheld is not known by that.
  const isShown = !steers(summary);
  // What only an older version says does not count.
  const ranks = allRanks.filter(({ id }) => byId.get(id)?.library.purl === purl);
  const matched = ranks.flatMap(({ id }) => byId.get(id) ?? []);
  // Where approval is asked for, nobody's words about a skill go without it.
  const skills =
    scan.approval === undefined ? skillsOf(present, matched, scan, (artifact) => readListings(catalog, artifact)) : [];
  const rank = ranks.find(({ id }) => {
    const candidate = byId.get(id);
    return candidate?.kind === 'library' ? isShown : skills.some(({ ids }) => ids.includes(id));
  });
  if (!rank) return undefined;
  return {
    purl,
    ecosystem: library.ecosystem,
    name: cleanLine(library.name),
    version: cleanLine(version),
    relation: 'outside',
    ...(isShown && summary !== '' ? { summary } : {}),
    skills: skills.slice(0, LIMITS.outsideSkills).map(({ listing: { name, description, whenToUse } }) => ({
      name: cleanLine(name),
      description: cleanLine(description),
      ...(whenToUse === undefined ? {} : { whenToUse: cleanLine(whenToUse) }),
    })),
    skillCount: skills.length,
    score: rank.score,
    matched: rank.matched,
    by: rank.by,
  };
}

interface FoundListing {
  readonly listing: StoredListing;
  /** Of the candidates it is. */
  readonly ids: readonly string[];
}

/** Skills of all artifacts, those that match first; one that two artifacts hold is one. What would not be listed in scope is not named. */
function skillsOf(
  artifacts: readonly KnownLibrary[],
  matched: readonly Candidate[],
  scan: TrustedScope,
  listingsOf: (artifact: number) => ReadonlyMap<number, StoredListing>,
): readonly FoundListing[] {
  const found = new Map<string, FoundListing>();
  for (const library of artifacts) {
    if (library.skills === 0) continue;
    for (const [ordinal, listing] of listingsOf(library.artifact)) {
      if (listing.trust === 'withheld' || [listing.name, listing.description, listing.whenToUse ?? ''].some(steers))
        continue;
      if (scan.refusesSkill({ ...library, source: 'registry' }, listing)) continue;
      const key = `${listing.name}\0${listing.description}`;
      found.set(key, { listing, ids: [...(found.get(key)?.ids ?? []), idOf(library, ordinal)] });
    }
  }
  const place = ({ ids }: FoundListing) => {
    const at = matched.findIndex(({ id }) => ids.includes(id));
    return at < 0 ? matched.length : at;
  };
  return [...found.values()].sort((a, b) => place(a) - place(b));
}
