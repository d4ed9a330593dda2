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
  return { artifact: Math.floor(row / 2 ** ORDINAL_BITS), ordinal: row % 2 ** ORDINAL_BITS };
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

/** Appended to a condition on rows of the search. */
export const ONLY: Readonly<Record<RowKind, string>> = {
  both: '',
  skills: ` and rowid & ${2 ** ORDINAL_BITS - 1} <> 0`,
  libraries: ` and rowid & ${2 ** ORDINAL_BITS - 1} = 0`,
};
