import { indexListing, rankListings } from '@skillscope/core';
import type { Listed } from './corpus.ts';
import { UNGATED } from './engines.ts';
import type { Request } from './requests.ts';

export interface NearDuplicates {
  readonly pairs: number;
  /** Asked as before: the skill comes before its copy for another product. */
  readonly originalFirst: number;
  /** Asked as before: nothing stands between the two. */
  readonly adjacent: number;
  /** Asked with the other product's name: the copy comes before the skill. */
  readonly copyFirst: number;
  /** A second copy with the same texts has the same score and follows by id. */
  readonly twinsTogether: number;
}

/** Adds to the skills a copy of each right one that differs only in a product's name, and asks for both. */
export function measureNearDuplicates(listings: readonly Listed[], requests: readonly Request[]): NearDuplicates {
  const result = { pairs: 0, originalFirst: 0, adjacent: 0, copyFirst: 0, twinsTogether: 0 };
  for (const request of requests) {
    const original = listings.find(({ id }) => request.right.has(id));
    if (!original) continue;
    const { document } = original;
    const copy = indexListing({
      ...document,
      id: `${document.id}~copy`,
      description: `${document.description} For Zephyrine.`,
      library: 'zephyrine',
    });
    const twin = indexListing({ ...document, id: `${document.id}~twin` });
    const place = (need: string, added: typeof copy, id: string) =>
      rankListings({ need, terms: [] }, [added, ...listings], { weights: UNGATED }).findIndex((one) => one.id === id);
    const originalPlace = place(request.need, copy, document.id);
    if (originalPlace < 0) continue;
    const copyPlace = place(request.need, copy, copy.id);
    const named = `${request.need} We use Zephyrine.`;
    result.pairs++;
    if (originalPlace < copyPlace) result.originalFirst++;
    if (Math.abs(originalPlace - copyPlace) === 1) result.adjacent++;
    if (place(named, copy, copy.id) < place(named, copy, document.id)) result.copyFirst++;
    if (place(request.need, twin, twin.id) === place(request.need, twin, document.id) + 1) result.twinsTogether++;
  }
  return result;
}
