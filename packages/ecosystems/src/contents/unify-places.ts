import type { Place } from '../ecosystem.ts';
import type { Tree } from '../tree.ts';

/**
 * One place for each entry, whatever routes lead to it: a place named twice, or reached through a link as well, is one.
 * The usual one wins, then the shortest path, then code points.
 */
export function unifyPlaces(tree: Tree, places: readonly Place[]): readonly Place[] {
  const byFile = new Map<string, Place>();
  for (const place of places) {
    const file = tree.real(place.entry) ?? place.entry;
    const known = byFile.get(file);
    if (!known || precedes(place, known)) byFile.set(file, place);
  }
  return [...byFile.values()];
}

function precedes(a: Place, b: Place): boolean {
  if (a.standing !== b.standing) return a.standing === 'usual';
  if (a.entry.length !== b.entry.length) return a.entry.length < b.entry.length;
  return a.entry < b.entry;
}
