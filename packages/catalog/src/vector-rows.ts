import type { Skill } from '@skillscope/core';
import { type Catalog, sessionOf } from './catalog.ts';
import { readJson } from './json.ts';
import { firstRowOf, lastRowOf, ORDINAL_BITS } from './rows.ts';
import type { ArtifactRange } from './vector-segment.ts';

/** What an artifact's library or one of its skills says of itself. */
export interface ListingText {
  /** The row of the search. */
  readonly key: number;
  readonly artifact: number;
  readonly ecosystem: string;
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string;
}

export interface ListingTexts {
  /** Ascending by key. */
  readonly texts: readonly ListingText[];
  /** The last artifact looked at; the end of the range where that was all. */
  readonly upTo: number;
}

/** The greatest number that an artifact has had. */
export function newestArtifact(catalog: Catalog): number {
  const sql = "select seq from sqlite_sequence where name = 'artifact'";
  return sessionOf(catalog).read(0, (connection) => connection.get<{ seq: number }>(sql)?.seq ?? 0);
}

/** Listings of the first `limit` artifacts of a range. */
export function readListingTexts(catalog: Catalog, { after, upTo }: ArtifactRange, limit: number): ListingTexts {
  const none: ListingTexts = { texts: [], upTo };
  return sessionOf(catalog).read(none, (connection) => {
    const libraries = connection.all<LibraryRow>(
      `${LIBRARIES} number > ? and number <= ? order by number limit ?`,
      after,
      upTo,
      limit,
    );
    const end = libraries.length < limit ? upTo : (libraries.at(-1)?.artifact ?? upTo);
    const skills = libraries.some(({ skills }) => skills > 0)
      ? connection.all<SkillRow>(SKILLS, firstRowOf(after + 1), lastRowOf(end))
      : [];
    return { texts: textsOf(libraries, skills), upTo: end };
  });
}

/** Numbers of the artifacts in a range that are there. */
export function presentArtifacts(catalog: Catalog, { after, upTo }: ArtifactRange): ReadonlySet<number> {
  const sql = 'select number from artifact where number > ? and number <= ?';
  return sessionOf(catalog).read<ReadonlySet<number>>(new Set(), (connection) => {
    return new Set(connection.all<{ number: number }>(sql, after, upTo).map(({ number }) => number));
  });
}

interface LibraryRow {
  readonly artifact: number;
  readonly ecosystem: string;
  readonly name: string;
  readonly summary: string | null;
  readonly skills: number;
}

interface SkillRow {
  readonly id: number;
  readonly contents: string;
}

const LIBRARIES = 'select number as artifact, ecosystem, name, summary, skills from artifact where';
const SKILLS = 'select id, contents from skill where id between ? and ? order by id';

function textsOf(libraries: readonly LibraryRow[], skills: readonly SkillRow[]): readonly ListingText[] {
  const ecosystems = new Map(libraries.map(({ artifact, ecosystem }) => [artifact, ecosystem]));
  const texts = libraries.map(
    ({ artifact, ecosystem, name, summary }): ListingText => ({
      key: firstRowOf(artifact),
      artifact,
      ecosystem,
      name,
      description: summary ?? '',
    }),
  );
  for (const { id, contents } of skills) {
    const artifact = Math.floor(id / 2 ** ORDINAL_BITS);
    const ecosystem = ecosystems.get(artifact);
    if (ecosystem === undefined) continue;
    const { name, description, whenToUse } = readJson<Skill>(contents);
    texts.push({ key: id, artifact, ecosystem, name, description, ...(whenToUse === undefined ? {} : { whenToUse }) });
  }
  return texts.sort((a, b) => a.key - b.key);
}
