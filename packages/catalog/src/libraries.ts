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
    (connection) => {
      const numbers = keys.map((): number | undefined => undefined);
      const wanted = JSON.stringify(keys.map(({ path, inside, ecosystem }) => [path, inside, ecosystem]));
      for (const { place, number } of connection.all<{ place: number; number: number }>(NUMBERS, wanted))
        numbers[place] = number;
      return numbers;
    },
  );
}

const LIBRARIES = `
  select number as artifact, path, inside, ecosystem, purl, name, summary, skills from artifact
  where number in (select value from json_each(?))`;

/** One statement for all: a thousand of them take four times as long. */
const NUMBERS = `
  select wanted.key as place, number from json_each(?) wanted join artifact
  on artifact.path = wanted.value ->> 0 and inside = wanted.value ->> 1 and ecosystem = wanted.value ->> 2`;
