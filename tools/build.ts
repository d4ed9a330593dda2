import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

/**
 * Bundles the command: one entry, split into chunks, so that `list` does not load what only `mcp` needs. It is CommonJS,
 * which Node starts faster than modules. The SQLite driver stays outside, since it carries native code, and so do the
 * databases of a registry, which those install who use one. Stale chunks go last: a process that runs the former build
 * meanwhile still finds its own.
 */
const cli = join(import.meta.dirname, '../packages/cli');

/** Commander loads it for subcommands that are programs of their own; there are none, and it costs a tenth of a start. */
const withoutChildProcess = {
  name: 'without-child-process',
  resolveId: (id: string, importer?: string) =>
    id === 'node:child_process' && importer?.includes('/commander/') ? '\0no-child-process' : undefined,
  load: (id: string) => (id === '\0no-child-process' ? 'export {}' : undefined),
};

const { output } = await build({
  input: { main: join(cli, 'src/main.ts') },
  // What several parts need stays in the entry that they are loaded from: every file costs its finding.
  preserveEntrySignatures: 'allow-extension',
  platform: 'node',
  external: ['@photostructure/sqlite', '@electric-sql/pglite', '@electric-sql/pglite-pgvector', 'pg'],
  plugins: [withoutChildProcess],
  // Its CommonJS build loads its parts through a `require` that no bundler can follow.
  resolve: { alias: { 'jsonc-parser': join(import.meta.dirname, '../node_modules/jsonc-parser/lib/esm/main.js') } },
  logLevel: 'warn',
  output: {
    dir: join(cli, 'dist'),
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true },
  },
});
writeFileSync(join(cli, 'dist/package.json'), '{ "type": "commonjs" }\n');
const fresh = new Set(['package.json', ...output.map(({ fileName }) => fileName)]);
for (const name of readdirSync(join(cli, 'dist'))) if (!fresh.has(name)) rmSync(join(cli, 'dist', name));
cpSync(join(cli, '../../skills'), join(cli, 'skills'), { recursive: true });
/** The table that searching by meaning needs is looked for beside the bundle, as beside its source. */
const models = join(cli, '../models');
cpSync(join(models, 'static'), join(cli, 'static'), { recursive: true });
cpSync(join(models, 'NOTICE'), join(cli, 'static/NOTICE'));
