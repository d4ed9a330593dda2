import { toUnitLength } from '../vector-math.ts';
import type { Tokenizer } from '../word-piece.ts';
import type { OnnxEngine, OnnxSession } from './engine.ts';

/** A loaded sentence model: BERT with its token vectors averaged. */
export interface SentenceModel {
  /** One vector of length 1 a text, in order. */
  encode(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** The same for texts that are already cut into tokens. */
  encodeTokens(texts: readonly (readonly number[])[], signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export interface SentenceModelOptions {
  readonly engine: OnnxEngine;
  readonly model: Uint8Array;
  readonly tokenize: Tokenizer;
  readonly dimension: number;
  /** Tokens read of a text, with the two markers. */
  readonly longest: number;
  readonly threads: number;
  /**
   * Texts in one run. Activations are quantised over a whole run, so a vector depends a little (cosine 0.99) on what else
   * is in it; with 1 it depends on the text alone.
   */
  readonly batch: number;
}

/** Numbers of the tokens that mark start and end. */
const START = 101;
const END = 102;

export async function openSentenceModel(options: SentenceModelOptions): Promise<SentenceModel> {
  const session = await options.engine.open(options.model, options.threads);
  const encodeTokens = async (texts: readonly (readonly number[])[], signal?: AbortSignal): Promise<Float32Array[]> => {
    const sequences = texts.map((tokens) => [START, ...tokens.slice(0, options.longest - 2), END]);
    // Texts of like length together: a run costs what its longest text costs.
    const order = [...sequences.keys()].sort((a, b) => lengthAt(sequences, a) - lengthAt(sequences, b) || a - b);
    const vectors: Float32Array[] = new Array(texts.length);
    for (let start = 0; start < order.length; start += options.batch) {
      signal?.throwIfAborted();
      const places = order.slice(start, start + options.batch);
      const batch = places.map((place) => sequences[place] ?? []);
      const encoded = await encodeBatch(options, session, batch);
      for (const [index, place] of places.entries()) vectors[place] = encoded[index] ?? new Float32Array(0);
    }
    return vectors;
  };
  return {
    encode: (texts, signal) => encodeTokens(texts.map(options.tokenize), signal),
    encodeTokens,
    close: () => session.release(),
  };
}

async function encodeBatch(
  { engine, dimension }: SentenceModelOptions,
  session: OnnxSession,
  batch: readonly (readonly number[])[],
): Promise<Float32Array[]> {
  const longest = Math.max(...batch.map(({ length }) => length));
  const shape = [batch.length, longest];
  const tokens = new BigInt64Array(batch.length * longest);
  const mask = new BigInt64Array(tokens.length);
  for (const [row, sequence] of batch.entries()) {
    for (const [column, token] of sequence.entries()) {
      tokens[row * longest + column] = BigInt(token);
      mask[row * longest + column] = 1n;
    }
  }
  const { last_hidden_state: output } = await session.run({
    input_ids: engine.tensor(tokens, shape),
    attention_mask: engine.tensor(mask, shape),
    token_type_ids: engine.tensor(new BigInt64Array(tokens.length), shape),
  });
  const states = output?.data;
  if (!(states instanceof Float32Array) || states.length !== tokens.length * dimension) {
    throw new Error(`The model gave no ${dimension} numbers a token`);
  }
  return batch.map((sequence, row) => {
    const vector = new Float32Array(dimension);
    const first = row * longest * dimension;
    for (let place = 0; place < sequence.length * dimension; place += 1) {
      const index = place % dimension;
      vector[index] = (vector[index] ?? 0) + (states[first + place] ?? 0);
    }
    return toUnitLength(vector);
  });
}

function lengthAt(sequences: readonly (readonly number[])[], place: number): number {
  return sequences[place]?.length ?? 0;
}
