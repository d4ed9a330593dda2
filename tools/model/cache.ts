import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';

/** Where packages and intermediate results of the model tools lie: SKILLSCOPE_MODEL_CACHE, else the platform's cache. */
export function modelCache(...parts: readonly string[]): string {
  const directory = join(
    process.env['SKILLSCOPE_MODEL_CACHE'] ?? envPaths('skillscope-model-tools', { suffix: '' }).cache,
    ...parts,
  );
  mkdirSync(directory, { recursive: true });
  return directory;
}
