import { SkillscopeError } from '@skillscope/core';
import { type SearchRequest, search } from '../commands/search.ts';
import type { Run } from '../main.ts';
import { printSearch } from '../print/search.ts';
import { withLookup } from './with-lookup.ts';

export async function runSearch(run: Run, request: SearchRequest): Promise<void> {
  if (request.need.trim() === '' && (request.terms ?? []).length === 0) {
    throw new SkillscopeError('usage', 'The need is empty.', {
      hint: "Say what is needed in plain words: skillscope search 'retry a failed request'.",
    });
  }
  await withLookup(run, async (lookup) => run.answer(await search(lookup, request, run.surroundings), printSearch), {
    searching: true,
  });
}
