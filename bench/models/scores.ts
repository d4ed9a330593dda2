import type { Encoder } from '../../packages/models/src/index.ts';
import type { Listed } from '../search/corpus.ts';
import type { Face } from './faces.ts';

/** By need, the score of each listing, in the listings' order. */
export type Scores = readonly (readonly number[])[];

/** Cosine of each need with the best text of each listing. */
export async function cosines(
  encoder: Encoder,
  face: Face,
  listings: readonly Listed[],
  needs: readonly string[],
): Promise<Scores> {
  const texts = listings.map(({ document }) => face.texts(document));
  const vectors = await encoder.encode(texts.flat(), 'document');
  const queries = await encoder.encode(needs, 'query');
  return queries.map((query) => {
    let place = 0;
    return texts.map(({ length }) => {
      let best = 0;
      for (const end = place + length; place < end; place += 1)
        best = Math.max(best, dot(query, vectors[place] ?? query));
      return best;
    });
  });
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
