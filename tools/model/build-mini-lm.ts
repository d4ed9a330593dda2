import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bertOnnx } from './bert-onnx.ts';
import { modelCache } from './cache.ts';
import { packed } from './packed.ts';
import { MINI_LM, readWeights } from './weights.ts';

/** Builds the int8 ONNX file of all-MiniLM-L6-v2 into the directory given as the argument. */
const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('Say where to: tsx tools/model/build-mini-lm.ts <directory>');
  process.exitCode = 1;
} else {
  const bytes = bertOnnx(readWeights(packed(MINI_LM, modelCache('packages'))));
  const path = join(resolve(directory), 'minilm-l6-v2-int8.onnx');
  mkdirSync(resolve(directory), { recursive: true });
  writeFileSync(path, bytes);
  console.log(`${path}\n${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`);
}
