import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { installLine } from './install-line.ts';

function installed(path: string, more: readonly string[] = []): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-install-')));
  for (const file of [join(path, 'package.json'), ...more]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file.includes('skillscope') ? '{"name":"skillscope"}' : '{"name":"app"}');
  }
  mkdirSync(join(root, path, 'dist'));
  writeFileSync(join(root, path, 'dist/package.json'), '{"type":"commonjs"}');
  return root;
}

it.each([
  ['globally', 'lib/node_modules/skillscope', [], 'npm install --global --prefix ROOT pg@8'],
  ['in a project', 'node_modules/skillscope', ['package.json'], 'npm install --save-exact --prefix ROOT pg@8'],
  ['from a checkout', 'packages/cli', [], 'npm install --no-save --prefix ROOT/packages/cli pg@8'],
])('what is installed %s says the line that its packages are found by', (_, path, more, line) => {
  const root = installed(path, more);
  if (path === 'packages/cli') writeFileSync(join(root, path, 'package.json'), '{"name":"skillscope"}');
  expect(installLine(['pg@8'], join(root, path, 'dist/main.js'))).toBe(`Run: ${line.replace('ROOT', root)}`);
});
