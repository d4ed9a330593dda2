import type { Library, Scan } from '@skillscope/ecosystems';

/** A finished scan as answers ask it. */
export interface Scope extends Scan {
  /** The libraries that ship a skill, in the order of `libraries`. */
  readonly shipping: readonly Library[];
  readonly counts: ScopeCounts;
}

export interface ScopeCounts {
  readonly libraries: number;
  readonly direct: number;
  readonly transitive: number;
  readonly installed: number;
  /** Libraries that ship at least one skill. */
  readonly withSkills: number;
  readonly skills: number;
  /** Skills whose text is withheld. */
  readonly withheld: number;
}

/** A scope as it is kept: what most answers need, and apart from that the libraries that ship nothing, which are many. */
export interface KeptScope {
  readonly result: Omit<Scope, 'libraries'> & {
    /** Where each of `shipping` stands among all libraries. */
    readonly positions: readonly number[];
  };
  readonly details: readonly Library[];
}

export function scopeOf(scan: Scan): Scope {
  const { libraries } = scan;
  const shipping = libraries.filter(ships);
  const skills = shipping.flatMap((library) => library.skills);
  const direct = libraries.filter(({ relation }) => relation === 'direct').length;
  return {
    ...scan,
    shipping,
    counts: {
      libraries: libraries.length,
      direct,
      transitive: libraries.length - direct,
      installed: libraries.filter(({ evidence }) => evidence === 'installed').length,
      withSkills: shipping.length,
      skills: skills.length,
      withheld: skills.filter(({ trust }) => trust === 'withheld').length,
    },
  };
}

export function keepScope({ libraries, ...rest }: Scope): KeptScope {
  const positions = libraries.flatMap((library, position) => (ships(library) ? [position] : []));
  return { result: { ...rest, positions }, details: libraries.filter((library) => !ships(library)) };
}

/** `details` is asked for only when all libraries are. */
export function restoreScope({ positions, ...rest }: KeptScope['result'], details: () => KeptScope['details']): Scope {
  let libraries: readonly Library[] | undefined;
  return {
    ...rest,
    get libraries() {
      libraries ??= merge(rest.shipping, positions, details());
      return libraries;
    },
  };
}

function merge(shipping: readonly Library[], positions: readonly number[], others: readonly Library[]): Library[] {
  const merged = [...others];
  shipping.forEach((library, index) => {
    merged.splice(positions[index] ?? merged.length, 0, library);
  });
  return merged;
}

function ships({ skills }: Library): boolean {
  return skills.length > 0;
}
