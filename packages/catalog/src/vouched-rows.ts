import { type Catalog, sessionOf } from './catalog.ts';
import { artifactOfRow } from './rows.ts';

/** Of rows, in their order, those whose artifacts may answer for their names outside the project they were found in. */
export function vouchedRows(
  catalog: Catalog,
  rows: readonly number[],
  ecosystems?: readonly string[],
): readonly number[] {
  const artifacts = JSON.stringify([...new Set(rows.map((row) => artifactOfRow(row)))]);
  const values = ecosystems ? [artifacts, JSON.stringify(ecosystems)] : [artifacts];
  const found = sessionOf(catalog).read('[]', (connection) => {
    return connection.get<{ numbers: string }>(VOUCHED + (ecosystems ? OF_ECOSYSTEMS : ''), ...values)?.numbers ?? '[]';
  });
  const numbers = new Set(JSON.parse(found) as number[]);
  return rows.filter((row) => numbers.has(artifactOfRow(row)));
}

const VOUCHED = `
  select json_group_array(number) as numbers from artifact
  where number in (select value from json_each(?)) and vouched = 1`;

const OF_ECOSYSTEMS = ' and ecosystem in (select value from json_each(?))';
