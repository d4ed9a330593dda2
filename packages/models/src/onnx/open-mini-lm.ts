import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanLine, SkillscopeError } from '@skillscope/core';
import type { Encoder } from '../encoder.ts';
import { openTokenizer, STATIC_DIRECTORY } from '../vocabulary.ts';
import { loadOnnxEngine, type OnnxEngineName } from './engine.ts';
import { openSentenceModel } from './sentence-model.ts';

/** all-MiniLM-L6-v2 with int8 weights, as `tools/model/build-mini-lm.ts` makes it from pinned weights. */
export const MINI_LM_FILE = {
  name: 'minilm-l6-v2-int8.onnx',
  bytes: 22_926_699,
  sha256: 'c03b782e9e1d8c1cbd5368c2acd582fbc90b138e4c4b0f76eee9bc3d5032a491',
} as const;

const DIMENSION = 384;
/** What the model was trained on; more tokens make its vectors worse. */
const LONGEST = 256;

export interface MiniLmOptions {
  /** The directory that holds the file named in `MINI_LM_FILE`. */
  readonly directory: string;
  /** Where the list of tokens lies; that of this package by default. */
  readonly vocabularyDirectory?: string;
  /** Processor threads, 1 by default: a second one gains less than it takes from others. */
  readonly threads?: number;
  /** Engines to try, in order; the native one first by default. */
  readonly engines?: readonly OnnxEngineName[];
}

/**
 * Opens all-MiniLM-L6-v2: 384 numbers, far better than the table where need and text share no words.
 * @throws SkillscopeError `model-missing` where the file or an engine is not there, `model-damaged` where the file is
 * another one, `model-unavailable` where the engine fails
 */
export async function openMiniLm(options: MiniLmOptions): Promise<Encoder> {
  const { directory, vocabularyDirectory = STATIC_DIRECTORY, threads = 1, engines } = options;
  const model = await readModel(join(directory, MINI_LM_FILE.name));
  const engine = await loadOnnxEngine(directory, engines);
  const tokenize = openTokenizer(vocabularyDirectory);
  const sentences = await running(engine.name, () =>
    openSentenceModel({ engine, model, tokenize, dimension: DIMENSION, longest: LONGEST, threads, batch: 1 }),
  );
  return {
    id: 'minilm-l6-v2-int8',
    revision: MINI_LM_FILE.sha256.slice(0, 12),
    dimension: DIMENSION,
    prefixes: { query: '', document: '' },
    normalised: true,
    engine: engine.name,
    encode: (texts, _kind, { signal } = {}) => running(engine.name, () => sentences.encode(texts, signal), signal),
    close: () => sentences.close(),
  };
}

/**
 * The engine that would run the model in a directory. Loads the engine, and no model.
 * @throws SkillscopeError `model-missing`, `model-damaged` as `openMiniLm`
 */
export async function checkMiniLm(directory: string): Promise<OnnxEngineName> {
  await readModel(join(directory, MINI_LM_FILE.name));
  return (await loadOnnxEngine(directory)).name;
}

/** What an engine throws is its own: out of memory, an operator that an old release does not know. */
async function running<T>(engine: OnnxEngineName, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new SkillscopeError('model-unavailable', `${engine} failed: ${cleanLine(String(cause))}`, {
      hint: 'Install another release of the engine, or use the built-in table.',
      cause,
    });
  }
}

async function readModel(path: string): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new SkillscopeError('model-missing', `The model file is not there: ${path}`, {
      hint: `Put ${MINI_LM_FILE.name} there (in skillscope's own repository, tools/model/build-mini-lm.ts makes it), or use the built-in table.`,
      cause,
    });
  }
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found === MINI_LM_FILE.sha256) return bytes;
  throw new SkillscopeError(
    'model-damaged',
    `${path} has ${bytes.length} bytes and SHA-256 ${found}; expected are ${MINI_LM_FILE.bytes} bytes and ${MINI_LM_FILE.sha256}`,
    { hint: 'Replace the file: it is cut short, altered, or of another release.' },
  );
}
