import { describe, expect, test } from 'vitest';
import { fuseListings } from './fuse-listings.ts';
import { FUSE_WEIGHTS, OUTSIDE_FUSE_WEIGHTS, standardised, UNTUNED_WEIGHTS } from './fuse-weights.ts';
import { type ListingDocument, libraryDocument } from './listing.ts';
import { rankListings } from './rank-listings.ts';

const LIBRARIES = [
  libraryDocument({ purl: 'pkg:npm/sharp@1.0.0', name: 'sharp', summary: 'High performance image resizing' }),
  libraryDocument({ purl: 'pkg:npm/p-limit@1.0.0', name: 'p-limit', summary: 'Run promises with limited concurrency' }),
  libraryDocument({ purl: 'pkg:npm/ms@1.0.0', name: 'ms', summary: 'Tiny millisecond conversion utility' }),
];
const NEED = { need: 'make thumbnails of uploaded pictures', terms: [] };
const near = (score: number, id = 'pkg:npm/sharp@1.0.0') => new Map([[id, score]]);

describe('fuseListings', () => {
  test('finds what shares no word with the need, and says so (A-29)', () => {
    expect(fuseListings(NEED, LIBRARIES, near(0.7))).toEqual([
      { id: 'pkg:npm/sharp@1.0.0', score: 0.105, matched: [], by: ['meaning'] },
    ]);
  });

  test('joins words and nearness in one score', () => {
    const query = { need: 'limited concurrency for promises', terms: [] };
    expect(fuseListings(query, LIBRARIES, near(0.8, 'pkg:npm/p-limit@1.0.0'))).toEqual([
      {
        id: 'pkg:npm/p-limit@1.0.0',
        score: 0.5672,
        matched: ['limited', 'concurrency', 'promises'],
        by: ['words', 'meaning'],
      },
    ]);
    expect(fuseListings(query, LIBRARIES, new Map())).toMatchObject([{ score: 0.4472, by: ['words'] }]);
  });

  test.each([
    ['far away', NEED, 0.4],
    ['of no direction', NEED, -1],
    ['near, but the need has no word', { need: '… ?!', terms: [] }, 1],
    ['near, but the need says nothing', { need: 'how do I get this', terms: [] }, 1],
  ])('gives nothing when everything is %s', (_, query, score) => {
    expect(fuseListings(query, LIBRARIES, near(score))).toEqual([]);
  });

  test('takes a skill as it takes a library, its words weighing more', () => {
    const skills = LIBRARIES.map((library): ListingDocument => ({ ...library, kind: 'skill' }));
    expect(fuseListings(NEED, skills, near(0.65))).toEqual([]);
    expect(fuseListings(NEED, skills, near(0.66))).toMatchObject([{ score: 0.066, by: ['meaning'] }]);
  });

  test('asks what says little of a need to be near to it', () => {
    const skills = LIBRARIES.map((library): ListingDocument => ({ ...library, kind: 'skill' }));
    const found = (score?: number) =>
      fuseListings({ need: 'image gallery', terms: [] }, skills, score === undefined ? new Map() : near(score));
    expect(found(0.4)).toEqual([]);
    expect(found(0.6)).toMatchObject([{ id: 'pkg:npm/sharp@1.0.0', matched: ['image'], by: ['words', 'meaning'] }]);
    // Of what nobody encoded yet, nothing is known but the words.
    expect(found()).toEqual([]);
    expect(fuseListings({ need: 'image resizing', terms: [] }, skills, new Map())).toMatchObject([{ by: ['words'] }]);
  });

  test('asks more of a library that nobody chose', () => {
    const query = { need: 'thumbnails of image files', terms: [] };
    expect(fuseListings(query, LIBRARIES, near(0.55))).toHaveLength(1);
    expect(fuseListings(query, LIBRARIES, near(0.55), { fuse: OUTSIDE_FUSE_WEIGHTS })).toEqual([]);
  });

  test('what a term names is an answer however far away it is', () => {
    const query = { need: 'make thumbnails of uploaded pictures', terms: ['p-limit'] };
    expect(fuseListings(query, LIBRARIES, near(0)).map(({ id }) => id)).toEqual(['pkg:npm/p-limit@1.0.0']);
  });

  test('asks more of what is near to guesses', () => {
    const query = { need: 'make thumbnails of uploaded pictures', terms: ['conversion'] };
    const pair = (score: number) => fuseListings(query, LIBRARIES, near(score)).map(({ id }) => id);
    expect([pair(0.7), pair(0.8)]).toEqual([[], ['pkg:npm/sharp@1.0.0']]);
  });

  test('lets the words decide where nobody knows the scale of nearness, but for what stands out', () => {
    const answers = (need: string, score: number) =>
      fuseListings({ need, terms: [] }, LIBRARIES, near(score), { fuse: UNTUNED_WEIGHTS.inside });
    expect(answers('make thumbnails of uploaded pictures', 0.89)).toEqual([]);
    expect(answers('make thumbnails of uploaded pictures', 0.9)).toMatchObject([{ score: 0.18, by: ['meaning'] }]);
    expect(answers('limited concurrency for promises', 0)).toMatchObject([{ id: 'pkg:npm/p-limit@1.0.0' }]);
    expect(rankListings({ need: 'limited concurrency for promises', terms: [] }, LIBRARIES)).toHaveLength(1);
  });

  test('orders equal scores by id, whatever the order of the documents', () => {
    const twins = ['b', 'a', '\u{1f680}'].map((purl) => libraryDocument({ purl, name: 'sharp', summary: 'images' }));
    const nearness = new Map(twins.map(({ id }) => [id, 0.7]));
    const ids = (documents: readonly ListingDocument[]) => fuseListings(NEED, documents, nearness).map(({ id }) => id);
    expect([ids(twins), ids(twins.toReversed())]).toEqual([
      ['a', 'b', '\u{1f680}'],
      ['a', 'b', '\u{1f680}'],
    ]);
  });

  test('never leaves 0 to 1', () => {
    const weights = { ...FUSE_WEIGHTS, meaning: { skill: 1, library: 1 } };
    expect(fuseListings(NEED, LIBRARIES, near(1.0001), { fuse: weights })).toMatchObject([{ score: 1 }]);
  });
});

test.each([
  [0.7, { mean: 0.7, deviation: 0.05 }, 0.1],
  [0.9, { mean: 0.7, deviation: 0.05 }, 0.5],
  [0.2, { mean: 0.7, deviation: 0.05 }, 0],
  [1, { mean: 0.5, deviation: 0.01 }, 1],
  [0.9, { mean: 0.9, deviation: 0 }, 0],
])('a cosine of %d, of listings with %o, is told as %d', (cosine, spread, told) => {
  expect(standardised(cosine, spread)).toBeCloseTo(told, 10);
});
