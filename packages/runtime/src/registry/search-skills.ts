import { LISTING_COLUMNS, type ListingRow, listingOf, pageSize, type SkillListing } from './list-skills.ts';
import type { Registry } from './registry.ts';
import { storableText } from './storable-text.ts';

export interface SkillMatch extends SkillListing {
  /** 0 to 1. Scores of words and of vectors are not to be compared. */
  readonly score: number;
}

export interface SearchSkillsOptions {
  /** Ranks only what this agent carries. */
  readonly agent?: string;
  /** Default 10. */
  readonly limit?: number;
  /** What counts in a search by words; default the listing alone, which ranks better than a body around it. */
  readonly fields?: { readonly listing: number; readonly body: number };
}

/** Ranks skills by the words of a need. Equal scores go by code point of the name. */
export async function searchSkills(
  registry: Registry,
  need: string,
  options: SearchSkillsOptions = {},
): Promise<readonly SkillMatch[]> {
  const { listing, body } = options.fields ?? { listing: 1, body: 0 };
  return matches(registry, 'skillscope.search_words($1, $2, $3, $4, $5)', [
    storableText(need),
    options.agent ?? null,
    pageSize(options.limit ?? 10),
    listing,
    body,
  ]);
}

export interface VectorQuery {
  readonly model: string;
  readonly vector: ArrayLike<number>;
  /** Default `listing`. */
  readonly face?: 'listing' | 'body';
}

/** Ranks skills by nearness to a vector, among those with a vector of the same model. Throws `no-vectors`. */
export async function searchSkillVectors(
  registry: Registry,
  query: VectorQuery,
  options: Omit<SearchSkillsOptions, 'fields'> = {},
): Promise<readonly SkillMatch[]> {
  return matches(registry, 'skillscope.search_vector($1, $2::real[], $3, $4, $5)', [
    query.model,
    vectorText(query.vector),
    query.face ?? 'listing',
    options.agent ?? null,
    pageSize(options.limit ?? 10),
  ]);
}

export interface Embedding extends VectorQuery {
  readonly skill: string;
  readonly version: number;
}

/** Keeps a vector of one face of one version, in place of an earlier one of the same model. */
export async function putEmbedding(registry: Registry, embedding: Embedding): Promise<void> {
  const { skill, version, face, model, vector } = embedding;
  await registry.write((database) =>
    database.query('select skillscope.put_embedding($1, $2, $3, $4, $5::real[])', [
      skill,
      version,
      face ?? 'listing',
      model,
      vectorText(vector),
    ]),
  );
}

async function matches(
  registry: Registry,
  ranking: string,
  values: readonly unknown[],
): Promise<readonly SkillMatch[]> {
  const rows = await registry.read((database) =>
    database.query<ListingRow & { readonly score: number }>(
      `select ${LISTING_COLUMNS}, m.score from ${ranking} m
       join skillscope.skill_index i on i.name = m.name order by m.score desc, i.name`,
      values,
    ),
  );
  return rows.map((row) => ({ ...listingOf(row), score: row.score }));
}

function vectorText(vector: ArrayLike<number>): string {
  return `{${Array.from(vector, (value) => Math.fround(value)).join(',')}}`;
}
