import type { Evidence, Relation, Source } from '../dependency.ts';
import type { Note } from '../found.ts';
import type { Standing, Trust } from '../skill.ts';

/** What an answer says about a foreign text. Strings may be as foreign as the text: they are cleaned when used. */
export interface EnvelopeFields {
  /** Name as the registry spells it. */
  readonly library: string;
  readonly ecosystem: string;
  readonly version: string;
  readonly purl: string;
  readonly source: Source;
  readonly relation: Relation;
  /** Names from the direct dependency down to the parent; empty for a direct dependency. */
  readonly via: readonly string[];
  readonly evidence: Evidence;
  /** Path of the text below the artifact's root. */
  readonly place: string;
  /** `sha256:<hex>`. */
  readonly digest: string;
  /** Who published the artifact, when that is not the authors of the text. */
  readonly republisher?: string;
  readonly trust: Trust;
  readonly standing: Standing;
  readonly notes: readonly Note[];
  /** 1-based. Default: 1. */
  readonly page?: number;
  /** Default: 1. */
  readonly pages?: number;
}
