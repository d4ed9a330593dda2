import { LISTING_WEIGHTS, type Query, rankListings } from '@skillscope/core';
import type { Listed } from './corpus.ts';
import { UNGATED } from './engines.ts';
import { asQuery } from './measures.ts';
import type { Request } from './requests.ts';

/** First places in many small projects, for judging gates without ranking again. */
export interface ScopeScores {
  /** Served requests asked. */
  readonly served: number;
  /** Scores of first places that are right. */
  readonly right: readonly number[];
  /** Scores of first places that are wrong. */
  readonly wrong: readonly number[];
  /** Scores of first places for needs that nothing serves; 0 where nothing was found. */
  readonly foreign: readonly number[];
}

const ROTATIONS = 2;

/**
 * The same requests in projects with few of the libraries: the one that serves the request and its neighbours in
 * the set, several times over.
 */
export function scoreScopes(
  listings: readonly Listed[],
  requests: readonly Request[],
  foreign: readonly Query[],
  options: { readonly libraries: number; readonly withTerms: boolean; readonly background: number },
): ScopeScores {
  const names = [...new Set(listings.map(({ document }) => document.library ?? ''))];
  const weights = { ...LISTING_WEIGHTS, background: options.background, minimum: UNGATED.minimum };
  const right: number[] = [];
  const wrong: number[] = [];
  const foreignScores: number[] = [];
  const served = requests.filter((request) => request.right.size > 0);
  for (const [index, request] of served.entries()) {
    for (let rotation = 0; rotation < ROTATIONS; rotation++) {
      const others = names.filter((name) => name !== request.library);
      const start = (index * ROTATIONS + rotation) % others.length;
      const around = [...others.slice(start), ...others.slice(0, start)].slice(0, options.libraries - 1);
      const scope = new Set([request.library, ...around]);
      const inScope = listings.filter(({ document }) => scope.has(document.library ?? ''));
      const [first] = rankListings(asQuery(request, options.withTerms), inScope, { weights });
      if (first) (request.right.has(first.id) ? right : wrong).push(first.score);
      for (const query of foreign.filter((_, at) => at % SAMPLE === (index + rotation) % SAMPLE))
        foreignScores.push(rankListings(asQuery(query, options.withTerms), inScope, { weights })[0]?.score ?? 0);
    }
  }
  return { served: served.length * ROTATIONS, right, wrong, foreign: foreignScores };
}

/** Each scope is asked every so many-th foreign need, all of them in turn. */
const SAMPLE = 12;
