import type { ArtifactKey, ArtifactLibrary } from './artifact.ts';
import { type Catalog, sessionOf } from './catalog.ts';

export interface KnownLibrary extends ArtifactLibrary, Omit<ArtifactKey, 'fingerprint'> {
  readonly artifact: number;
  readonly skills: number;
}

/** The libraries behind artifact numbers, in any order. Numbers that mean nothing are left out. */
export function readLibraries(catalog: Catalog, artifacts: readonly number[]): KnownLibrary[] {
  return sessionOf(catalog).read<KnownLibrary[]>([], (connection) =>
    connection
      .all<Omit<KnownLibrary, 'summary'> & { summary: string | null }>(LIBRARIES, JSON.stringify(artifacts))
      .map(({ summary, ...row }) => (summary === null ? row : { ...row, summary })),
  );
}

/** The numbers of artifacts, in order; `undefined` for one that is not held, whatever its fingerprint. */
export function findArtifacts(
  catalog: Catalog,
  keys: readonly Omit<ArtifactKey, 'fingerprint'>[],
): (number | undefined)[] {
  return sessionOf(catalog).read<(number | undefined)[]>(
    keys.map(() => undefined),
    (connection) =>
      keys.map((key) => connection.get<{ number: number }>(NUMBER, key.path, key.inside, key.ecosystem)?.number),
  );
}

const LIBRARIES = `
  select number as artifact, path, inside, ecosystem, purl, name, summary, skills from artifact
  where number in (select value from json_each(?))`;

const NUMBER = 'select number from artifact where path = ? and inside = ? and ecosystem = ?';
