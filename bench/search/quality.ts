import { existsSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { check } from './checks.ts';
import { readLibraries, readSkills } from './corpus.ts';
import { report } from './report.ts';
import { readForeignNeeds, readLibraryRequests, readSkillSet } from './requests.ts';

/**
 * Measures search by need over the skills that the pinned packages of a request set ship, prints the tables and writes
 * them to results.md. The set: the first argument, else SKILLSCOPE_SEARCH_SET, else the development set beside the
 * repository. Packages are fetched once into the temporary directory. Fails where a single case that must hold does not.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const RESULTS = join(import.meta.dirname, 'results.md');

const given = process.argv[2] ?? process.env['SKILLSCOPE_SEARCH_SET'];
const path = given === undefined ? join(ROOT, '../shared/eval/skills-dev.json') : resolve(given);
if (existsSync(path)) {
  const set = readSkillSet(path);
  const skills = readSkills(set.packages);
  const checks = check(skills);
  const text = report({
    command: `tsx ${relative(ROOT, import.meta.filename)}${given === undefined ? '' : ` ${basename(path)}`}`,
    set,
    skills,
    foreign: readForeignNeeds(path),
    libraries: readLibraries(join(ROOT, 'node_modules')),
    libraryRequests: readLibraryRequests(),
    checks,
  });
  writeFileSync(RESULTS, text);
  process.stdout.write(text);
  if (!checks.ok) process.exitCode = 1;
} else {
  console.error(`There is no request set at ${path}. Name one as the argument or in SKILLSCOPE_SEARCH_SET.`);
  process.exitCode = 1;
}
