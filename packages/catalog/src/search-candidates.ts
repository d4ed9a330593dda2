import { type Catalog, sessionOf } from './catalog.ts';
import { ONLY, ORDINAL_BITS, type RowKind } from './rows.ts';

export interface CandidateQuery {
  /** A full-text expression over words as core's `words` gives them, from core's `toFtsQuery`. None: nothing is found. */
  readonly match: string | undefined;
  /** Numbers of the artifacts in scope. */
  readonly artifacts: readonly number[];
  /** Default: rows of the artifacts in scope. `outside`: rows of all others on this machine that are vouched for. */
  readonly where?: 'inside' | 'outside';
  /** Only artifacts of these. Default: of all. */
  readonly ecosystems?: readonly string[];
  /** Default: both. */
  readonly rows?: RowKind;
  /** At most so many, best first. */
  readonly limit: number;
}

/** Words of each field, as core's `words` gave them, joined with spaces. */
export interface CandidateFields {
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly headings: string;
  readonly library: string;
}

export interface Candidate {
  readonly artifact: number;
  /** 0: the library itself. n: the artifact's nth skill. */
  readonly ordinal: number;
  readonly fields: CandidateFields;
  /** SQLite's bm25 with all fields equal, negative, smaller is better. */
  readonly bm25: number;
}

/** Rows that match, in the order of bm25, then of row. Meant to be ranked again by core. */
export function searchCandidates(catalog: Catalog, query: CandidateQuery): Candidate[] {
  const { match, artifacts, where = 'inside', ecosystems, rows = 'both', limit } = query;
  if (!match || limit <= 0) return [];
  const only = ONLY[rows] + (where === 'outside' ? VOUCHED : '') + (ecosystems ? OF_ECOSYSTEMS : '');
  const sql = SEARCH.replace('SCOPE', where === 'inside' ? 'in' : 'not in').replace('ROWS', only);
  const values = [match, JSON.stringify(artifacts), ...(ecosystems ? [JSON.stringify(ecosystems)] : []), limit];
  return sessionOf(catalog).read<Candidate[]>([], (connection) =>
    connection.all<CandidateFields & { id: number; bm25: number }>(sql, ...values).map(({ id, bm25, ...fields }) => ({
      artifact: Math.floor(id / 2 ** ORDINAL_BITS),
      ordinal: id % 2 ** ORDINAL_BITS,
      fields,
      bm25,
    })),
  );
}

const VOUCHED = `
      and (select vouched from artifact where number = search.rowid >> ${ORDINAL_BITS}) = 1`;

const OF_ECOSYSTEMS = `
      and (select ecosystem from artifact where number = search.rowid >> ${ORDINAL_BITS}) in (select value from json_each(?))`;

/** The text is fetched for the best rows only: sorting would otherwise carry it for all. */
const SEARCH = `
  with best as materialized (
    select rowid as id, bm25(search) as score from search
    where search match ? and (rowid >> ${ORDINAL_BITS}) SCOPE (select value from json_each(?))ROWS
    order by score, id limit ?
  )
  select id, score as bm25, name, description, when_to_use as whenToUse, headings, library
  from best join search on search.rowid = best.id order by score, id`;
