import { type ReadRequest, read } from '../commands/read.ts';
import { EXIT } from '../exit-codes.ts';
import type { Run } from '../main.ts';
import { printRead } from '../print/read.ts';
import { withLookup } from './with-lookup.ts';

/** Gives the exit code: `withheld` when the text exists and is not handed out. */
export async function runRead(run: Run, request: ReadRequest): Promise<number> {
  return withLookup(run, async (lookup) => {
    const answer = await read(lookup, request);
    run.answer(answer, (value) => printRead(value));
    return answer.trust === 'withheld' ? EXIT.withheld : EXIT.answered;
  });
}
