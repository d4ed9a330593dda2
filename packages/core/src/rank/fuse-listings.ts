import { FUSE_WEIGHTS, type FuseWeights, NEAR } from './fuse-weights.ts';
import type { IndexedListing, ListingDocument } from './listing.ts';
import { type Query, queryWords } from './query.ts';
import { byScore, type Ranked, type RankOptions, type Scored, scoreListings } from './rank-listings.ts';
import { LISTING_WEIGHTS } from './weights.ts';

/** Where a place in an answer came from. */
export type FoundBy = 'words' | 'meaning';

export interface Fused extends Ranked {
  /** `words`: it holds words of the query. `meaning`: what it says is near to the query. One of them or both. */
  readonly by: readonly FoundBy[];
}

export interface FuseOptions extends RankOptions {
  /** Default: `FUSE_WEIGHTS`. */
  readonly fuse?: FuseWeights;
}

/**
 * Ranks listings by their words and by their nearness to the need together, best first, equal scores by id. A score is
 * the share of the query that the words answer, as `rankListings` has it, and the nearness, each with its share, from 0
 * to 1. Left out is what is below the minimum of its kind, and what says little of the query without being near to it,
 * unless a term names it or it is near enough by itself. A query without a word finds nothing.
 * @param nearness by id, the cosine of listing and query; of a listing without, the words alone are asked for more
 */
export function fuseListings(
  query: Query,
  documents: readonly (ListingDocument | IndexedListing)[],
  nearness: ReadonlyMap<string, number>,
  options: FuseOptions = {},
): Fused[] {
  if (queryWords(query).length === 0) return [];
  const weights = options.fuse ?? FUSE_WEIGHTS;
  const { said: leastSaid } = options.weights ?? LISTING_WEIGHTS;
  const { scored, strictness } = scoreListings(query, documents, options);
  return scored
    .flatMap((listing) => {
      const { kind, said } = listing;
      const known = nearness.get(listing.id);
      const near = Math.min(1, Math.max(0, known ?? 0));
      const score = fusedScore(listing, near, weights);
      const judged = weights.ofWords ? listing.score : score;
      const isSupported = known === undefined ? said >= leastSaid[kind] : said + near >= weights.support[kind];
      const isAnswer =
        listing.named ||
        near >= weights.alone * strictness ||
        (judged >= weights.minimum[kind] * strictness && isSupported);
      return isAnswer ? [{ id: listing.id, score, matched: listing.matched, by: foundBy(listing, near) }] : [];
    })
    .sort(byScore);
}

function fusedScore({ kind, score }: Scored, near: number, { meaning }: FuseWeights): number {
  const share = meaning[kind];
  return Math.round(((1 - share) * score + share * near) * 10_000) / 10_000;
}

function foundBy({ matched }: Scored, near: number): readonly FoundBy[] {
  const by: FoundBy[] = [];
  if (matched.length > 0) by.push('words');
  if (near >= NEAR || by.length === 0) by.push('meaning');
  return by;
}
