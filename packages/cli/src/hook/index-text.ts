import type { Scope } from '../scope.ts';
import { HOOK_LIMITS } from './limits.ts';
import { readableIn, renderListing } from './listing.ts';

/** What an index says first, at the start of a session and in an instruction file alike. */
export const INDEX_OPENING =
  'skillscope: the libraries of this project ship skills, written by their authors for the versions in use. Before you write or change code that uses one of these libraries, read the skill that fits.';

/** The index of a scope; `undefined` when there is nothing to list, or no room. */
export function indexText(scope: Scope, maxBytes: number = HOOK_LIMITS.indexBytes): string | undefined {
  return renderListing({ scope, libraries: readableIn(scope), opening: INDEX_OPENING, maxBytes });
}

/** The index as an instruction file holds it: under a heading, and there even when nothing is listed. */
export function standingIndex(scope: Scope, maxBytes?: number): string {
  return `${HEADING}\n\n${indexText(scope, maxBytes) ?? NOTHING}`;
}

const HEADING = '## Skills of the libraries in use';

const NOTHING =
  'skillscope: no library of this project ships a skill at present. The tool list_skills, or the command skillscope list, has the state of now.';
