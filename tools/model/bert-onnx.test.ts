import { describe, expect, it } from 'vitest';
import { loadOnnxEngine } from '../../packages/models/src/onnx/engine.ts';
import { openSentenceModel } from '../../packages/models/src/onnx/sentence-model.ts';
import { bertOnnx } from './bert-onnx.ts';
import { randomNumbers } from './random.ts';
import type { Tensor, Weights } from './weights.ts';

const WIDTH = 32;
const HEADS = 2;
const LAYERS = 2;
const SIZES: Readonly<Record<string, readonly number[]>> = {
  'embeddings.word_embeddings.weight': [110, WIDTH],
  'embeddings.position_embeddings.weight': [16, WIDTH],
  'embeddings.token_type_embeddings.weight': [2, WIDTH],
  'intermediate.dense.weight': [4 * WIDTH, WIDTH],
  'intermediate.dense.bias': [4 * WIDTH],
  'layer.output.dense.weight': [WIDTH, 4 * WIDTH],
};

const weights = randomWeights();
const model = bertOnnx(weights);

describe('bertOnnx', () => {
  it('gives equal bytes for equal weights', () => {
    expect(Buffer.from(bertOnnx(randomWeights())).equals(model)).toBe(true);
  });

  it('is the network the weights describe, to rounding, and reads padding as nothing', async () => {
    const engine = await loadOnnxEngine(import.meta.dirname, ['onnxruntime-web']);
    const tokenize = (text: string) => text.split(' ').filter(Boolean).map(Number);
    const sentences = await openSentenceModel({
      engine,
      model,
      tokenize,
      dimension: WIDTH,
      longest: 8,
      threads: 1,
      batch: 4,
    });
    const texts = ['1 2 3 4', '', '5', '1 2 3 4 5 6 7 8 9'];

    const vectors = await sentences.encode(texts);
    await sentences.close();

    const cosines = texts.map((text, index) => {
      const expected = sentence([101, ...tokenize(text).slice(0, 6), 102]);
      return dot([...(vectors[index] ?? [])], expected);
    });
    for (const cosine of cosines) expect(cosine).toBeCloseTo(1, 2);
  });
});

function randomWeights(): Weights {
  const random = randomNumbers(7);
  const known = new Map<string, Tensor>();
  const tensor = (name: string): Tensor => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const part = name
      .replace(/^encoder\.layer\.\d+\.(output\.dense)/, 'layer.$1')
      .replace(/^encoder\.layer\.\d+\./, '');
    const shape =
      SIZES[part] ?? (name.endsWith('LayerNorm.weight') || name.endsWith('.bias') ? [WIDTH] : [WIDTH, WIDTH]);
    const values = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => random() - 0.5);
    known.set(name, { values, shape });
    return { values, shape };
  };
  return { heads: HEADS, layers: LAYERS, width: WIDTH, tensor };
}

type Matrix = readonly (readonly number[])[];

/** The network in plain numbers: one text, no batches, nothing quantised. */
function sentence(tokens: readonly number[]): number[] {
  const at = (name: string, row: number) => rowOf(weights.tensor(name), row);
  let state: Matrix = tokens.map((token, place) => {
    const parts = [
      at('embeddings.word_embeddings.weight', token),
      at('embeddings.position_embeddings.weight', place),
      at('embeddings.token_type_embeddings.weight', 0),
    ];
    return at('embeddings.position_embeddings.weight', 0).map((_, index) =>
      total(parts.map((part) => part[index] ?? 0)),
    );
  });
  state = layerNorm(state, 'embeddings.LayerNorm');
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const name = `encoder.layer.${layer}`;
    const [query = [], key = [], value = []] = ['query', 'key', 'value'].map((part) =>
      linear(state, `${name}.attention.self.${part}`),
    );
    const mixed = query.map((row) =>
      row.map((_, index) => {
        const head = Math.floor(index / (WIDTH / HEADS)) * (WIDTH / HEADS);
        const part = (vector: readonly number[]) => vector.slice(head, head + WIDTH / HEADS);
        const scores = key.map((other) => Math.exp(dot(part(row), part(other)) / Math.sqrt(WIDTH / HEADS)));
        return total(value.map((other, place) => ((scores[place] ?? 0) / total(scores)) * (other[index] ?? 0)));
      }),
    );
    state = layerNorm(
      sum(linear(mixed, `${name}.attention.output.dense`), state),
      `${name}.attention.output.LayerNorm`,
    );
    const inner = linear(state, `${name}.intermediate.dense`).map((row) =>
      row.map((x) => (x / 2) * (1 + erf(x / Math.SQRT2))),
    );
    state = layerNorm(sum(linear(inner, `${name}.output.dense`), state), `${name}.output.LayerNorm`);
  }
  const vector = Array.from({ length: WIDTH }, (_, index) => total(state.map((row) => row[index] ?? 0)));
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

function linear(input: Matrix, name: string): Matrix {
  const weight = weights.tensor(`${name}.weight`);
  const bias = weights.tensor(`${name}.bias`).values;
  return input.map((row) => Array.from(bias, (value, output) => value + dot(row, rowOf(weight, output))));
}

function layerNorm(input: Matrix, name: string): Matrix {
  const [weight, bias] = [weights.tensor(`${name}.weight`).values, weights.tensor(`${name}.bias`).values];
  return input.map((row) => {
    const mean = total(row) / row.length;
    const spread = Math.sqrt(total(row.map((x) => (x - mean) ** 2)) / row.length + 1e-12);
    return row.map((x, index) => ((x - mean) / spread) * (weight[index] ?? 0) + (bias[index] ?? 0));
  });
}

/** Abramowitz and Stegun 7.1.26, exact to seven digits. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

function rowOf({ values, shape }: Tensor, row: number): number[] {
  const size = shape[1] ?? 0;
  return [...values.subarray(row * size, (row + 1) * size)];
}

function sum(a: Matrix, b: Matrix): Matrix {
  return a.map((row, index) => row.map((value, place) => value + (b[index]?.[place] ?? 0)));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return total(a.map((value, index) => value * (b[index] ?? 0)));
}

function total(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
