import { type Query, rankListings } from '@skillscope/core';
import type { Listed } from './corpus.ts';
import { table } from './table.ts';

interface Check {
  readonly what: string;
  /** Names of the libraries in the project. */
  readonly libraries: readonly string[];
  readonly query: Query;
  /** The first answer; none: nothing may be answered. */
  readonly first?: string;
}

const CHECKS: readonly Check[] = [
  {
    what: 'a term is the name of a skill, and the need shares no word with it',
    libraries: ['@tanstack/router-core'],
    query: {
      need: 'share the filters of a listing through the address bar',
      terms: ['search params', 'query string'],
    },
    first: '@tanstack/router-core#search-params',
  },
  {
    what: 'the same where the name has one word',
    libraries: ['@tanstack/router-core', '@trpc/server'],
    query: { need: 'pages should be readable before any script has run in the browser', terms: ['SSR'] },
    first: '@tanstack/router-core#ssr',
  },
  {
    what: 'a term is one word of a longer name, and the need is foreign',
    libraries: ['@tanstack/router-core', '@trpc/server'],
    query: {
      need: 'walk over people once and end up with two lists of adults and minors',
      terms: ['split', 'partition'],
    },
  },
];

export interface CheckResult {
  readonly ok: boolean;
  /** For people. */
  readonly text: string;
}

/** Single cases that must hold, over the libraries of the set; a case whose libraries the set lacks is left out. */
export function check(listings: readonly Listed[]): CheckResult {
  let ok = true;
  const rows = CHECKS.flatMap(({ what, libraries, query, first }) => {
    const scope = listings.filter(({ document }) => libraries.includes(document.library ?? ''));
    if (libraries.some((library) => !scope.some(({ document }) => document.library === library))) return [];
    const [answer] = rankListings(query, scope);
    if (answer?.id !== first) ok = false;
    const given = answer ? `${answer.id} ${answer.score.toFixed(2)}` : 'nothing';
    return [[what, query.need, query.terms.join(', '), given, answer?.id === first ? 'holds' : 'BROKEN']];
  });
  return { ok, text: table(['case', 'need', 'terms', 'first answer', ''], rows) };
}
