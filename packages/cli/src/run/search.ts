import { SkillscopeError } from '@skillscope/core';
import { type SearchRequest, search } from '../commands/search.ts';
import type { Run } from '../main.ts';
import { printSearch } from '../print/search.ts';
import { SETTINGS } from '../settings.ts';
import { withLookup } from './with-lookup.ts';

export async function runSearch(run: Run, request: SearchRequest): Promise<void> {
  if (request.need.trim() === '' && (request.terms ?? []).length === 0) {
    throw new SkillscopeError('usage', 'The need is empty.', {
      hint: "Say what is needed in plain words: skillscope search 'retry a failed request'.",
    });
  }
  const { environment, stderr, err } = run.surroundings;
  // A model is loaded, or an endpoint asked, and that may take seconds.
  const isSlow = stderr.isTTY && (environment[SETTINGS.encoder.variable] || 'table') !== 'table';
  await withLookup(
    run,
    async (lookup) => {
      if (isSlow) err('\r\u001b[2Kcomparing meanings');
      try {
        const answer = await search(lookup, request, run.surroundings);
        if (isSlow) err('\r\u001b[2K');
        run.answer(answer, printSearch);
      } finally {
        if (isSlow) err('\r\u001b[2K');
      }
    },
    { searching: true },
  );
}
