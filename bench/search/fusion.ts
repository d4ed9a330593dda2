import type { FuseWeights, ListingKind, Query } from '@skillscope/core';
import { scoreListings } from '../../packages/core/src/rank/rank-listings.ts';
import type { Encoder } from '../../packages/models/src/index.ts';
import { FACES } from '../models/faces.ts';
import { cosines } from '../models/scores.ts';
import type { Listed } from './corpus.ts';
import type { Quality } from './measures.ts';
import type { Request } from './requests.ts';

/** Requests over listings of one kind, some of which nothing serves. */
export interface FusionSet {
  readonly name: string;
  readonly kind: ListingKind;
  readonly listings: readonly Listed[];
  readonly requests: readonly Request[];
  /** Ids of those that were written for it; the others are needs of other libraries. */
  readonly own: ReadonlySet<string>;
  /** Least score of words alone that is an answer. */
  readonly minimum: number;
  readonly weights: FuseWeights;
  /** Whether its requests have terms. */
  readonly hasTerms: boolean;
}

/** What both arms say about one listing and one request. */
export interface Judged {
  readonly id: string;
  readonly words: number;
  readonly near: number;
  readonly named: boolean;
  /** What a minimum is multiplied with. */
  readonly strictness: number;
  /** The share of the request that its words say. */
  readonly said: number;
}

export interface JudgedRequest {
  readonly request: Request;
  readonly listings: readonly Judged[];
}

export async function judge(set: FusionSet, encoder: Encoder, withTerms: boolean): Promise<readonly JudgedRequest[]> {
  const queries = set.requests.map(({ need, terms }): Query => ({ need, terms: withTerms ? terms : [] }));
  const face = FACES.find(({ name }) => name === 'name and description');
  if (face === undefined) throw new Error('There is no such face.');
  const texts = queries.map(({ need, terms }) => [need, ...terms].join(' '));
  const near = await cosines(encoder, face, set.listings, texts);
  return set.requests.map((request, index) => {
    const { scored, strictness } = scoreListings(queries[index] ?? { need: '', terms: [] }, set.listings);
    const listings = scored.map(({ id, score, said, named }, place) => {
      return { id, words: score, said, near: near[index]?.[place] ?? 0, named, strictness: named ? 1 : strictness };
    });
    return { request, listings };
  });
}

/** One way of joining both arms. */
export interface Rule {
  readonly name: string;
  /** By listing, what orders it and what the gate is held against. */
  readonly join: (listings: readonly Judged[], set: FusionSet) => readonly Joined[];
}

export interface Joined {
  readonly order: number;
  readonly gate: number;
}

export const RULES: readonly Rule[] = [
  { name: 'words alone', join: (listings) => listings.map(({ words }) => ({ order: words, gate: words })) },
  { name: 'meaning alone', join: (listings) => listings.map(({ near }) => ({ order: near, gate: near })) },
  { name: 'rank fusion, 1:1', join: (listings, set) => rankFusion(listings, set, 0) },
  { name: 'rank fusion, words from their gate on', join: (listings, set) => rankFusion(listings, set, set.minimum) },
  {
    name: 'either gate, the better counts',
    join: (listings, set) => listings.map((listing) => same(eitherGate(listing, set))),
  },
  {
    name: 'nearness + 0.2 × words of the best',
    join: (listings) => {
      const most = Math.max(...listings.map(({ words }) => words), Number.EPSILON);
      return listings.map(({ words, near }) => same(near + (0.2 * words) / most));
    },
  },
  {
    name: 'shares of both (chosen)',
    join: (listings, { kind, weights }) => listings.map((listing) => same(shared(listing, weights.meaning[kind]))),
  },
];

export function shared({ words, near }: Judged, meaning: number): number {
  return (1 - meaning) * words + meaning * Math.max(0, near);
}

function same(value: number): Joined {
  return { order: value, gate: value };
}

function eitherGate({ words, near }: Judged, { minimum, weights }: FusionSet): number {
  return Math.max(words / minimum, near / weights.alone);
}

const RANK_CONSTANT = 60;

function rankFusion(listings: readonly Judged[], set: FusionSet, from: number): readonly Joined[] {
  const words = ranksOf(listings.map(({ words }) => (words >= from ? words : 0)));
  const near = ranksOf(listings.map((listing) => listing.near));
  return listings.map((listing, place) => {
    const votes = [words[place], near[place]].flatMap((rank) =>
      rank === undefined ? [] : [1 / (RANK_CONSTANT + rank)],
    );
    return { order: votes.reduce((sum, vote) => sum + vote, 0), gate: eitherGate(listing, set) };
  });
}

/** Places from 1; none for what has no score. */
function ranksOf(scores: readonly number[]): readonly (number | undefined)[] {
  const order = [...scores.keys()].filter((place) => (scores[place] ?? 0) > 0);
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const ranks = new Array<number | undefined>(scores.length).fill(undefined);
  order.forEach((place, rank) => {
    ranks[place] = rank + 1;
  });
  return ranks;
}

/** Requests with both arms joined by one rule. */
export interface JoinedRequest extends JudgedRequest {
  readonly joined: readonly Joined[];
}

export function joinAll(judged: readonly JudgedRequest[], join: (listings: readonly Judged[]) => readonly Joined[]) {
  return judged.map((one): JoinedRequest => ({ ...one, joined: join(one.listings) }));
}

/** What a listing must reach to be an answer. */
export interface Gate {
  readonly minimum: number;
  /** Default: nothing is near enough by itself. */
  readonly alone?: number;
  /** Whether words, and nearness where it counts, support it. Default: always. */
  readonly isSupported?: (listing: Judged) => boolean;
}

/** How good the answers are that pass a gate, or that a term names. */
export function measureJoined(
  requests: readonly JoinedRequest[],
  { minimum, alone = Number.POSITIVE_INFINITY, isSupported = () => true }: Gate,
): Quality {
  const answers = requests.map(({ request, listings, joined }) => {
    const admitted: { readonly id: string; readonly order: number }[] = [];
    listings.forEach((listing, place) => {
      const { id, named, near, strictness } = listing;
      const { gate, order } = joined[place] ?? { gate: 0, order: 0 };
      if (gate <= 0) return;
      if (named || near >= alone * strictness || (gate >= minimum * strictness && isSupported(listing)))
        admitted.push({ id, order });
    });
    admitted.sort((a, b) => b.order - a.order);
    return { request, place: admitted.findIndex(({ id }) => request.right.has(id)) + 1, admitted };
  });
  const served = answers.filter(({ request }) => request.right.size > 0);
  const unserved = answers.filter(({ request }) => request.right.size === 0);
  return {
    served: served.length,
    first: served.filter(({ place }) => place === 1).length,
    firstThree: served.filter(({ place }) => place >= 1 && place <= 3).length,
    mrr: served.reduce((sum, { place }) => sum + (place === 0 ? 0 : 1 / place), 0) / Math.max(1, served.length),
    wrongFirst: served.filter(({ admitted, place }) => admitted.length > 0 && place !== 1).length,
    unserved: unserved.length,
    falselyAdmitted: unserved.filter(({ admitted }) => admitted.length > 0).length,
  };
}

/** The loosest minimum at which no more requests that nothing serves get an answer than the limit says. */
export function loosestGate(
  requests: readonly JoinedRequest[],
  limit: number,
  isSupported: (listing: Judged) => boolean,
): number {
  const best = requests
    .filter(({ request }) => request.right.size === 0)
    .map(({ listings, joined }) =>
      listings.reduce((most, listing, place) => {
        const gate = (joined[place]?.gate ?? 0) / listing.strictness;
        if (listing.named && gate > 0) return Number.POSITIVE_INFINITY;
        return isSupported(listing) ? Math.max(most, gate) : most;
      }, 0),
    )
    .sort((a, b) => b - a);
  return (best[limit] ?? 0) + 1e-9;
}
