import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SkillscopeError } from '@skillscope/core';

/** The part used of the interface that both packages of ONNX Runtime share. */
export interface OnnxRuntime {
  readonly env: { readonly wasm?: { numThreads?: number } };
  readonly InferenceSession: {
    create(model: Uint8Array, options: OnnxOptions): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, shape: readonly number[]) => unknown;
}

interface OnnxOptions {
  readonly intraOpNumThreads: number;
  readonly interOpNumThreads: number;
  readonly executionProviders: readonly string[];
  readonly logSeverityLevel: number;
}

export interface OnnxSession {
  run(inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, { readonly data: unknown }>>>;
  release(): Promise<void>;
}

export interface OnnxEngine {
  readonly name: OnnxEngineName;
  open(model: Uint8Array, threads: number): Promise<OnnxSession>;
  readonly tensor: (data: BigInt64Array, shape: readonly number[]) => unknown;
}

/** The first is native and four times as fast; the second runs wherever Node does. */
export const ONNX_ENGINES = ['onnxruntime-node', 'onnxruntime-web'] as const;
export type OnnxEngineName = (typeof ONNX_ENGINES)[number];

const PROVIDERS = { 'onnxruntime-node': 'cpu', 'onnxruntime-web': 'wasm' } as const satisfies Record<
  OnnxEngineName,
  string
>;
const ERRORS_ONLY = 3;

/**
 * The first of the engines that is installed and starts. Each is looked for beside this package, then in
 * `node_modules` at or above the directory.
 * @throws SkillscopeError `model-missing` where none does
 */
export async function loadOnnxEngine(
  directory: string,
  names: readonly OnnxEngineName[] = ONNX_ENGINES,
): Promise<OnnxEngine> {
  const failures: string[] = [];
  for (const name of names) {
    for (const base of [import.meta.url, pathToFileURL(join(directory, 'package.json')).href]) {
      try {
        return engineOf(name, createRequire(base)(name) as OnnxRuntime);
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
      }
    }
  }
  throw new SkillscopeError(
    'model-missing',
    `There is no engine for ONNX models: ${[...new Set(failures)].join('; ')}`,
    {
      hint: `Install onnxruntime-web (or onnxruntime-node) beside skillscope or in ${directory}.`,
    },
  );
}

function engineOf(name: OnnxEngineName, runtime: OnnxRuntime): OnnxEngine {
  return {
    name,
    open: (model, threads) => {
      if (runtime.env.wasm) runtime.env.wasm.numThreads = threads;
      return runtime.InferenceSession.create(model, {
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        executionProviders: [PROVIDERS[name]],
        logSeverityLevel: ERRORS_ONLY,
      });
    },
    tensor: (data, shape) => new runtime.Tensor('int64', data, shape),
  };
}
