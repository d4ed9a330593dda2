import type { KnownLibrary } from '@skillscope/catalog';
import { artifactsOf, parsePurl } from '@skillscope/core';
import { isRepublished } from '@skillscope/ecosystems';
import type { Lookup } from '../../lookup.ts';

/** What a project has, as far as it decides what lies outside it. */
export interface OwnScope {
  /** Package URLs up to the version. */
  readonly libraries: ReadonlySet<string>;
  /** Ecosystems and other names that the project knows its libraries by. */
  readonly aliases: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

/** Twins and companions are in scope too, though not by name. */
export function scopeOf({ scan }: Lookup): OwnScope {
  return {
    libraries: new Set(scan.libraries.map(({ purl }) => baseOf(purl))),
    aliases: new Set(
      scan.libraries.flatMap(({ ecosystem, alias }) => (alias === undefined ? [] : [`${ecosystem}\0${alias}`])),
    ),
    paths: new Set(scan.libraries.flatMap((library) => artifactsOf(library).map(placeOf))),
  };
}

function placeOf({ path, inside = '' }: { readonly path: string; readonly inside?: string }): string {
  return `${path}\0${inside}`;
}

/** What somebody works on in another project is no library of others. */
export function isOutside({ purl, ecosystem, name, path, inside }: KnownLibrary, scope: OwnScope): boolean {
  if (scope.libraries.has(baseOf(purl)) || scope.paths.has(placeOf({ path, inside }))) return false;
  // A platform module of a library in scope may lie here at another version, without the library.
  if (ecosystem === 'maven' && scope.aliases.has(`${ecosystem}\0${name}`)) return false;
  return !isOwnWork(purl) && !isRepublished(purl);
}

/** A package URL up to its version. */
export function baseOf(purl: string): string {
  const end = purl.search(/[@?#]/);
  return end < 0 ? purl : purl.slice(0, end);
}

export function isOwnWork(purl: string): boolean {
  return purl.includes('?') && parsePurl(purl)?.qualifiers?.['path'] !== undefined;
}
