import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface GeneratedFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** Folders whose `sql` holds the migrations of one database. */
const HOMES = ['packages/catalog/src', 'packages/runtime/src/registry'];
const FILE_NAME = /^(\d{6})\.sql$/;
const BREAKING = '-- breaking\n';

/** Puts the migrations of the catalog and the registry into modules, since the command is bundled into files. */
export function generateSql(): Promise<GeneratedFile[]> {
  return Promise.all(HOMES.map(generateHome));
}

async function generateHome(home: string): Promise<GeneratedFile> {
  const source = `${home}/sql`;
  const directory = join(fileURLToPath(new URL('..', import.meta.url)), source);
  const migrations: string[] = [];
  for (const name of (await readdir(directory)).sort()) {
    const number = Number(FILE_NAME.exec(name)?.[1]);
    if (number !== migrations.length + 1) throw new Error(`${source}/${name} breaks the numbering of the migrations.`);
    const sql = await readFile(join(directory, name), 'utf8');
    const breaking = sql.startsWith(BREAKING);
    migrations.push(`  { number: ${number}, breaking: ${breaking}, sql: ${JSON.stringify(sql)} },\n`);
  }
  const text =
    `// Generated from ${source} by \`npm run generate\`.\n` +
    "import type { Migration } from './migration.ts';\n\n" +
    `export const MIGRATIONS: readonly Migration[] = [\n${migrations.join('')}];\n`;
  return { path: `${home}/sql.generated.ts`, text };
}
