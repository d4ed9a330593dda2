import type { Skill } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import type { Scope, ScopeCounts } from '../scope.ts';
import type { ApprovalState } from './lock.ts';
import type { Named } from './pattern.ts';

/**
 * A scope as answers may show it: libraries carry only skills that may be listed, and of unapproved ones not a word of
 * their authors. What was taken out is reached through `whole` and `verdictOf` alone.
 */
export interface TrustedScope extends Scope {
  readonly counts: TrustedCounts;
  /** The same scope as it was scanned. */
  readonly whole: Scope;
  /** A library of `whole` as it may be shown. */
  shown(library: Library): Library;
  /** What is to be done with a skill of a library of `whole`. */
  verdictOf(library: Library, skill: Skill): Verdict;
  /** True when a skill of a library that is not in scope is left out by a policy, or marked as nothing for users. */
  refusesSkill(library: Named, skill: Omit<Skill, 'id'>): boolean;
  /** True when a policy keeps a library that is not in scope from describing itself. */
  refuses(library: Named): boolean;
  /** For people: who asks for approval; absent where nobody does. */
  readonly approval?: string;
}

export interface TrustedCounts extends ScopeCounts {
  /** Of `skills`, those whose authors' words wait for approval. */
  readonly unapproved: number;
  /** Skills that are not listed because their authors marked them so; they can be read by their address. */
  readonly unlisted: number;
  /** Skills that a policy leaves out. */
  readonly leftOut: number;
}

export type Verdict =
  /** `listed` is shown and read; `unlisted` is read only by who names it; `unapproved` is named, without its authors' words. */
  | {
      readonly state: 'listed' | 'unlisted' | 'unapproved';
      readonly approval: ApprovalState;
      /** The skill as it may be shown. */
      readonly skill: Skill;
    }
  | {
      readonly state: 'left-out';
      readonly approval: ApprovalState;
      /** For people: which policy leaves it out. */
      readonly by: string;
    };

/** Its authors marked it as nothing for users. */
export function isUnlisted({ notes }: Pick<Skill, 'notes'>): boolean {
  return notes.some(({ code }) => code === 'hidden' || code === 'internal');
}

/** The scope of a project in which nothing is left out. */
export function untouched(scope: Scope): TrustedScope {
  return {
    ...placeOf(scope),
    shipping: scope.shipping,
    counts: { ...scope.counts, unapproved: 0, unlisted: 0, leftOut: 0 },
    notes: scope.notes,
    get libraries() {
      return scope.libraries;
    },
    whole: scope,
    shown: (library) => library,
    verdictOf: (_library, skill) => ({ state: 'listed', approval: 'none', skill }),
    refuses: () => false,
    refusesSkill: (_library, skill) => isUnlisted(skill),
  };
}

/** What no policy changes. The libraries are left where they are: most answers do not ask for all of them. */
export function placeOf({ directory, root, member, ecosystems, skipped, scannedAt }: Scope) {
  return {
    directory,
    root,
    ...(member === undefined ? {} : { member }),
    ecosystems,
    skipped,
    ...(scannedAt === undefined ? {} : { scannedAt }),
  };
}
