import { loadOnnxEngine } from '../../packages/models/src/onnx/engine.ts';
import { openSentenceModel, type SentenceModel } from '../../packages/models/src/onnx/sentence-model.ts';
import type { Tokenizer } from '../../packages/models/src/word-piece.ts';
import { bertOnnx } from './bert-onnx.ts';
import { modelCache } from './cache.ts';
import { packed } from './packed.ts';
import { MINI_LM, readWeights } from './weights.ts';

export const TEACHER_DIMENSION = 384;
/** Tokens read of a text; those of documentation rarely have half as many. */
const LONGEST = 128;

/**
 * The sentence model that the table learns from. It runs in the engine of WebAssembly, whose arithmetic is the same on
 * every processor; the native one rounds as the processor at hand is best at.
 */
export async function openTeacher(tokenize: Tokenizer): Promise<SentenceModel> {
  return await openSentenceModel({
    engine: await loadOnnxEngine(import.meta.dirname, ['onnxruntime-web']),
    model: bertOnnx(readWeights(packed(MINI_LM, modelCache('packages')))),
    tokenize,
    dimension: TEACHER_DIMENSION,
    longest: LONGEST,
    threads: 1,
    batch: 32,
  });
}
