import type { ArtifactKey, StoredArtifact } from './artifact.ts';
import { type Catalog, sessionOf } from './catalog.ts';
import { readJson } from './json.ts';
import { ORDINAL_BITS } from './rows.ts';

/**
 * What is held about an artifact. `undefined` when it is not known, has another fingerprint, or was indexed by
 * another version of its ecosystem.
 */
export function readArtifact(catalog: Catalog, key: ArtifactKey): StoredArtifact | undefined {
  const session = sessionOf(catalog);
  const indexer = session.indexers[key.ecosystem];
  if (indexer === undefined) return undefined;
  return session.read(undefined, (connection) => {
    const row = connection.get<ArtifactRow>(ARTIFACT, key.path, key.inside, key.ecosystem);
    if (row?.fingerprint !== key.fingerprint || row.indexer !== indexer) return undefined;
    return {
      number: row.number,
      vouched: row.vouched !== 0,
      skills: readJson(`[${row.skills ?? ''}]`),
      skipped: readJson(row.skipped),
    };
  });
}

/** True when anything is held about any artifact; a first scan need not ask about each. */
export function hasArtifacts(catalog: Catalog): boolean {
  const row = sessionOf(catalog).read(undefined, (connection) => connection.get(ANY));
  return row !== undefined;
}

const ANY = 'select 1 from artifact limit 1';

/** One statement, so that what another process writes meanwhile is seen whole or not at all. */
const ARTIFACT = `
  select number, fingerprint, indexer, skipped, vouched, (
    select group_concat(contents, ',') from (
      select contents from skill
      where id between number << ${ORDINAL_BITS} and ((number + 1) << ${ORDINAL_BITS}) - 1 order by id
    )
  ) as skills
  from artifact where path = ? and inside = ? and ecosystem = ?`;

interface ArtifactRow {
  readonly number: number;
  readonly fingerprint: string;
  readonly indexer: number;
  readonly skipped: string;
  readonly vouched: number;
  /** JSON objects with commas between. */
  readonly skills: string | null;
}
