import type { Skill } from '@skillscope/core';
import type { ArtifactKey, StoredArtifact } from './artifact.ts';
import { type Catalog, sessionOf } from './catalog.ts';
import type { Connection } from './connection.ts';
import { readJson } from './json.ts';
import { firstRowOf, lastRowOf } from './rows.ts';

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
      skills: row.skills === 0 ? [] : readSkills(connection, row.number),
      skipped: readJson(row.skipped),
    };
  });
}

const ARTIFACT = `
  select number, fingerprint, indexer, skills, skipped from artifact
  where path = ? and inside = ? and ecosystem = ?`;

const SKILLS = 'select contents from skill where id between ? and ? order by id';

function readSkills(connection: Connection, artifact: number): Omit<Skill, 'id'>[] {
  return connection
    .all<{ contents: string }>(SKILLS, firstRowOf(artifact), lastRowOf(artifact))
    .map(({ contents }) => readJson(contents));
}

interface ArtifactRow {
  readonly number: number;
  readonly fingerprint: string;
  readonly indexer: number;
  readonly skills: number;
  readonly skipped: string;
}
