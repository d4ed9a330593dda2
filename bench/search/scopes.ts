import { LISTING_WEIGHTS, type ListingWeights, type Query, rankListings } from '@skillscope/core';
import type { Listed } from './corpus.ts';
import { asQuery } from './measures.ts';
import type { Request } from './requests.ts';

/** First places in many small projects. */
export interface ScopeResult {
  /** Served requests asked. */
  readonly served: number;
  /** First places that are right. */
  readonly right: number;
  /** First places that are wrong. */
  readonly wrong: number;
  /** Needs asked that nothing serves. */
  readonly foreign: number;
  /** Those among them that got an answer all the same. */
  readonly admitted: number;
}

const ROTATIONS = 2;

/**
 * The same requests in projects with few of the libraries: the one that serves the request and its neighbours in
 * the set, several times over.
 */
export function measureScopes(
  listings: readonly Listed[],
  requests: readonly Request[],
  foreign: readonly Query[],
  options: {
    readonly libraries: number;
    readonly withTerms: boolean;
    readonly background: number;
    readonly minimum: number;
  },
): ScopeResult {
  const names = [...new Set(listings.map(({ document }) => document.library ?? ''))];
  const weights: ListingWeights = {
    ...LISTING_WEIGHTS,
    background: options.background,
    minimum: { ...LISTING_WEIGHTS.minimum, skill: options.minimum },
  };
  const result = { served: 0, right: 0, wrong: 0, foreign: 0, admitted: 0 };
  const served = requests.filter((request) => request.right.size > 0);
  for (const [index, request] of served.entries()) {
    for (let rotation = 0; rotation < ROTATIONS; rotation++) {
      const others = names.filter((name) => name !== request.library);
      const start = (index * ROTATIONS + rotation) % others.length;
      const around = [...others.slice(start), ...others.slice(0, start)].slice(0, options.libraries - 1);
      const scope = new Set([request.library, ...around]);
      const inScope = listings.filter(({ document }) => scope.has(document.library ?? ''));
      const [first] = rankListings(asQuery(request, options.withTerms), inScope, { weights });
      result.served++;
      if (first) result[request.right.has(first.id) ? 'right' : 'wrong']++;
      for (const query of foreign.filter((_, at) => at % SAMPLE === (index + rotation) % SAMPLE)) {
        result.foreign++;
        if (rankListings(asQuery(query, options.withTerms), inScope, { weights }).length > 0) result.admitted++;
      }
    }
  }
  return result;
}

/** Each scope is asked every so many-th foreign need, all of them in turn. */
const SAMPLE = 12;
