import type { Query } from '@skillscope/core';
import type { Engine } from './engines.ts';
import type { Request } from './requests.ts';

export interface Quality {
  /** Requests that something serves. */
  readonly served: number;
  readonly first: number;
  readonly firstThree: number;
  /** Mean reciprocal rank over the served requests. */
  readonly mrr: number;
  /** Served requests with an answer whose first place is wrong. */
  readonly wrongFirst: number;
  /** Requests that nothing serves. */
  readonly unserved: number;
  /** Those among them that got an answer all the same. */
  readonly falselyAdmitted: number;
}

export function measure(engine: Engine, requests: readonly Request[], withTerms: boolean): Quality {
  const served = requests.filter(({ right }) => right.size > 0);
  const places = served.map((request) => {
    const ids = engine(asQuery(request, withTerms));
    return { answered: ids.length > 0, place: ids.findIndex((id) => request.right.has(id)) + 1 };
  });
  const unserved = requests.filter(({ right }) => right.size === 0);
  return {
    served: served.length,
    first: places.filter(({ place }) => place === 1).length,
    firstThree: places.filter(({ place }) => place >= 1 && place <= 3).length,
    mrr: places.reduce((sum, { place }) => sum + (place === 0 ? 0 : 1 / place), 0) / Math.max(1, served.length),
    wrongFirst: places.filter(({ answered, place }) => answered && place !== 1).length,
    unserved: unserved.length,
    falselyAdmitted: admitted(
      engine,
      unserved.map((request) => asQuery(request, withTerms)),
    ),
  };
}

/** How many of the queries get any answer. */
export function admitted(engine: Engine, queries: readonly Query[]): number {
  return queries.filter((query) => engine(query).length > 0).length;
}

export function asQuery({ need, terms }: Pick<Request, 'need' | 'terms'>, withTerms: boolean): Query {
  return { need, terms: withTerms ? terms : [] };
}

/** 95 % Wilson interval of a share. */
export function interval(count: number, of: number): string {
  if (of === 0) return '–';
  const z = 1.96;
  const share = count / of;
  const middle = share + (z * z) / (2 * of);
  const reach = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const bound = (value: number) => (value / (1 + (z * z) / of)).toFixed(2);
  return `${bound(middle - reach)}–${bound(middle + reach)}`;
}
