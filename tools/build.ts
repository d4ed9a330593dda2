import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

/**
 * Bundles the command. One entry, split into chunks: `list` must not load what only `mcp` needs.
 * The SQLite driver stays outside, since it carries native code. Stale chunks go last: a process that runs the former
 * build meanwhile still finds its own.
 */
const cli = join(import.meta.dirname, '../packages/cli');
const { output } = await build({
  input: { main: join(cli, 'src/main.ts') },
  platform: 'node',
  external: ['@photostructure/sqlite'],
  // Its CommonJS build loads its parts through a `require` that no bundler can follow.
  resolve: { alias: { 'jsonc-parser': join(import.meta.dirname, '../node_modules/jsonc-parser/lib/esm/main.js') } },
  logLevel: 'warn',
  output: {
    dir: join(cli, 'dist'),
    format: 'esm',
    minify: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    comments: { legal: true },
  },
});
const fresh = new Set(output.map(({ fileName }) => fileName));
for (const name of readdirSync(join(cli, 'dist'))) if (!fresh.has(name)) rmSync(join(cli, 'dist', name));
cpSync(join(cli, '../../skills'), join(cli, 'skills'), { recursive: true });
