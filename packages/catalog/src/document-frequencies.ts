import { toFtsQuery } from '@skillscope/core';
import { type Catalog, sessionOf } from './catalog.ts';
import { ONLY, ORDINAL_BITS, type RowKind } from './rows.ts';

export interface FrequencyQuery {
  /** Words as core's `words` gives them. */
  readonly terms: readonly string[];
  /** Numbers of the artifacts in scope. */
  readonly artifacts: readonly number[];
  /** Default: rows of the artifacts in scope. `outside`: rows of all others on this machine. */
  readonly where?: 'inside' | 'outside';
  /** Default: both. */
  readonly rows?: RowKind;
}

export interface DocumentFrequencies {
  /** Rows that count. */
  readonly documents: number;
  /** Term → such rows that contain it. Every term asked for is there. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** How common words are among the rows in scope, or outside it. */
export function documentFrequencies(
  catalog: Catalog,
  { terms, artifacts, where = 'inside', rows = 'both' }: FrequencyQuery,
): DocumentFrequencies {
  const none = { documents: 0, frequencies: new Map(terms.map((term) => [term, 0])) };
  const scope = JSON.stringify(artifacts);
  return sessionOf(catalog).read<DocumentFrequencies>(none, (connection) => {
    const count = (sql: string, ...values: readonly string[]) =>
      connection.get<{ rows: number }>(sql.replace('SCOPE', where === 'inside' ? 'in' : 'not in'), ...values)?.rows ??
      0;
    const frequencies = new Map<string, number>();
    for (const term of new Set(terms)) {
      const match = toFtsQuery([term]);
      frequencies.set(term, match === undefined ? 0 : count(FREQUENCY + ONLY[rows], match, scope));
    }
    return { documents: count(DOCUMENTS[rows], scope), frequencies };
  });
}

const FREQUENCY = `
  select count(*) as rows from search
  where search match ? and (rowid >> ${ORDINAL_BITS}) SCOPE (select value from json_each(?))`;

const IN_SCOPE = 'from artifact where number SCOPE (select value from json_each(?))';

const DOCUMENTS: Readonly<Record<RowKind, string>> = {
  both: `select coalesce(sum(skills + 1), 0) as rows ${IN_SCOPE}`,
  skills: `select coalesce(sum(skills), 0) as rows ${IN_SCOPE}`,
  libraries: `select count(*) as rows ${IN_SCOPE}`,
};
