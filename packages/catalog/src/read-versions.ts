import { type Catalog, sessionOf } from './catalog.ts';
import type { KnownLibrary } from './libraries.ts';

/**
 * Every artifact of every version of a library that is held and vouched for, in no order. `library` is its package URL up to the `@`
 * before the version. What has no version in its package URL is not found.
 */
export function readVersions(catalog: Catalog, library: string): KnownLibrary[] {
  return sessionOf(catalog).read<KnownLibrary[]>([], (connection) =>
    connection
      .all<Omit<KnownLibrary, 'summary'> & { summary: string | null }>(VERSIONS, `${library}@`, `${library}A`)
      .map(({ summary, ...row }) => (summary === null ? row : { ...row, summary })),
  );
}

/** `A` is the character after `@`. */
const VERSIONS = `
  select number as artifact, path, inside, ecosystem, purl, name, summary, skills from artifact
  where purl >= ? and purl < ? and vouched = 1`;
