import type { ListingField } from './listing.ts';
export interface ListingWeights {
  readonly fields: Readonly<Record<ListingField, { readonly weight: number; readonly termWeight?: number; readonly normalisation: number }>>;
  readonly saturation: number;
  readonly term: number;
  readonly coverage: number;
  readonly minimum: number;
}
export const LISTING_WEIGHTS: ListingWeights = {
  fields: {
    name: { weight: 2, normalisation: 0.5 },
    description: { weight: 1, normalisation: 0.75 },
    whenToUse: { weight: 1, normalisation: 0.75 },
    headings: { weight: 0.5, normalisation: 0.75 },
    library: { weight: 1, normalisation: 0.5 },
  },
  saturation: 1.2, term: 1, coverage: 0, minimum: 0,
};
