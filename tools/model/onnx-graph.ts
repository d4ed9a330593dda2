import proto, { type onnx } from 'onnx-proto';

const { FLOAT, INT64, INT8 } = proto.onnx.TensorProto.DataType;
const { INT, INTS, FLOAT: FRACTION } = proto.onnx.AttributeProto.AttributeType;

type Attribute = number | readonly number[] | { readonly fraction: number };

/** Collects the operations and constants of an ONNX graph; each method answers the name of the value it adds. */
export interface Graph {
  readonly add: (
    operation: string,
    inputs: readonly string[],
    attributes?: Readonly<Record<string, Attribute>>,
  ) => string;
  readonly addMany: (operation: string, inputs: readonly string[], outputs: number) => readonly string[];
  readonly floats: (name: string, values: Float32Array, shape: readonly number[]) => string;
  readonly bytes: (name: string, values: Int8Array, shape: readonly number[]) => string;
  /** A list, or one number where the shape is empty. */
  readonly integers: (name: string, values: readonly number[], shape: readonly number[]) => string;
  /** Finishes the graph: int64 inputs `[batch, seq]`, one output `[batch, seq, width]`. */
  readonly finish: (inputs: readonly string[], result: string, output: string, width: number) => Uint8Array;
}

/** The operator set of ONNX 1.12, the first with `LayerNormalization`. */
const OPERATORS = 17;
const FORMAT = 8;
export const FLOAT_TYPE: number = FLOAT;

export function createGraph(name: string): Graph {
  const nodes: onnx.INodeProto[] = [];
  const constants: onnx.ITensorProto[] = [];

  const addNode: Graph['addMany'] = (operation, inputs, outputs) => named(operation, inputs, outputs, {});
  function named(
    opType: string,
    input: readonly string[],
    outputs: number,
    attributes: Readonly<Record<string, Attribute>>,
  ): readonly string[] {
    const id = `${opType}_${nodes.length}`;
    const output = Array.from({ length: outputs }, (_, index) => (index === 0 ? id : `${id}_${index}`));
    const attribute = Object.entries(attributes).map(([key, value]) => attributeOf(key, value));
    nodes.push({ opType, name: id, input: [...input], output, attribute });
    return output;
  }
  function constant(
    key: string,
    values: Float32Array | Int8Array | BigInt64Array,
    dims: readonly number[],
    dataType: number,
  ): string {
    const rawData = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    constants.push({ name: key, dims: [...dims], dataType, rawData });
    return key;
  }

  return {
    add: (operation, inputs, attributes = {}) => named(operation, inputs, 1, attributes)[0] ?? '',
    addMany: addNode,
    floats: (key, values, shape) => constant(key, values, shape, FLOAT),
    bytes: (key, values, shape) => constant(key, values, shape, INT8),
    integers: (key, values, shape) => constant(key, BigInt64Array.from(values.map(BigInt)), shape, INT64),
    finish: (inputs, result, output, width) => {
      nodes.push({ opType: 'Identity', name: output, input: [result], output: [output] });
      const graph = {
        name,
        node: nodes,
        initializer: constants,
        input: inputs.map((key) => valueInfo(key, INT64, ['batch', 'seq'])),
        output: [valueInfo(output, FLOAT, ['batch', 'seq', width])],
      };
      const opsetImport = [{ domain: '', version: OPERATORS }];
      return proto.onnx.ModelProto.encode({
        irVersion: FORMAT,
        producerName: 'skillscope',
        opsetImport,
        graph,
      }).finish();
    },
  };
}

function attributeOf(name: string, value: Attribute): onnx.IAttributeProto {
  if (typeof value === 'number') return { name, type: INT, i: value };
  return 'fraction' in value ? { name, type: FRACTION, f: value.fraction } : { name, type: INTS, ints: [...value] };
}

function valueInfo(name: string, elemType: number, sizes: readonly (string | number)[]): onnx.IValueInfoProto {
  const dim = sizes.map((size) => (typeof size === 'string' ? { dimParam: size } : { dimValue: size }));
  return { name, type: { tensorType: { elemType, shape: { dim } } } };
}
