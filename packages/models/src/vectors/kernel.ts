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
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
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
  return {
    name: 'javascript',
    append: (more) => {
      const joined = new Int8Array(rows.length + more.length);
      joined.set(rows);
      joined.set(more, rows.length);
      rows = joined;
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
