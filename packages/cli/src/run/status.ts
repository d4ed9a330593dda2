import { status } from '../commands/status.ts';
import type { Run } from '../main.ts';
import { printStatus } from '../print/status.ts';
import { withLookup } from './with-lookup.ts';

export async function runStatus(run: Run): Promise<void> {
  await withLookup(run, async (lookup) => run.answer(await status(lookup, run.surroundings.environment), printStatus));
}
