import { existsSync } from 'node:fs';
import { readVersions } from '@skillscope/catalog';
import { type Address, toPurl } from '@skillscope/core';
import type { Lookup } from '../lookup.ts';

/**
 * Whether a library of this name is known to lie elsewhere on this machine, as `search` names it, for a project that does
 * not use it. Opens the database: to be asked for an error only.
 */
export function liesOutside({ name, ecosystem }: Address, { catalog, scan }: Lookup): boolean {
  return scan.ecosystems
    .filter(({ id }) => ecosystem === undefined || id === ecosystem)
    .flatMap(({ id }) => {
      const base = baseFor(id, name);
      return base === undefined ? [] : readVersions(catalog, base);
    })
    .some((library) => existsSync(library.path) && !scan.refuses({ ...library, source: 'registry' }));
}

/** `undefined` for what is no name there, such as the end of one, or one with an empty part. */
function baseFor(ecosystem: string, name: string): string | undefined {
  if (name.split('/').includes('') || (ecosystem === 'maven' && !name.includes(':'))) return undefined;
  return toPurl({ type: ecosystem, name: ecosystem === 'maven' ? name.replace(':', '/') : name });
}
