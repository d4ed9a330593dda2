import { existsSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { openEncoders } from '../models/encoders.ts';
import { check } from './checks.ts';
import { readLibraries, readSkills } from './corpus.ts';
import { fusionReport } from './fusion-report.ts';
import { fusionSets } from './fusion-sets.ts';
import { report } from './report.ts';
import { readForeignNeeds, readLibraryRequests, readSkillSet } from './requests.ts';

/**
 * Measures search by need over the skills that the pinned packages of a request set ship, prints the tables and writes
 * them to results/search.md. The set: the first argument, else SKILLSCOPE_SEARCH_SET, else the development set beside the
 * repository. SKILLSCOPE_MODELS names the directory of the sentence model; without it only the table that ships is
 * measured. Packages are fetched once into the temporary directory. Fails where a single case that must hold does not.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const RESULTS = join(import.meta.dirname, '../results/search.md');

const given = process.argv[2] ?? process.env['SKILLSCOPE_SEARCH_SET'];
const path = given === undefined ? join(ROOT, '../shared/eval/skills-dev.json') : resolve(given);
if (existsSync(path)) {
  const set = readSkillSet(path);
  const skills = readSkills(set.packages);
  const checks = check(skills);
  const foreign = readForeignNeeds(path);
  const libraries = readLibraries(join(ROOT, 'node_modules'));
  const libraryRequests = readLibraryRequests();
  const encoders = await openEncoders(process.env['SKILLSCOPE_MODELS']);
  const fusion = await fusionReport(fusionSets({ set, skills, foreign, libraries, libraryRequests }), encoders);
  for (const encoder of encoders) await encoder.close();
  const text = report({
    command: `tsx ${relative(ROOT, import.meta.filename)}${given === undefined ? '' : ` ${basename(path)}`}`,
    set,
    skills,
    foreign,
    libraries,
    libraryRequests,
    checks,
    fusion,
  });
  writeFileSync(RESULTS, text);
  process.stdout.write(text);
  if (!checks.ok) process.exitCode = 1;
} else {
  console.error(`There is no request set at ${path}. Name one as the argument or in SKILLSCOPE_SEARCH_SET.`);
  process.exitCode = 1;
}
