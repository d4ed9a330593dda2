import {
  type EncoderWeights,
  type FuseWeights,
  LISTING_WEIGHTS,
  OUTSIDE_FUSE_WEIGHTS,
  SENTENCE_WEIGHTS,
  standardised,
  UNTUNED_WEIGHTS,
} from '@skillscope/core';
import type { Encoder } from '../../packages/models/src/index.ts';
import { nameOf } from '../models/encoders.ts';
import {
  type FusionSet,
  type Gate,
  type JoinedRequest,
  type Judged,
  type JudgedRequest,
  joinAll,
  judge,
  loosestGate,
  measureJoined,
  RULES,
  type Rule,
  shared,
} from './fusion.ts';
import type { Quality } from './measures.ts';
import { table } from './table.ts';

/** The part of `results.md` about words and meaning together; the first encoder is the one that ships. */
export async function fusionReport(sets: readonly FusionSet[], encoders: readonly Encoder[]): Promise<string> {
  const rules: string[][] = [];
  const shipped: string[][] = [];
  const chosen: string[][] = [];
  const sweeps: string[] = [];
  for (const set of sets) {
    for (const withTerms of set.hasTerms ? [false, true] : [false]) {
      for (const encoder of encoders) {
        const judged = await judge(set, encoder, withTerms);
        const query = withTerms ? 'with terms' : 'need alone';
        rules.push(...ruleRows(set, judged, encoder).map((row) => [set.name, query, ...row]));
        const at = (rows: string[][]) => rows.map((row) => [set.name, query, ...row]);
        if (encoder !== encoders[0]) {
          chosen.push(...at(chosenRows(set, judged, encoder)));
          continue;
        }
        shipped.push(...at(shippedRows(set, judged)));
        sweeps.push(`### ${set.name}, ${query}`, sweepTable(set, judged));
      }
    }
  }
  return [
    '### At the constants that ship',
    'Words alone: the gate of `rankListings`. Together: `fuseListings` with the table. Unserved: requests written for the set that nothing there serves. Foreign: needs of other libraries, which something there may serve by accident.',
    table(ARMS, shipped),
    '### With an encoder that the user chooses',
    'At the constants of the sentence model; and with it as if its scale were not known, as an endpoint is treated: nearness standardised over the listings, the words as the gate.',
    table(ARMS, chosen),
    '### Rules',
    'Order: without a gate. Gated: at the loosest gate at which no more unserved requests are answered than by words alone at their own gate, so that rules are compared at one price.',
    table(['set', 'query', 'encoder', 'rule', 'order: @1 / @3 / MRR', 'gated: @1 / @3 / MRR'], rules),
    '### Share of meaning and minimum',
    'With the table. Cells: right first / wrong first / unserved answered.',
    ...sweeps,
  ].join('\n\n');
}

const ARMS = ['set', 'query', 'arm', 'hit@1', 'hit@3', 'MRR', 'wrong first', 'unserved answered', 'foreign answered'];

function ruleRows(set: FusionSet, judged: readonly JudgedRequest[], encoder: Encoder): string[][] {
  const words = RULES[0];
  const limit = words ? measureJoined(joinAll(judged, joinOf(words, set)), wordsGate(set)).falselyAdmitted : 0;
  return RULES.map((rule) => {
    const joined = joinAll(judged, joinOf(rule, set));
    const isSupported = rule === words ? wordsGate(set).isSupported : supportedBy(set.weights, set);
    const gated = measureJoined(joined, { minimum: loosestGate(joined, limit, isSupported), isSupported });
    return [nameOf(encoder), rule.name, places(measureJoined(joined, { minimum: 0 })), places(gated)];
  });
}

function shippedRows(set: FusionSet, judged: readonly JudgedRequest[]): string[][] {
  const [words] = RULES;
  const chosen = RULES.at(-1);
  if (!words || !chosen) return [];
  const arms = [
    { arm: 'words alone', rule: words, gate: wordsGate(set) },
    { arm: 'together', rule: chosen, gate: gateOf(set.weights, set) },
  ];
  return arms.map(({ arm, rule, gate }) => [arm, ...qualityCells(joinAll(judged, joinOf(rule, set)), set.own, gate)]);
}

function wordsGate({ minimum, kind }: FusionSet) {
  return { minimum, isSupported: ({ said }: Judged) => said >= LISTING_WEIGHTS.said[kind] };
}

function gateOf(weights: FuseWeights, set: FusionSet): Gate {
  return { minimum: weights.minimum[set.kind], alone: weights.alone, isSupported: supportedBy(weights, set) };
}

function supportedBy({ support }: FuseWeights, { kind }: FusionSet) {
  return ({ said, near }: Judged) => said + Math.max(0, near) >= support[kind];
}

/** With an encoder that does not ship, at its own constants and at those for any. */
function chosenRows(set: FusionSet, judged: readonly JudgedRequest[], encoder: Encoder): string[][] {
  const { kind, own } = set;
  const of = ({ inside, outside }: EncoderWeights) => (set.weights === OUTSIDE_FUSE_WEIGHTS ? outside : inside);
  return [
    { arm: nameOf(encoder), weights: of(SENTENCE_WEIGHTS), requests: judged },
    { arm: 'scale not known', weights: of(UNTUNED_WEIGHTS), requests: judged.map(standardise) },
  ].map(({ arm, weights, requests }) => {
    const joined = joinAll(requests, (listings) =>
      listings.map((listing) => {
        const order = shared(listing, weights.meaning[kind]);
        // A gate of nothing would keep out what is near enough by itself.
        return { order, gate: weights.ofWords ? Math.max(listing.words, Number.EPSILON) : order };
      }),
    );
    return [arm, ...qualityCells(joined, own, gateOf(weights, set))];
  });
}

function standardise(one: JudgedRequest): JudgedRequest {
  const cosines = one.listings.map(({ near }) => near);
  const mean = cosines.reduce((sum, near) => sum + near, 0) / cosines.length;
  const deviation = Math.sqrt(cosines.reduce((sum, near) => sum + (near - mean) ** 2, 0) / cosines.length);
  return {
    ...one,
    listings: one.listings.map((listing) => ({ ...listing, near: standardised(listing.near, { mean, deviation }) })),
  };
}

function qualityCells(joined: readonly JoinedRequest[], own: ReadonlySet<string>, gate: Gate): string[] {
  const quality = measureJoined(joined, gate);
  const written = measureJoined(
    joined.filter(({ request }) => own.has(request.id)),
    gate,
  );
  const foreign = quality.falselyAdmitted - written.falselyAdmitted;
  return [
    (quality.first / quality.served).toFixed(2),
    (quality.firstThree / quality.served).toFixed(2),
    quality.mrr.toFixed(3),
    String(quality.wrongFirst),
    `${written.falselyAdmitted} of ${written.unserved}`,
    `${foreign} of ${quality.unserved - written.unserved}`,
  ];
}

function sweepTable(set: FusionSet, judged: readonly JudgedRequest[]): string {
  const { kind, weights } = set;
  const shares = kind === 'skill' ? [0, 0.05, 0.1, 0.15, 0.25] : [0, 0.2, 0.3, 0.35, 0.4, 0.5];
  const minimum = weights.minimum[kind];
  const minima = [-0.04, -0.02, -0.01, 0, 0.01, 0.02, 0.04].map((step) => minimum + step);
  const rows = shares.map((share) => {
    const joined = joinAll(judged, (listings) =>
      listings.map((listing) => ({ order: shared(listing, share), gate: shared(listing, share) })),
    );
    return [
      String(share),
      ...minima.map((one) => {
        const quality = measureJoined(joined, { ...gateOf(weights, set), minimum: one });
        return `${quality.first} / ${quality.wrongFirst} / ${quality.falselyAdmitted}`;
      }),
    ];
  });
  return table(['share of meaning', ...minima.map((one) => `minimum ${one.toFixed(2)}`)], rows);
}

function joinOf(rule: Rule, set: FusionSet) {
  return (listings: Parameters<Rule['join']>[0]) => rule.join(listings, set);
}

function places({ first, firstThree, mrr }: Quality): string {
  return `${first} / ${firstThree} / ${mrr.toFixed(3)}`;
}
