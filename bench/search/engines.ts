import { DatabaseSync } from '@photostructure/sqlite';
import { LISTING_WEIGHTS, type ListingWeights, type Query, rankListings, toFtsQuery } from '@skillscope/core';
import MiniSearch from 'minisearch';
import type { Listed } from './corpus.ts';

/** Ids, best first. */
export type Engine = (query: Query) => readonly string[];

const NONE = { skill: 0, library: 0 };

export const UNGATED: ListingWeights = { ...LISTING_WEIGHTS, minimum: NONE, said: NONE };

export function ours(listings: readonly Listed[], weights: ListingWeights = LISTING_WEIGHTS): Engine {
  return (query) => rankListings(query, listings, { weights }).map(({ id }) => id);
}

/** MiniSearch as it comes: its default tokenizer, weights and OR. */
export function miniSearch(listings: readonly Listed[]): Engine {
  const index = new MiniSearch<Record<string, string>>({ fields: [...COLUMNS] });
  index.addAll(listings.map((listing) => textsOf(listing)));
  return ({ need, terms }) => index.search([need, ...terms].join(' ')).map(({ id }) => String(id));
}

/** SQLite's FTS5 as it comes: the texts as they are, its default tokenizer, every word quoted and OR-ed, bm25. */
export function fullText(listings: readonly Listed[]): Engine {
  const database = new DatabaseSync(':memory:');
  database.exec(`create virtual table listing using fts5 (id unindexed, ${COLUMNS.join(', ')})`);
  const insert = database.prepare(`insert into listing values (?, ${COLUMNS.map(() => '?').join(', ')})`);
  for (const listing of listings) {
    const texts = textsOf(listing);
    insert.run(listing.id, ...COLUMNS.map((column) => texts[column] ?? ''));
  }
  const select = database.prepare('select id from listing where listing match ? order by rank, id');
  return ({ need, terms }) => {
    const match = toFtsQuery([need, ...terms].join(' ').split(/\s+/));
    return match === undefined ? [] : select.all(match).map((row) => String((row as { readonly id: string }).id));
  };
}

const COLUMNS = ['name', 'description', 'whenToUse', 'headings', 'library'] as const;

function textsOf({ document }: Listed): Record<string, string> {
  return {
    id: document.id,
    name: document.name,
    description: document.description,
    whenToUse: document.whenToUse ?? '',
    headings: (document.headings ?? []).join('\n'),
    library: document.library ?? '',
  };
}
