import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

/**
 * Bundles the command. One entry, split into chunks: `list` must not load what only `mcp` needs.
 * The SQLite driver stays outside, since it carries native code.
 */
const cli = join(import.meta.dirname, '../packages/cli');
rmSync(join(cli, 'dist'), { recursive: true, force: true });
await build({
  input: { main: join(cli, 'src/main.ts') },
  platform: 'node',
  external: ['@photostructure/sqlite'],
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
cpSync(join(cli, '../../skills'), join(cli, 'skills'), { recursive: true });
