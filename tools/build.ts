import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'rolldown';

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

/** What source loads through `createRequire` when it is first needed becomes a file of its own, by a call that is not followed. */
const WHEN_NEEDED = ['packageurl-js', 'yaml'];
const ownFile = {
  name: 'own-file',
  transform: (code: string) =>
    code.replaceAll(/createRequire\(import\.meta\.url\)\('([a-z-]+)'\)/g, (call, name: string) =>
      WHEN_NEEDED.includes(name) ? `module.require('./${name}.js')` : call,
    ),
};

/** A thread that indexes asks ecosystems for the places of skills only. */
const placesOnly = {
  name: 'places-only',
  resolveId: (id: string) => (['./imports.ts', './outside.ts', './read.ts'].includes(id) ? '\0not-asked' : undefined),
  load: (id: string) => (id === '\0not-asked' ? 'export {}' : undefined),
};

async function bundle(input: Readonly<Record<string, string>>, plugins: readonly Plugin[]): Promise<readonly string[]> {
  const { output } = await build({
    input,
    // What several parts need stays in the entry that they are loaded from: every file costs its finding.
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    external: ['@photostructure/sqlite', '@electric-sql/pglite', '@electric-sql/pglite-pgvector', 'pg'],
    plugins: [ownFile, ...plugins],
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
  return output.map(({ fileName }) => fileName);
}

const written = [
  ...(await bundle({ main: join(cli, 'src/main.ts') }, [withoutChildProcess])),
  ...(await bundle({ 'index-thread': join(cli, '../ecosystems/src/index-thread.ts') }, [placesOnly])),
];
for (const name of WHEN_NEEDED) written.push(...(await bundle({ [name]: name }, [])));
writeFileSync(join(cli, 'dist/package.json'), '{ "type": "commonjs" }\n');
const fresh = new Set(['package.json', ...written]);
for (const name of readdirSync(join(cli, 'dist'))) if (!fresh.has(name)) rmSync(join(cli, 'dist', name));
cpSync(join(cli, '../../skills'), join(cli, 'skills'), { recursive: true });
/** The table that searching by meaning needs is looked for beside the bundle, as beside its source. */
const models = join(cli, '../models');
cpSync(join(models, 'static'), join(cli, 'static'), { recursive: true });
cpSync(join(models, 'NOTICE'), join(cli, 'static/NOTICE'));
