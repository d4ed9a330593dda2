import { sep } from 'node:path';
import { type Dependency, LIMITS, type Note } from '@skillscope/core';
import type { Requirement } from './mod-file.ts';

/** How many names a note gives as examples. */
const EXAMPLES = 3;

export interface Circumstances {
  readonly hasSums: boolean;
  readonly isWorkspace: boolean;
  /** Real path of the vendor folder, where there is one. */
  readonly vendor?: string;
  /** Paths that go.mod lists at an older version than something it lists needs. */
  readonly outdated: readonly string[];
  /** Paths that two members replace differently. */
  readonly conflicts: readonly string[];
  /** Requirements with `+skill:` comments. */
  readonly choices: readonly Requirement[];
}

/** What a person should know about the state of the project: what is missing, what disagrees, and the command that mends it. */
export function notesOn(dependencies: readonly Dependency[], circumstances: Circumstances): readonly Note[] {
  const { hasSums, isWorkspace, vendor, outdated, conflicts } = circumstances;
  const fetched = dependencies.filter(({ source }) => source === 'registry');
  const declared = fetched.filter(({ evidence }) => evidence === 'declared');
  const missing = fetched.filter(({ artifact }) => artifact === undefined);
  const differing = fetched.filter(({ lockedVersion }) => lockedVersion !== undefined);
  const cut = fetched.filter(({ artifact }) => vendor !== undefined && artifact?.path.startsWith(`${vendor}${sep}`));
  const notes: Note[] = [];
  if (!hasSums && vendor === undefined && fetched.length > 0)
    notes.push({
      code: 'no-lockfile',
      message: 'There is no go.sum, so nothing confirms the versions in go.mod; run `go mod tidy`, which writes it.',
    });
  if (hasSums && declared.length > 0)
    notes.push({ code: 'lock-outdated', message: `go.sum lacks ${some(names(declared))}; run \`go mod tidy\`.` });
  if (outdated.length > 0)
    notes.push({
      code: 'outdated-requirements',
      message: `go.mod lists ${some(outdated)} at an older version than another module needs; run \`go mod tidy\`.`,
    });
  if (missing.length > 0) notes.push(notInstalled(missing, fetched));
  if (differing.length > 0)
    notes.push({
      code: 'lock-differs',
      message: `vendor holds another version of ${some(names(differing))} than go.mod lists; run \`${isWorkspace ? 'go work vendor' : 'go mod vendor'}\`.`,
    });
  if (cut.length > 0)
    notes.push({
      code: 'vendored',
      message: `vendor holds only the folders with Go packages, so skills of ${some(names(cut))} may be missing; \`go mod download\` brings the whole modules.`,
    });
  if (conflicts.length > 0)
    notes.push({
      code: 'conflicting-replacements',
      message: `Members replace ${some(conflicts)} differently, and the first is taken; say in go.work which one counts.`,
    });
  return [...notes, ...choicesIn(circumstances.choices)];
}

function notInstalled(missing: readonly Dependency[], fetched: readonly Dependency[]): Note {
  if (missing.length === fetched.length)
    return { code: 'not-installed', message: 'No Go module is in the module cache yet; run `go mod download`.' };
  return {
    code: 'partly-installed',
    message: `${some(names(missing))} not in the module cache, as is usual for what only other platforms or tests need; \`go mod download\` brings all.`,
  };
}

function choicesIn(choices: readonly Requirement[]): readonly Note[] {
  return choices.slice(0, LIMITS.findingsPerCode).map(({ path, skills, line }) => ({
    code: 'chosen-skills',
    message: `A comment in go.mod chooses skills of ${path} (${skills.slice(0, LIMITS.findingsPerCode).join(', ')}); skills of Go modules that no such comment names are left out.`,
    line,
  }));
}

function names(dependencies: readonly Dependency[]): readonly string[] {
  return dependencies.map(({ name }) => name);
}

/** e.g. `2 modules (example.com/a, example.com/b)`. */
function some(paths: readonly string[]): string {
  const distinct = [...new Set(paths)].sort();
  const rest = distinct.length > EXAMPLES ? ', …' : '';
  const what = distinct.length === 1 ? '1 module' : `${distinct.length} modules`;
  return `${what} (${distinct.slice(0, EXAMPLES).join(', ')}${rest})`;
}
