import type { Skill } from '@skillscope/core';
import { type Catalog, sessionOf } from './catalog.ts';
import { readJson } from './json.ts';
import { firstRowOf, lastRowOf } from './rows.ts';

/** A skill as it was indexed: what it says of itself, and what was noticed, which decide whether it may be named. */
export type StoredListing = Omit<Skill, 'id'>;

/** Listings of the skills of an artifact, by their ordinals in it. Empty for a number that means nothing. */
export function readListings(catalog: Catalog, artifact: number): ReadonlyMap<number, StoredListing> {
  const first = firstRowOf(artifact);
  return sessionOf(catalog).read<ReadonlyMap<number, StoredListing>>(new Map(), (connection) => {
    const rows = connection.all<{ id: number; contents: string }>(SKILLS, first, lastRowOf(artifact));
    return new Map(rows.map(({ id, contents }) => [id - first, readJson<StoredListing>(contents)]));
  });
}

const SKILLS = 'select id, contents from skill where id between ? and ? order by id';
