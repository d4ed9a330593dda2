/**
 * The low bits of a skill's row number hold its ordinal in the artifact: 1 for the first skill, 0 for the library
 * itself. The scope of a search is then a shift and needs no join.
 */
export const ORDINAL_BITS = 10;

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
