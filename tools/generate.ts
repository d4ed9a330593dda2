import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateRegistrySchema } from './generate-registry-schema.ts';
import { generateSql } from './generate-sql.ts';
import { generateKernel } from './model/generate-kernel.ts';

/** A file that is made from others and committed; `npm run check` fails while one is stale. */
export interface Generated {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

const ROOT = join(import.meta.dirname, '..');
const HEAD = '// Made by `npm run generate`.\n';

const isCheck = process.argv.includes('--check');
settle([generateEcosystems(), generateGradleScript(), ...(await generateSql()), await generateKernel()]);
// From what was just written.
settle([await generateRegistrySchema()]);

function settle(generated: readonly Generated[]): void {
  for (const { path, text } of generated) {
    if (read(join(ROOT, path)) === text) continue;
    if (isCheck) {
      console.error(`${path} is stale: run \`npm run generate\`.`);
      process.exitCode = 1;
    } else {
      writeFileSync(join(ROOT, path), text);
      console.log(`wrote ${path}`);
    }
  }
}

/** The list of ecosystems: every folder of `packages/ecosystems/src` whose `index.ts` default-exports a descriptor. */
function generateEcosystems(): Generated {
  const source = join(ROOT, 'packages/ecosystems/src');
  const ids = readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && read(join(source, entry.name, 'index.ts'))?.includes('export default'))
    .map(({ name }) => name)
    .sort();
  const text = [
    HEAD,
    `import type { Ecosystem } from './ecosystem.ts';`,
    ...ids.map((id) => `import ${id} from './${id}/index.ts';`),
    '',
    `export type EcosystemId = ${ids.map((id) => `'${id}'`).join(' | ')};`,
    '',
    `export const ALL_ECOSYSTEMS: readonly Ecosystem[] = [${ids.join(', ')}];`,
    '',
  ].join('\n');
  return { path: 'packages/ecosystems/src/all.generated.ts', text };
}

/** What a Gradle build is given for one run: the script that the Gradle plugin holds. */
function generateGradleScript(): Generated {
  const source = 'jvm/gradle-plugin/src/main/resources/dev/skillscope/gradle/skillscope.gradle';
  const script = read(join(ROOT, source)) ?? '';
  if (/`|\$\{/.test(script)) throw new Error(`${source} has what a template would take for its own.`);
  const text = `${HEAD}\nexport const GRADLE_INIT_SCRIPT = String.raw\`${script}\`;\n`;
  return { path: 'packages/cli/src/build/gradle-init-script.generated.ts', text };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
