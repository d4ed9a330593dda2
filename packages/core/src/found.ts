/** Why something foreign was left out of an answer. A closed list: every consumer can be exhaustive. */
export const SKIP_REASONS = [
  'unreadable',
  'not-text',
  'too-large',
  'too-deep',
  'too-many',
  'malformed',
  'unsupported',
  'no-frontmatter',
  'bad-frontmatter',
  'no-description',
  'outside-artifact',
  'missing',
  'duplicate',
  'encrypted',
  'withheld',
] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];

/** Something that was looked at and left out. Partial results survive it. */
export interface Skipped {
  /** The library it belongs to; absent when it is a file of the project itself. */
  readonly purl?: string;
  /** Relative to the artifact when `purl` is there, else absolute. */
  readonly path: string;
  /** 1-based, when the fault has a place in a text. */
  readonly line?: number;
  readonly reason: SkipReason;
  /** One sentence for people: what is wrong and, where it helps, what to do. Cleaned. */
  readonly message: string;
}

/** A remark that changes nothing about whether something is found, e.g. a skill name that differs from its folder. */
export interface Note {
  /** Kebab-case, stable, documented in docs/output.md. */
  readonly code: string;
  readonly message: string;
  /** 1-based line in the file the note is about. */
  readonly line?: number;
}

/** Values found, beside what had to be left out on the way. */
export interface Found<T> {
  readonly found: readonly T[];
  readonly skipped: readonly Skipped[];
}
