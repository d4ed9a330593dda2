import type { Counted } from './count-words.ts';
import { LISTING_FIELDS } from './listing.ts';

/** By the place of each word asked for. */
type Weights = readonly (number | undefined)[];

/** How much of a query of so much weight one heading says, and of the heading the query: 1 where both say the same. */
export function headingShare({ headings }: Counted, weightAt: Weights, reachable: number): number {
  if (reachable === 0) return 0;
  let best = 0;
  for (const { length, held } of headings) {
    const said = held.reduce((sum, index) => sum + (weightAt[index] ?? 0), 0) / reachable;
    best = Math.max(best, said * said * (held.length / length));
  }
  return best;
}

/** The weight of the words that one heading holds and no other field does, the most that any adds. */
export function addedByHeading(document: Counted, weightAt: Weights): number {
  let most = 0;
  for (const { held } of document.headings) {
    let added = 0;
    for (const index of held) if (!isBesideHeadings(document, index)) added += weightAt[index] ?? 0;
    most = Math.max(most, added);
  }
  return most;
}

/** Whether a field that is no heading holds the word asked for at that place. */
export function isBesideHeadings({ fields }: Counted, index: number): boolean {
  return LISTING_FIELDS.some((field) => field !== 'headings' && (fields[field].counts[index] ?? 0) > 0);
}
