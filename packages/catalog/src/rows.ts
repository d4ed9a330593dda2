/**
 * The low bits of a skill's row number hold its ordinal in the artifact: 1 for the first skill, 0 for the library
 * itself. The scope of a search is then a shift and needs no join.
 */
export const ORDINAL_BITS = 10;

/** The number of a row of the search, 0 being the library's own. */
export function rowOf({ artifact, ordinal }: { readonly artifact: number; readonly ordinal: number }): number {
  return firstRowOf(artifact) + ordinal;
}

/** What a row of the search belongs to. */
export function placeOfRow(row: number): { readonly artifact: number; readonly ordinal: number } {
  return { artifact: artifactOfRow(row), ordinal: row % 2 ** ORDINAL_BITS };
}

export function artifactOfRow(row: number): number {
  return Math.floor(row / 2 ** ORDINAL_BITS);
}

/** True for what a library says of itself, false for a skill. */
export function isLibraryRow(row: number): boolean {
  return row % 2 ** ORDINAL_BITS === 0;
}

/** The row of the library itself. */
export function firstRowOf(artifact: number): number {
  return artifact * 2 ** ORDINAL_BITS;
}

/** The last row an artifact can have. */
export function lastRowOf(artifact: number): number {
  return firstRowOf(artifact + 1) - 1;
}

/** `libraries`: what a library says of itself. */
export type RowKind = 'both' | 'skills' | 'libraries';
