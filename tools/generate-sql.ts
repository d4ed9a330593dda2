import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface GeneratedFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

const SOURCE = 'packages/catalog/src/sql';
const TARGET = 'packages/catalog/src/sql.generated.ts';
const FILE_NAME = /^(\d{6})\.sql$/;
const BREAKING = '-- breaking\n';

/** Puts the catalog's migrations into a module, since the command is bundled into one file. */
export async function generateSql(): Promise<GeneratedFile[]> {
  const directory = join(fileURLToPath(new URL('..', import.meta.url)), SOURCE);
  const migrations: string[] = [];
  for (const name of (await readdir(directory)).sort()) {
    const number = Number(FILE_NAME.exec(name)?.[1]);
    if (number !== migrations.length + 1) throw new Error(`${SOURCE}/${name} breaks the numbering of the migrations.`);
    const sql = await readFile(join(directory, name), 'utf8');
    const breaking = sql.startsWith(BREAKING);
    migrations.push(`  { number: ${number}, breaking: ${breaking}, sql: ${JSON.stringify(sql)} },\n`);
  }
  const text =
    `// Generated from ${SOURCE} by \`npm run generate\`.\n` +
    "import type { Migration } from './migration.ts';\n\n" +
    `export const MIGRATIONS: readonly Migration[] = [\n${migrations.join('')}];\n`;
  return [{ path: TARGET, text }];
}
