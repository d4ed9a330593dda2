import { createGraph, FLOAT_TYPE } from './onnx-graph.ts';
import type { Tensor, Weights } from './weights.ts';

/** What masked tokens get before the softmax: enough to vanish, small enough for any precision. */
const MASKED = -10_000;

/**
 * A BERT encoder as ONNX with int8 weights: one scale a column of each linear layer and a row of each embedding, while
 * activations are quantised as they come. Inputs `input_ids`, `attention_mask`, `token_type_ids`; output
 * `last_hidden_state`. Equal weights give equal bytes.
 */
export function bertOnnx(weights: Weights): Uint8Array {
  const { heads, layers, width, tensor } = weights;
  const graph = createGraph('encoder');
  const { add } = graph;
  const number = (name: string, value: number) => graph.floats(name, Float32Array.of(value), []);
  const quantised = new Map<string, readonly string[]>();

  const linear = (input: string, name: string): string => {
    const { values, scales, shape } = columns(tensor(`${name}.weight`));
    const [, outputs = 0] = shape;
    // Query, key and value read the same input, which is quantised once.
    const known = quantised.get(input) ?? graph.addMany('DynamicQuantizeLinear', [input], 3);
    quantised.set(input, known);
    const [bytes = '', scale = '', zero = ''] = known;
    const weight = graph.bytes(`${name}.weight`, values, shape);
    const weightZero = graph.bytes(`${name}.zero`, new Int8Array(outputs), [outputs]);
    const product = add('Cast', [add('MatMulInteger', [bytes, weight, zero, weightZero])], { to: FLOAT_TYPE });
    const factor = add('Mul', [scale, graph.floats(`${name}.scale`, scales, [outputs])]);
    return add('Add', [add('Mul', [product, factor]), floats(`${name}.bias`)]);
  };
  const floats = (name: string): string => graph.floats(name, tensor(name).values, tensor(name).shape);
  const layerNorm = (input: string, name: string): string =>
    add('LayerNormalization', [input, floats(`${name}.weight`), floats(`${name}.bias`)], {
      axis: -1,
      epsilon: { fraction: 1e-12 },
    });
  const embedding = (name: string, places: string): string => {
    const { values, scales, shape } = rows(tensor(`${name}.weight`));
    const bytes = add('Gather', [graph.bytes(`${name}.weight`, values, shape), places], { axis: 0 });
    const scale = add('Gather', [graph.floats(`${name}.scale`, scales, [scales.length, 1]), places], { axis: 0 });
    return add('Mul', [add('Cast', [bytes], { to: FLOAT_TYPE }), scale]);
  };

  const length = add('Squeeze', [
    add('Gather', [add('Shape', ['input_ids']), graph.integers('second', [1], [1])], { axis: 0 }),
    graph.integers('axis', [0], [1]),
  ]);
  const places = add('Range', [graph.integers('zero', [0], []), length, graph.integers('step', [1], [])]);
  const tokens = add('Add', [
    embedding('embeddings.word_embeddings', 'input_ids'),
    embedding('embeddings.token_type_embeddings', 'token_type_ids'),
  ]);
  const one = number('one', 1);
  const mask = add('Unsqueeze', [
    add('Cast', ['attention_mask'], { to: FLOAT_TYPE }),
    graph.integers('mask.axes', [1, 2], [2]),
  ]);
  const masked = add('Mul', [add('Sub', [one, mask]), number('masked', MASKED)]);
  const split = graph.integers('split', [0, 0, heads, width / heads], [4]);
  const merge = graph.integers('merge', [0, 0, width], [3]);
  const scale = number('attention.scale', 1 / Math.sqrt(width / heads));
  const half = number('half', 0.5);
  const root = number('root', Math.SQRT2);

  const perHead = (input: string, perm: readonly number[]): string =>
    add('Transpose', [add('Reshape', [input, split])], { perm });
  const attention = (input: string, name: string): string => {
    const query = perHead(linear(input, `${name}.query`), [0, 2, 1, 3]);
    const key = perHead(linear(input, `${name}.key`), [0, 2, 3, 1]);
    const value = perHead(linear(input, `${name}.value`), [0, 2, 1, 3]);
    const scores = add('Add', [add('Mul', [add('MatMul', [query, key]), scale]), masked]);
    const mixed = add('MatMul', [add('Softmax', [scores], { axis: -1 }), value]);
    return add('Reshape', [add('Transpose', [mixed], { perm: [0, 2, 1, 3] }), merge]);
  };
  const gelu = (input: string): string =>
    add('Mul', [add('Mul', [input, add('Add', [add('Erf', [add('Div', [input, root])]), one])]), half]);

  let state = layerNorm(
    add('Add', [tokens, embedding('embeddings.position_embeddings', places)]),
    'embeddings.LayerNorm',
  );
  for (let layer = 0; layer < layers; layer += 1) {
    const at = `encoder.layer.${layer}`;
    const mixed = linear(attention(state, `${at}.attention.self`), `${at}.attention.output.dense`);
    state = layerNorm(add('Add', [mixed, state]), `${at}.attention.output.LayerNorm`);
    const inner = linear(gelu(linear(state, `${at}.intermediate.dense`)), `${at}.output.dense`);
    state = layerNorm(add('Add', [inner, state]), `${at}.output.LayerNorm`);
  }
  return graph.finish(['input_ids', 'attention_mask', 'token_type_ids'], state, 'last_hidden_state', width);
}

interface Quantised {
  readonly values: Int8Array;
  readonly scales: Float32Array;
  readonly shape: readonly [number, number];
}

function rows({ values, shape: [count = 0, size = 0] }: Tensor): Quantised {
  return quantise(
    count,
    size,
    (row, column) => values[row * size + column] ?? 0,
    [count, size],
    (row, column) => row * size + column,
  );
}

/** A linear layer is published as [outputs, inputs] and multiplied as [inputs, outputs]. */
function columns({ values, shape: [outputs = 0, inputs = 0] }: Tensor): Quantised {
  return quantise(
    outputs,
    inputs,
    (row, column) => values[row * inputs + column] ?? 0,
    [inputs, outputs],
    (row, column) => column * outputs + row,
  );
}

function quantise(
  count: number,
  size: number,
  value: (row: number, column: number) => number,
  shape: readonly [number, number],
  place: (row: number, column: number) => number,
): Quantised {
  const values = new Int8Array(count * size);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row += 1) {
    let largest = 0;
    for (let column = 0; column < size; column += 1) largest = Math.max(largest, Math.abs(value(row, column)));
    const scale = Math.fround(largest / 127) || 1;
    scales[row] = scale;
    for (let column = 0; column < size; column += 1)
      values[place(row, column)] = Math.round(value(row, column) / scale);
  }
  return { values, scales, shape };
}
