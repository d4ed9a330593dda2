/** By id; what nobody encoded yet is left out, which is not the same as far away. */
export function nearnessById(
  listings: readonly { readonly id: string; readonly near: number | undefined }[],
): ReadonlyMap<string, number> {
  return new Map(listings.flatMap(({ id, near }) => (near === undefined ? [] : [[id, near] as const])));
}
