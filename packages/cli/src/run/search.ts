import { type SearchRequest, search } from '../commands/search.ts';
import type { Run } from '../main.ts';
import { printSearch } from '../print/search.ts';
import { withLookup } from './with-lookup.ts';

export async function runSearch(run: Run, request: SearchRequest): Promise<void> {
  await withLookup(run, async (lookup) => run.answer(await search(lookup, request, run.surroundings), printSearch), {
    searching: true,
  });
}
