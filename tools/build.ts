import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the command. One entry, split into chunks: `list` must not load what only `mcp` needs.
 * The SQLite driver stays outside, since it carries native code.
 */
const cli = join(import.meta.dirname, '../packages/cli');
rmSync(join(cli, 'dist'), { recursive: true, force: true });
await build({
  entryPoints: { main: join(cli, 'src/main.ts') },
  outdir: join(cli, 'dist'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  sourcemap: false,
  legalComments: 'linked',
  outExtension: { '.js': '.mjs' },
  external: ['@photostructure/sqlite', 'node:sqlite'],
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  logLevel: 'warning',
});
cpSync(join(cli, '../../skills'), join(cli, 'skills'), { recursive: true });
