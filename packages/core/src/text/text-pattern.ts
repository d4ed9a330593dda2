import type { Step } from './phrase.ts';

export interface TextPattern {
  /** Kebab-case; the tests hold positive and negative examples for each. */
  readonly id: string;
  /** What such a text does, for people: "The text …" stands in front. */
  readonly does: string;
  /** Ways to say it. */
  readonly phrases: readonly (readonly Step[])[];
  /** Counts only where it can be a command: where a sentence starts, or behind a word such as "and" or "must". */
  readonly command?: true;
  /** A negation in front does not make it harmless. */
  readonly negated?: true;
}
