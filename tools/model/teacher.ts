import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadOnnxEngine } from '../../packages/models/src/onnx/engine.ts';
import { openSentenceModel, type SentenceModel } from '../../packages/models/src/onnx/sentence-model.ts';
import type { Tokenizer } from '../../packages/models/src/word-piece.ts';
import { bertOnnx } from './bert-onnx.ts';
import { modelCache } from './cache.ts';
import { type Pinned, packed } from './packed.ts';
import { MINI_LM, readWeights } from './weights.ts';

/** The native engine without its installation step, which would fetch what a processor does not need. */
const ENGINE: readonly Pinned[] = [
  {
    name: 'onnxruntime-node',
    version: '1.30.0',
    integrity: 'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
  },
  {
    name: 'onnxruntime-common',
    version: '1.30.0',
    integrity: 'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
  },
];
export const TEACHER_DIMENSION = 384;
/** Tokens read of a text; those of documentation rarely have half as many. */
const LONGEST = 128;

/** The sentence model that the table learns from, on one thread. */
export async function openTeacher(tokenize: Tokenizer): Promise<SentenceModel> {
  const packages = modelCache('packages');
  for (const pinned of ENGINE) {
    const link = join(modelCache('engine', 'node_modules'), pinned.name);
    const directory = packed(pinned, packages);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(directory, link, 'dir');
    const inside = join(directory, 'node_modules');
    if (!existsSync(inside)) symlinkSync(modelCache('engine', 'node_modules'), inside, 'dir');
  }
  return await openSentenceModel({
    engine: await loadOnnxEngine(modelCache('engine'), ['onnxruntime-node']),
    model: bertOnnx(readWeights(packed(MINI_LM, packages))),
    tokenize,
    dimension: TEACHER_DIMENSION,
    longest: LONGEST,
    threads: 1,
    batch: 32,
  });
}
