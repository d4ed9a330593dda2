import type { Skill } from '@skillscope/core';
import { type Catalog, sessionOf } from './catalog.ts';
import { readJson } from './json.ts';
import { firstRowOf, lastRowOf } from './rows.ts';

/** What a skill says of itself, and whether its text may be handed out. */
export type StoredListing = Pick<Skill, 'path' | 'name' | 'description' | 'whenToUse' | 'trust'>;

/** Listings of the skills of an artifact, by their ordinals in it. Empty for a number that means nothing. */
export function readListings(catalog: Catalog, artifact: number): ReadonlyMap<number, StoredListing> {
  const first = firstRowOf(artifact);
  return sessionOf(catalog).read<ReadonlyMap<number, StoredListing>>(new Map(), (connection) => {
    const rows = connection.all<{ id: number; contents: string }>(SKILLS, first, lastRowOf(artifact));
    return new Map(
      rows.map(({ id, contents }) => {
        const { path, name, description, whenToUse, trust } = readJson<Skill>(contents);
        const listing = { path, name, description, trust, ...(whenToUse === undefined ? {} : { whenToUse }) };
        return [id - first, listing];
      }),
    );
  });
}

const SKILLS = 'select id, contents from skill where id between ? and ? order by id';
