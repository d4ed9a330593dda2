import { principalDirections, project } from './components.ts';
import { randomNumbers } from './random.ts';

export interface FitInput {
  /** Tokens of each text. */
  readonly texts: readonly (readonly number[])[];
  /** The sentence model's vector of each token of the vocabulary, row after row. */
  readonly tokenVectors: Float32Array;
  /** Its vector of each text, row after row. */
  readonly textVectors: Float32Array;
  /** Numbers in a vector of the sentence model. */
  readonly size: number;
  /** Numbers in a row of the table. */
  readonly dimension: number;
  readonly epochs: number;
  readonly seed: number;
  readonly onEpoch?: (epoch: number, loss: number) => void;
}

/** Weight of a token at the start: this over this plus its frequency. */
const RARITY = 1e-3;
const RATE = 0.05;
/** Share of the rate that is gone in the last epoch. */
const DECAY = 0.8;
const FIRST_SQUARES = 1e-4;

/**
 * Rows such that the sum of a text's rows points where the sentence model's vector of the text points. They start as the
 * model's vectors of single tokens, centred and weighted by rarity, and are fitted by Adagrad on 1 − cosine, one text
 * at a time. The same input gives the same numbers on every machine.
 */
export function fitTable(input: FitInput): Float32Array {
  const { texts, textVectors, size, dimension, epochs, seed } = input;
  const directions = principalDirections(textVectors, size, dimension, seed);
  const targets = project(textVectors, size, directions);
  const rows = firstRows(input, directions);
  const squares = new Float32Array(rows.length).fill(FIRST_SQUARES);
  const random = randomNumbers(seed + 1);
  const order = texts.map((_, index) => index);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    const rate = RATE * (1 - (epoch / epochs) * DECAY);
    let loss = 0;
    for (const text of order) {
      const tokens = texts[text] ?? [];
      if (tokens.length > 0)
        loss += step(rows, squares, tokens, targets.subarray(text * dimension, (text + 1) * dimension), rate);
    }
    input.onEpoch?.(epoch, loss / texts.length);
  }
  return rows;
}

/** One text's share of the fit; its loss before. */
function step(
  rows: Float32Array,
  squares: Float32Array,
  tokens: readonly number[],
  target: Float32Array,
  rate: number,
): number {
  const dimension = target.length;
  const sum = new Float64Array(dimension);
  for (const token of tokens) {
    const first = token * dimension;
    for (let place = 0; place < dimension; place += 1) sum[place] = (sum[place] ?? 0) + (rows[first + place] ?? 0);
  }
  let length = 0;
  let dot = 0;
  for (let place = 0; place < dimension; place += 1) {
    const value = sum[place] ?? 0;
    length += value * value;
    dot += value * (target[place] ?? 0);
  }
  length = Math.sqrt(length) || 1e-6;
  const cosine = dot / length;
  const gradient = new Float32Array(dimension);
  for (let place = 0; place < dimension; place += 1) {
    gradient[place] = ((cosine * (sum[place] ?? 0)) / length - (target[place] ?? 0)) / length;
  }
  for (const token of tokens) {
    const first = token * dimension;
    for (let place = 0; place < dimension; place += 1) {
      const slope = gradient[place] ?? 0;
      const seen = Math.fround((squares[first + place] ?? 0) + slope * slope);
      squares[first + place] = seen;
      rows[first + place] = (rows[first + place] ?? 0) - (rate * slope) / Math.sqrt(seen);
    }
  }
  return 1 - cosine;
}

function firstRows(
  { texts, tokenVectors, size, dimension }: FitInput,
  directions: readonly Float64Array[],
): Float32Array {
  const count = tokenVectors.length / size;
  const uses = new Float64Array(count);
  let total = 0;
  for (const tokens of texts) {
    for (const token of tokens) uses[token] = (uses[token] ?? 0) + 1;
    total += tokens.length;
  }
  const rows = project(centred(tokenVectors, size), size, directions);
  for (let token = 0; token < count; token += 1) {
    const weight = RARITY / (RARITY + ((uses[token] ?? 0) + 0.5) / total);
    for (let place = token * dimension; place < (token + 1) * dimension; place += 1)
      rows[place] = weight * (rows[place] ?? 0);
  }
  return rows;
}

function centred(vectors: Float32Array, size: number): Float32Array {
  const mean = new Float64Array(size);
  const share = size / vectors.length;
  for (let index = 0; index < vectors.length; index += 1) {
    mean[index % size] = (mean[index % size] ?? 0) + (vectors[index] ?? 0) * share;
  }
  return vectors.map((value, index) => value - (mean[index % size] ?? 0));
}

function shuffle(values: number[], random: () => number): void {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const kept = values[last] ?? 0;
    values[last] = values[other] ?? 0;
    values[other] = kept;
  }
}
