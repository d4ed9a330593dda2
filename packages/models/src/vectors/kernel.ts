import { KERNEL } from './kernel.generated.ts';

/** Holds rows of int8 and multiplies all of them, or a stretch, with one query. */
export interface Kernel {
  readonly name: KernelName;
  /** Puts rows behind those already there. */
  append(rows: Int8Array): void;
  /** The products of the query with `count` rows from `first` on; overwritten by the next call. */
  products(query: Int8Array, first: number, count: number): Int32Array;
}

export type KernelName = 'simd' | 'javascript';

const PAGE = 65_536;
/** Bytes asked for ahead of need at most. */
const GROWTH = 67_108_864;

/** The fast kernel where WebAssembly has SIMD, else the plain one; both give the same numbers. */
export function openKernel(stride: number): Kernel {
  return openSimdKernel(stride) ?? openPlainKernel(stride);
}

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly products: (query: number, row: number, rows: number, length: number, result: number) => void;
}

/** Memory: the query, the rows, then room for one number a row. Undefined where WebAssembly lacks SIMD. */
export function openSimdKernel(stride: number): Kernel | undefined {
  const exported = instantiate();
  if (exported === undefined) return undefined;
  const { memory, products } = exported;
  let used = stride;
  return {
    name: 'simd',
    append: (rows) => {
      const results = ((used + rows.length) / stride) * 4;
      const missing = used + rows.length + results - memory.buffer.byteLength;
      // Many small files one after the other: room for as much again, so that growing stays rare.
      if (missing > 0) memory.grow(Math.ceil(Math.max(missing, Math.min(used, GROWTH)) / PAGE));
      new Int8Array(memory.buffer).set(rows, used);
      used += rows.length;
    },
    products: (query, first, count) => {
      new Int8Array(memory.buffer, 0, stride).fill(0).set(query);
      products(0, stride + first * stride, count, stride, used);
      return new Int32Array(memory.buffer, used, count);
    },
  };
}

export function openPlainKernel(stride: number): Kernel {
  let rows = new Int8Array(0);
  let used = 0;
  return {
    name: 'javascript',
    append: (more) => {
      if (used + more.length > rows.length) {
        const grown = new Int8Array(Math.max(used + more.length, used + Math.min(used, GROWTH)));
        grown.set(rows.subarray(0, used));
        rows = grown;
      }
      rows.set(more, used);
      used += more.length;
    },
    products: (query, first, count) => {
      const results = new Int32Array(count);
      for (let row = 0; row < count; row += 1) {
        const start = (first + row) * stride;
        let sum = 0;
        for (let place = 0; place < query.length; place += 1) sum += (query[place] ?? 0) * (rows[start + place] ?? 0);
        results[row] = sum;
      }
      return results;
    },
  };
}

/** The part used of WebAssembly, which Node's types leave to the browser's. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
  readonly CompileError: new () => Error;
}

let compiled: object | undefined;

function instantiate(): KernelExports | undefined {
  const { WebAssembly: api } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyApi };
  if (api === undefined) return undefined;
  try {
    compiled ??= new api.Module(Buffer.from(KERNEL, 'base64'));
    return new api.Instance(compiled).exports as KernelExports;
  } catch (error) {
    if (error instanceof api.CompileError) return undefined;
    throw error;
  }
}
