import { type Catalog, type KnownLibrary, readListings, rowOf, type StoredListing } from '@skillscope/catalog';
import { cleanLine, LIMITS, steers, steersBehind } from '@skillscope/core';
import type { TrustedScope } from '../../trust/trusted-scope.ts';

export interface OutsideSkill {
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string;
}

export interface FoundListing {
  readonly listing: StoredListing;
  /** The candidates that it is: `rowOf` of each, as text. */
  readonly ids: readonly string[];
}

/**
 * Skills of all artifacts, those that match first; one that two artifacts hold is one. What would not be listed in scope
 * is not named, and where approval is asked for, nobody's words about a skill go without it.
 * @param matched ids of candidates, best first
 */
export function skillsOf(
  artifacts: readonly KnownLibrary[],
  matched: readonly string[],
  scan: TrustedScope,
  catalog: Catalog,
): readonly FoundListing[] {
  if (scan.approval !== undefined) return [];
  const found = new Map<string, FoundListing>();
  for (const library of artifacts) {
    if (library.skills === 0) continue;
    for (const [ordinal, listing] of readListings(catalog, library.artifact)) {
      if (listing.trust === 'withheld' || isSteering(library.name, listing)) continue;
      if (scan.refusesSkill({ ...library, source: 'registry' }, listing)) continue;
      const key = `${listing.name}\0${listing.description}`;
      const id = String(rowOf({ artifact: library.artifact, ordinal }));
      found.set(key, { listing, ids: [...(found.get(key)?.ids ?? []), id] });
    }
  }
  const place = ({ ids }: FoundListing) => {
    const at = matched.findIndex((id) => ids.includes(id));
    return at < 0 ? matched.length : at;
  };
  return [...found.values()].sort((a, b) => place(a) - place(b));
}

function isSteering(library: string, { name, description, whenToUse = '' }: StoredListing): boolean {
  return [name, description, whenToUse].some(steers) || steersBehind(library, `${name} ${description}`);
}

/** The first of them, as they may be shown. */
export function shownSkills(skills: readonly FoundListing[]): readonly OutsideSkill[] {
  return skills.slice(0, LIMITS.outsideSkills).map(({ listing: { name, description, whenToUse } }) => ({
    name: cleanLine(name),
    description: cleanLine(description),
    ...(whenToUse === undefined ? {} : { whenToUse: cleanLine(whenToUse) }),
  }));
}
