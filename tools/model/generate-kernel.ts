import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';

const VECTORS = 'packages/models/src/vectors';

/** The scan kernel's WebAssembly text as bytes that TypeScript can import. */
export async function generateKernel(): Promise<{ readonly path: string; readonly text: string }> {
  const source = readFileSync(join(import.meta.dirname, '../..', VECTORS, 'kernel.wat'), 'utf8');
  const module = (await wabt()).parseWat('kernel.wat', source, { simd: true });
  module.resolveNames();
  module.validate();
  const { buffer } = module.toBinary({ write_debug_names: false });
  module.destroy();
  const bytes =
    Buffer.from(buffer)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  const text = [
    '// Made by `npm run generate` from kernel.wat.',
    'export const KERNEL = [',
    ...bytes.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
  return { path: `${VECTORS}/kernel.generated.ts`, text };
}
