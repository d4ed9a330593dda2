import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where packages and results of the model tools lie: SKILLSCOPE_MODEL_CACHE, else a folder of the temporary directory. */
export function modelCache(...parts: readonly string[]): string {
  const root = process.env['SKILLSCOPE_MODEL_CACHE'] ?? join(tmpdir(), 'skillscope-model-tools');
  const directory = join(root, ...parts);
  mkdirSync(directory, { recursive: true });
  return directory;
}
