import { cleanLine, type Note } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { Resolved } from './dependencies.ts';
import type { Layout } from './layout.ts';
import type { Scopes } from './scopes.ts';
import type { Stores } from './stores.ts';

/** How many names a note gives as examples. */
const EXAMPLES = 3;

interface Where {
  readonly layout: Layout;
  readonly files: Files;
  /** Where libraries were looked for. */
  readonly stores: Stores;
}

/** What a person should know about what the build said, and the command that mends it. */
export function notesOn(resolved: readonly Resolved[], scopes: Scopes, where: Where): readonly Note[] {
  const { layout, files } = where;
  const build = layout.tool === 'gradle' ? 'Gradle' : 'Maven';
  if (scopes.scopes.length === 0) {
    const state = scopes.skipped.length > 0 ? 'its report is damaged' : 'it has not reported it yet';
    return [
      {
        code: 'never-reported',
        message: `Only ${build} knows what this project uses, and ${state}; run \`skillscope sbom\`.`,
      },
    ];
  }
  const notes: Note[] = [];
  if (scopes.unreported.length > 0)
    notes.push({
      code: 'partly-reported',
      message: `${build} has not reported what ${some(
        'module',
        scopes.unreported.map(({ path }) => path),
      )} uses; run \`skillscope sbom\`.`,
    });
  const stale = scopes.scopes.filter(({ sbom, module }) => isStale(sbom.path, module.directory, layout, files));
  if (stale.length > 0)
    notes.push({
      code: 'sbom-stale',
      message: `The build files are newer than the report of ${some(
        'module',
        stale.map(({ module }) => module.path),
      )}, which is answered from; run \`skillscope sbom\`.`,
    });
  if (scopes.scopes.some(({ sbom }) => sbom.isLastGood))
    notes.push({
      code: 'sbom-last-good',
      message: 'The newest report of the build is damaged; the one before it is answered from. Run `skillscope sbom`.',
    });
  if (scopes.scopes.some(({ sbom: { bom } }) => bom.uses.size === 0 && bom.components.size > 0))
    notes.push({
      code: 'sbom-no-graph',
      message:
        'The report does not say which library brings which, so all count as direct; `skillscope sbom` writes one that does.',
    });
  return [...notes, ...notesOnFiles(resolved, scopes, where)];
}

function notesOnFiles(resolved: readonly Resolved[], { scopes }: Scopes, { stores }: Where): readonly Note[] {
  const isOurs = scopes.every(({ sbom }) => sbom.isOurs);
  const libraries = resolved.filter(({ dependency }) => dependency.source !== 'workspace');
  const absent = libraries.filter(({ dependency }) => !dependency.artifact).map(({ dependency }) => dependency.name);
  const notes: Note[] = [];
  if (absent.length > 0)
    notes.push({
      code: absent.length === libraries.length ? 'not-installed' : 'partly-installed',
      message: `Nothing of ${some('library', absent, 'libraries')} lies in ${folders(stores)}; ${
        isOurs
          ? 'the build could not fetch it, keeps it elsewhere, or it has been removed since.'
          : '`skillscope sbom` has the build fetch it.'
      }`,
    });
  const bare = libraries.filter(
    ({ dependency, hasSources }) => dependency.artifact && dependency.source === 'registry' && !hasSources,
  );
  if (bare.length > 0 && !isOurs)
    notes.push({
      code: 'no-sources',
      message: `${some(
        'library',
        bare.map(({ dependency }) => dependency.name),
        'libraries',
      )} lie here without sources, where skills may be; \`skillscope sbom\` has the build fetch them.`,
    });
  return notes;
}

function folders({ roots }: Stores): string {
  return roots.map(({ directory }) => cleanLine(directory)).join(' or ');
}

/** Build files of the module and of the root, not those between: they are read for each of them in turn. */
function isStale(sbom: string, directory: string, layout: Layout, files: Files): boolean {
  const written = files.modified(sbom) ?? 0;
  const inputs = new Set([...layout.buildFiles(directory), ...layout.buildFiles(layout.root)]);
  return [...inputs].some((path) => (files.modified(path) ?? 0) > written);
}

/** e.g. `2 libraries (a:b, c:d)`. */
function some(noun: string, names: readonly string[], plural = `${noun}s`): string {
  const rest = names.length > EXAMPLES ? ', …' : '';
  const what = names.length === 1 ? `1 ${noun}` : `${names.length} ${plural}`;
  return `${what} (${names.slice(0, EXAMPLES).join(', ')}${rest})`;
}
