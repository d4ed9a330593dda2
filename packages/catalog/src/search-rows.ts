import { type Catalog, sessionOf } from './catalog.ts';
import { placeOfRow } from './rows.ts';

/** Words of each field, as core's `words` gave them, joined with spaces; each heading on a line. */
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
}

/** Rows of the search by their numbers, in the same order; those that are gone are left out. */
export function readCandidates(catalog: Catalog, rows: readonly number[]): Candidate[] {
  if (rows.length === 0) return [];
  const read = sessionOf(catalog).read('[]', (connection) => {
    return connection.get<{ rows: string }>(ROWS, JSON.stringify(rows))?.rows ?? '[]';
  });
  const byRow = new Map((JSON.parse(read) as Row[]).map((row) => [row[0], row]));
  return rows.flatMap((number): Candidate[] => {
    const row = byRow.get(number);
    if (row === undefined) return [];
    const [, name, description, whenToUse, headings, library] = row;
    return [{ ...placeOfRow(number), fields: { name, description, whenToUse, headings, library } }];
  });
}

type Row = readonly [
  row: number,
  name: string,
  description: string,
  whenToUse: string,
  headings: string,
  library: string,
];

/** As one value: a row each would take twice as long to hand over. */
const ROWS = `
  select json_group_array(json_array(rowid, name, description, when_to_use, headings, library)) as rows from search
  where rowid in (select value from json_each(?))`;
