import { SkillscopeError } from '@skillscope/core';

/** What a text is encoded for. Some models want another prefix for what is asked than for what is searched. */
export type EncodedKind = 'query' | 'document';

/** Everything that decides which vectors may be compared. */
export interface EncoderIdentity {
  readonly id: string;
  /** Changes whenever the same text may get another vector. */
  readonly revision: string;
  /** Numbers in a vector. */
  readonly dimension: number;
  /** What is put before a text of each kind; mostly empty. */
  readonly prefixes: Readonly<Record<EncodedKind, string>>;
  /** Whether every vector has length 1 (a text without any known token: length 0). */
  readonly normalised: boolean;
}

export interface EncodeOptions {
  readonly signal?: AbortSignal;
}

/** Turns texts into vectors. */
export interface Encoder extends EncoderIdentity {
  /** What computes the vectors. Two engines of one int8 model differ a little (cosine 0.99), which no key tells. */
  readonly engine: string;
  /**
   * One vector a text, in order. What of a text lies beyond the model's reach does not count.
   * @throws SkillscopeError `model-unavailable` when the model cannot answer now
   */
  encode(texts: readonly string[], kind: EncodedKind, options?: EncodeOptions): Promise<readonly Float32Array[]>;
  /** Frees what the encoder holds; it may not be used afterwards. */
  close(): Promise<void>;
}

/** The identity as one string, to be kept with every vector: equal strings, comparable vectors. */
export function encoderKey({ id, revision, dimension, prefixes, normalised }: EncoderIdentity): string {
  return JSON.stringify([id, revision, dimension, normalised ? 'unit' : 'raw', prefixes.query, prefixes.document]);
}

/**
 * Refuses to compare vectors of two encoders.
 * @throws SkillscopeError `model-mismatch`
 */
export function requireSameEncoder(expected: string, actual: string): void {
  if (expected === actual) return;
  throw new SkillscopeError('model-mismatch', `Vectors of ${actual} cannot be compared with vectors of ${expected}`, {
    hint: 'Encode both sides with one encoder: index again, or choose the encoder the index was made with.',
  });
}
