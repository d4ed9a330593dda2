import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Package } from './model.ts';
import { code, markdown, sentence, word } from './prose.ts';
import { openRandom, type Random } from './random.ts';

/** Size of a skill's text, as published ones have it in the middle. Characters. */
const SKILL_CHARACTERS = 10_000;

/** Writes what a package ships. */
export function writePackage(directory: string, { number, name, version, dependencies, skills }: Package): void {
  const random = openRandom(number + 1);
  const files = new Map<string, string>();
  const manifest = {
    name,
    version,
    description: sentence(random),
    license: 'MIT',
    keywords: Array.from({ length: random.whole(0, 8) }, () => word(random)),
    repository: { type: 'git', url: `git+https://git.example/${name.replace('@', '')}.git` },
    type: 'module',
    main: './dist/index.js',
    types: './dist/index.d.ts',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', 'lib', ...(skills > 0 ? ['skills'] : [])],
    scripts: { build: 'tsc', test: 'vitest run', lint: 'eslint .', prepare: 'npm run build' },
    dependencies: Object.fromEntries([...dependencies].map(([key, { version }]) => [key, `^${version}`])),
    devDependencies: Object.fromEntries(
      Array.from({ length: random.whole(2, 10) }, () => [`${word(random)}-tool`, `^${random.whole(1, 9)}.0.0`]),
    ),
    engines: { node: '>=18' },
  };
  files.set('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  files.set('README.md', markdown(random, name, random.whole(500, 6_000)));
  files.set('LICENSE', `${sentence(random)}\n`.repeat(12));
  if (random.chance(0.4)) files.set('CHANGELOG.md', markdown(random, 'Changes', 2_000));
  files.set('dist/index.js', code(random, random.whole(5, 60)));
  files.set('dist/index.d.ts', code(random, random.whole(5, 30)));
  for (let more = random.whole(3, 28); more > 0; more -= 1) {
    const folder = random.pick(['dist', 'lib', 'lib/internal', 'dist/chunks']);
    files.set(`${folder}/${word(random)}-${more}.js`, code(random, random.whole(5, 60)));
  }
  for (let ordinal = 0; ordinal < skills; ordinal += 1) addSkill(files, name, ordinal, random);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

function addSkill(files: Map<string, string>, library: string, ordinal: number, random: Random): void {
  const skill = `${word(random)}-${word(random)}-${ordinal}`;
  const head = [
    `name: ${skill}`,
    `description: Use with ${library} when you ${sentence(random).toLowerCase()} ${sentence(random)}`,
    'type: core',
    `sources:\n  - "docs/${word(random)}.md"`,
  ];
  files.set(`skills/${skill}/SKILL.md`, `---\n${head.join('\n')}\n---\n\n${markdown(random, skill, SKILL_CHARACTERS)}`);
  if (random.chance(0.3)) files.set(`skills/${skill}/references/${word(random)}.md`, markdown(random, skill, 4_000));
}
