import {
  FUSE_WEIGHTS,
  LISTING_WEIGHTS,
  type ListingWeights,
  OUTSIDE_FUSE_WEIGHTS,
  type Query,
  rankListings,
} from '@skillscope/core';
import type { CheckResult } from './checks.ts';
import type { Listed } from './corpus.ts';
import { type Engine, fullText, miniSearch, ours, UNGATED } from './engines.ts';
import { admitted, asQuery, interval, measure } from './measures.ts';
import { measureNearDuplicates } from './near-duplicates.ts';
import { type Request, readShortRequests, type SkillSet } from './requests.ts';
import { measureScopes } from './scopes.ts';
import { table } from './table.ts';

export interface ReportInput {
  readonly command: string;
  readonly set: SkillSet;
  readonly skills: readonly Listed[];
  readonly foreign: readonly Query[];
  readonly libraries: readonly Listed[];
  readonly libraryRequests: readonly Request[];
  readonly checks: CheckResult;
  /** About words and meaning together. */
  readonly fusion: string;
}

/** The whole of `results.md`. */
export function report(input: ReportInput): string {
  const { set, skills, libraries } = input;
  const served = set.requests.filter(({ right }) => right.size > 0).length;
  return [
    '# Search by need: quality',
    `Written by \`${input.command}\`. Set: ${set.name}, ${set.requests.length} requests (${served} that a skill serves, ${set.requests.length - served} that none does) over ${skills.length} skills of ${Object.keys(set.packages).length} pinned npm packages. This is a development set: the constants were chosen on it, so its figures describe the fit and predict nothing. One request is ${(1 / served).toFixed(3)}; differences below two or three requests are noise.`,
    'First words and meaning together, which is what a search does; then words alone, as the gate of words was chosen. "With terms" adds the guessed names of terms-dev.json, which are ours and not blind: a real caller will guess worse.',
    '## Words and meaning together',
    FUSION,
    input.fusion,
    '## Words alone: order, without a gate',
    orderTable(input),
    '## Words alone: what is admitted',
    `A skill is an answer from score ${LISTING_WEIGHTS.minimum.skill}, or ${LISTING_WEIGHTS.minimum.skill * LISTING_WEIGHTS.minimumWithTerms} where terms bring words in use, unless a term spells its name. Besides the set's own requests that nothing serves: needs of developers in other libraries (needs-dev.json, nothing here serves them but by accident), and the served requests asked where the vendor's libraries are not in the project (another library may then serve some of them, so this column is an upper bound).`,
    admissionTable(input),
    '## Cases that must hold',
    input.checks.text,
    '## Why these constants',
    'Each row changes one constant. Order is measured without the gate; "admitted" is the share of the foreign needs that get an answer, at the gate.',
    sweepTable(input),
    "The gate and the imagined background, by how many of the set's libraries a project has. Cells: right first / wrong first / foreign needs admitted.",
    scopeTable(input, false),
    scopeTable(input, true),
    '## Words alone: short needs',
    'short-dev.json, over the same skills and libraries: what a heading that says the need counts, what share of a need an answer must say, and of how many words a need is long.',
    shortTable(input),
    '## Words alone: libraries by their own description',
    `libraries-dev.json over the ${libraries.length} packages installed in this repository; those requests are ours, made for choosing the gate. Foreign: its requests that nothing serves, needs-dev.json and the set's requests.`,
    libraryTable(input),
    '## Near duplicates',
    nearDuplicateTable(input),
    '## Requests that go wrong',
    'Without terms, without the gate.',
    missesTable(input),
    '',
  ].join('\n\n');
}

const FUSION = `A score is a share of words and a share of nearness in meaning (the cosine of the need, with its terms, and a listing's name, description and when to use it): ${FUSE_WEIGHTS.meaning.skill} of a skill's score is nearness, ${FUSE_WEIGHTS.meaning.library} of that of a library in scope, ${OUTSIDE_FUSE_WEIGHTS.meaning.library} of one outside it. A skill is an answer from ${FUSE_WEIGHTS.minimum.skill}, a library in scope from ${FUSE_WEIGHTS.minimum.library}, one outside it from ${OUTSIDE_FUSE_WEIGHTS.minimum.library}, each times ${LISTING_WEIGHTS.minimumWithTerms} where terms bring words in use; or from a nearness of ${FUSE_WEIGHTS.alone} whatever its words are; or when a term spells its name. Besides, what is no such answer by nearness or name must have support: the share of the need that it says at all, each word by its rarity in the scope and one heading beside its other fields, and its nearness must make ${FUSE_WEIGHTS.support.skill} together for a skill, ${FUSE_WEIGHTS.support.library} for a library; of a need of more than ${LISTING_WEIGHTS.enough} words so many of mean rarity are the whole. By words alone the share must be ${LISTING_WEIGHTS.said.skill} or ${LISTING_WEIGHTS.said.library}. The rule was chosen because it loses nothing where words are strong and wins where they are weak, at no more answers to needs that nothing serves. Of skills, whose descriptions are long, words know more than the table, and most of what a need in quite other words asks for stays out of reach of both. Of libraries, which say ten words of themselves, the table orders better than words, but a long need comes near to something among many, so that little of that passes a gate. The sentence model does better; it does not ship, and whoever has it can choose it. Rank fusion loses in order to the better of its arms. outside-dev.json is ours too, made for choosing this. project-dev.json holds short needs in a project, worded before any answer was seen: on its first half it was chosen what must support an answer, its second half was asked once after that.`;

function orderTable({ set, skills }: ReportInput): string {
  const engines: readonly (readonly [string, Engine])[] = [
    ['skillscope', ours(skills, UNGATED)],
    ['minisearch, defaults', miniSearch(skills)],
    ['FTS5 bm25, defaults', fullText(skills)],
  ];
  const rows = [false, true].flatMap((withTerms) =>
    engines.map(([name, engine]) => {
      const quality = measure(engine, set.requests, withTerms);
      return [
        name,
        withTerms ? 'with terms' : 'need alone',
        share(quality.first, quality.served),
        interval(quality.first, quality.served),
        share(quality.firstThree, quality.served),
        quality.mrr.toFixed(3),
        `${quality.falselyAdmitted} of ${quality.unserved}`,
      ];
    }),
  );
  return table(['engine', 'query', 'hit@1', '95 %', 'hit@3', 'MRR', 'unserved requests answered'], rows);
}

function admissionTable({ set, skills, foreign }: ReportInput): string {
  const rows = [false, true].map((withTerms) => {
    const engine = ours(skills);
    const quality = measure(engine, set.requests, withTerms);
    const served = set.requests.filter(({ right }) => right.size > 0);
    const elsewhere = served.filter((request) => {
      const vendor = request.library.split('/')[0];
      const rest = skills.filter(({ document }) => document.library?.split('/')[0] !== vendor);
      return ours(rest)(asQuery(request, withTerms)).length > 0;
    });
    const foreignAdmitted = admitted(
      engine,
      foreign.map((query) => asQuery(query, withTerms)),
    );
    return [
      withTerms ? 'with terms' : 'need alone',
      share(quality.first, quality.served),
      share(quality.firstThree, quality.served),
      quality.mrr.toFixed(3),
      share(quality.wrongFirst, quality.served),
      `${quality.falselyAdmitted} of ${quality.unserved}`,
      `${foreignAdmitted} of ${foreign.length}`,
      `${elsewhere.length} of ${served.length}`,
    ];
  });
  return table(
    [
      'query',
      'hit@1',
      'hit@3',
      'MRR',
      'wrong first',
      'unserved answered',
      'foreign answered',
      'vendor absent, answered',
    ],
    rows,
  );
}

function sweepTable({ set, skills, foreign }: ReportInput): string {
  const rows = VARIANTS.map(([name, value, weights]) => {
    const cells = [false, true].flatMap((withTerms) => {
      const quality = measure(
        ours(skills, { ...weights, minimum: UNGATED.minimum, said: UNGATED.said }),
        set.requests,
        withTerms,
      );
      const queries = foreign.map((query) => asQuery(query, withTerms));
      return [
        `${quality.first} / ${quality.firstThree} / ${quality.mrr.toFixed(3)}`,
        share(admitted(ours(skills, weights), queries), queries.length),
      ];
    });
    return [name, value, ...cells];
  });
  return table(['constant', 'value', 'alone: @1 / @3 / MRR', 'admitted', 'terms: @1 / @3 / MRR', 'admitted'], rows);
}

type Variant = readonly [name: string, value: string, weights: ListingWeights];

const VARIANTS: readonly Variant[] = [
  ['as chosen', '', LISTING_WEIGHTS],
  ...vary('saturation', [0.6, 0.9, 1.5, 2, 3], (saturation) => ({ saturation })),
  ...vary('term', [0, 0.5, 0.75, 1.5, 2], (term) => ({ term })),
  ...vary('named', [0, 0.1, 0.2, 0.3], (named) => ({ named })),
  ...vary('unused', [0, 0.25, 0.75, 1], (unused) => ({ unused })),
  ...vary('minimum with terms', [1, 1.1, 1.3], (minimumWithTerms) => ({ minimumWithTerms })),
  ...vary('heading', [0, 0.25, 0.75], (heading) => ({ heading })),
  ...(['name', 'description', 'headings', 'library'] as const).flatMap((field) =>
    vary(`${field} weight`, [0, 0.25, 0.5, 1, 2, 3], (weight) => withField(field, { weight })),
  ),
  ...(['description', 'headings'] as const).flatMap((field) =>
    vary(`${field} normalisation`, [0.25, 0.5, 0.75, 1], (normalisation) => withField(field, { normalisation })),
  ),
];

function vary(name: string, values: readonly number[], change: (value: number) => Partial<ListingWeights>): Variant[] {
  return values.map((value) => [name, String(value), { ...LISTING_WEIGHTS, ...change(value) }]);
}

function withField(field: keyof ListingWeights['fields'], change: Partial<ListingWeights['fields']['name']>) {
  const { fields } = LISTING_WEIGHTS;
  return { fields: { ...fields, [field]: { ...fields[field], ...change } } };
}

function scopeTable({ set, skills, foreign }: ReportInput, withTerms: boolean): string {
  const minima = [0.1, 0.12, 0.15, 0.18, 0.2];
  const total = Object.keys(set.packages).length;
  const rows = [0, 100, 500].flatMap((background) =>
    [1, 4, total].map((libraries) => {
      const cells = minima.map((minimum) => {
        const scopes = measureScopes(skills, set.requests, foreign, { libraries, withTerms, background, minimum });
        return [
          share(scopes.right, scopes.served),
          share(scopes.wrong, scopes.served),
          share(scopes.admitted, scopes.foreign),
        ].join(' / ');
      });
      return [String(background), String(libraries), ...cells];
    }),
  );
  const query = withTerms ? 'with terms' : 'need alone';
  return table([`background (${query})`, 'libraries', ...minima.map((minimum) => `minimum ${minimum}`)], rows);
}

function shortTable({ skills, libraries }: ReportInput): string {
  const heading = (value: number): Variant => ['heading', String(value), { ...LISTING_WEIGHTS, heading: value }];
  const said = (value: number): Variant => [
    'said',
    String(value),
    { ...LISTING_WEIGHTS, said: { skill: value, library: value } },
  ];
  const enough = (value: number): Variant => ['enough', String(value), { ...LISTING_WEIGHTS, enough: value }];
  const variants: readonly Variant[] = [
    ['as chosen', '', LISTING_WEIGHTS],
    ...[0, 0.25, 0.75].map(heading),
    ...[0, 0.3, 0.4, 0.5, 0.6, 0.7].map(said),
    ...[2, 4, 5].map(enough),
  ];
  const rows = variants.map(([name, value, weights]) => {
    const cells = (['skills', 'libraries'] as const).flatMap((kind) => {
      const requests = readShortRequests(kind);
      const quality = measure(ours(kind === 'skills' ? skills : libraries, weights), requests, false);
      return [
        `${quality.first} / ${quality.firstThree} / ${quality.mrr.toFixed(3)} of ${quality.served}`,
        `${quality.falselyAdmitted} of ${quality.unserved}`,
      ];
    });
    return [name, value, ...cells];
  });
  return table(
    [
      'constant',
      'value',
      'skills: @1 / @3 / MRR',
      'unserved answered',
      'libraries: @1 / @3 / MRR',
      'unserved answered',
    ],
    rows,
  );
}

function libraryTable({ set, libraries, libraryRequests, foreign }: ReportInput): string {
  const others = [
    ...libraryRequests.filter(({ right }) => right.size === 0).map((request) => asQuery(request, false)),
    ...foreign.map((query) => asQuery(query, false)),
    ...set.requests.map((request) => asQuery(request, false)),
  ];
  const rows = [0, 0.06, 0.08, 0.1, 0.12, 0.15].map((minimum) => {
    const engine = ours(libraries, { ...LISTING_WEIGHTS, minimum: { ...LISTING_WEIGHTS.minimum, library: minimum } });
    const quality = measure(engine, libraryRequests, false);
    return [
      String(minimum),
      share(quality.first, quality.served),
      share(quality.firstThree, quality.served),
      quality.mrr.toFixed(3),
      `${admitted(engine, others)} of ${others.length}`,
    ];
  });
  return table(['minimum', 'hit@1', 'hit@3', 'MRR', 'foreign answered'], rows);
}

function nearDuplicateTable({ set, skills }: ReportInput): string {
  const result = measureNearDuplicates(skills, set.requests);
  return table(
    ['a copy of each right skill, for another product', 'of pairs'],
    [
      ['the same request: the skill stands before its copy', `${result.originalFirst} of ${result.pairs}`],
      ['the same request: nothing stands between the two', `${result.adjacent} of ${result.pairs}`],
      ['the request names the other product: the copy stands first', `${result.copyFirst} of ${result.pairs}`],
      ['an exact copy follows directly, by id', `${result.twinsTogether} of ${result.pairs}`],
    ],
  );
}

function missesTable({ set, skills }: ReportInput): string {
  const rows = set.requests.flatMap((request) => {
    const ranked = rankListings(asQuery(request, false), skills, { weights: UNGATED });
    const place = ranked.findIndex(({ id }) => request.right.has(id)) + 1;
    const [first] = ranked;
    if (request.right.size === 0 || place === 1 || first === undefined) return [];
    return [
      [request.id, place === 0 ? 'none' : String(place), first.id, first.score.toFixed(2), first.matched.join(', ')],
    ];
  });
  return table(['request', 'place of the right skill', 'first instead', 'score', 'because of'], rows);
}

function share(count: number, of: number): string {
  return of === 0 ? '–' : (count / of).toFixed(2);
}
