import { type Catalog, sessionOf } from './catalog.ts';
import { vouchedRows } from './vouched-rows.ts';

export interface Choice {
  readonly words: readonly {
    readonly weight: number;
    readonly rows: readonly number[];
  }[];
  /** By word, the rows that hold it in their name; asked for where there are more rows than may be chosen. */
  readonly named: () => readonly (readonly number[])[];
  /** Only what is vouched for, of these ecosystems if they are given. Default: everything. */
  readonly outside?: { readonly ecosystems: readonly string[] | undefined };
  readonly limit: number;
}

/**
 * The rows whose words weigh most together, best first; a word in a name counts twice. Among equals those with the
 * shortest name, then the shortest description: a library that is called what is asked for is not lost among thousands
 * that mention it.
 */
export function chooseRows(catalog: Catalog, { words, named, outside, limit }: Choice): readonly number[] {
  const weights = new Map<number, number>();
  for (const { weight, rows } of words) for (const row of rows) weights.set(row, (weights.get(row) ?? 0) + weight);
  if (weights.size > limit) {
    for (const [index, rows] of named().entries()) {
      const weight = words[index]?.weight ?? 0;
      for (const row of rows) {
        const known = weights.get(row);
        if (known !== undefined) weights.set(row, known + weight);
      }
    }
  }
  const chosen: number[] = [];
  for (const equals of groupsOf(weights)) {
    const room = limit - chosen.length;
    const inOrder = equals.length > room ? shortestFirst(catalog, equals) : equals;
    for (let start = 0; start < inOrder.length && chosen.length < limit; start += limit) {
      const part = inOrder.slice(start, start + limit);
      chosen.push(...(outside ? vouchedRows(catalog, part, outside.ecosystems) : part));
    }
    if (chosen.length >= limit) break;
  }
  return chosen.slice(0, limit);
}

/** Rows of equal weight together, ascending, the heaviest first. */
function groupsOf(weights: ReadonlyMap<number, number>): readonly (readonly number[])[] {
  const groups = new Map<number, number[]>();
  for (const [row, weight] of weights) {
    // The same words in another order may add up to another last digit.
    const key = Math.round(weight * 1_000);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].sort(([a], [b]) => b - a).map(([, rows]) => rows.sort((a, b) => a - b));
}

function shortestFirst(catalog: Catalog, rows: readonly number[]): readonly number[] {
  const sorted = sessionOf(catalog).read('[]', (connection) => {
    return connection.get<{ rows: string }>(BY_LENGTH, JSON.stringify(rows))?.rows ?? '[]';
  });
  return JSON.parse(sorted) as number[];
}

/** FTS5 keeps the words of each field as numbers whose bytes sort as they do, the name's first. */
const BY_LENGTH = `
  select json_group_array(id) as rows from (
    select id from search_docsize where id in (select value from json_each(?)) order by sz, id
  )`;
