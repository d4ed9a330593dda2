import { type ListOptions, list } from '../commands/list.ts';
import type { Run } from '../main.ts';
import { printList } from '../print/list.ts';
import { withLookup } from './with-lookup.ts';

export async function runList(run: Run, options: ListOptions): Promise<void> {
  await withLookup(run, (lookup) => run.answer(list(lookup, options), printList));
}
