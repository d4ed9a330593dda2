import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexListing, type ListingDocument, libraryDocument, skillDocument } from './listing.ts';
import { rankListings } from './rank-listings.ts';
import { LISTING_WEIGHTS } from './weights.ts';

const SKILLS: readonly ListingDocument[] = [
  skill(
    'navigation',
    '@acme/router',
    'Move between pages with useNavigate, Link and redirect; block leaving with useBlocker.',
  ),
  skill('search-params', '@acme/router', 'Read and write URL search parameters, validate them, fall back to defaults.'),
  skill('links', '@acme/rpc', 'Configure the client: httpBatchLink combines calls, splitLink routes them.'),
  skill('adapter-express', '@acme/rpc', 'Mount procedures in an Express app as middleware.'),
  skill('persistence', '@acme/store', 'Keep collections in SQLite so that they survive a reload.'),
];

const NONE = { skill: 0, library: 0 };
const UNGATED = { ...LISTING_WEIGHTS, minimum: NONE, said: NONE };

describe('rankListings', () => {
  test.each([
    ['redirect the user to another page', [], 'navigation'],
    ['put procedures into our Express application', [], 'adapter-express'],
    ['one request for several calls', ['httpBatchLink'], 'links'],
    ['leave', ['useBlocker', 'beforeunload'], 'navigation'],
  ])('puts what serves a need first: %s %j (A-29)', (need, terms, expected) => {
    expect(rankListings({ need, terms }, SKILLS)[0]?.id).toBe(expected);
  });

  test('says how well and by which words of the query', () => {
    expect(rankListings({ need: 'Mounting in Express', terms: ['middleware'] }, SKILLS)).toEqual([
      { id: 'adapter-express', score: 0.5998, matched: ['mounting', 'express', 'middleware'] },
    ]);
  });

  test.each([
    'Train a small model on our tickets',
    'how do I get this',
    '',
    'Send e-mail to all users who keep collections of stamps',
  ])('gives nothing when nothing fits: %s', (need) => {
    expect(rankListings({ need, terms: [] }, SKILLS)).toEqual([]);
  });

  describe('headings', () => {
    const general = (id: string, headings: readonly string[]): ListingDocument => ({
      ...skill(id, '@acme/web', 'Good habits for applications built on it.'),
      headings,
    });
    const scope = [
      ...SKILLS,
      general('habits', ['Set up', 'Dependency Injection', 'Lifespan events']),
      general('loose', ['Dependency updates', 'Injection attacks']),
    ];
    const found = (need: string) => rankListings({ need, terms: [] }, scope).map(({ id }) => id);

    test.each([
      ['Dependency injection', ['habits']],
      ['lifespan events', ['habits']],
      ['How does one write the injection of a dependency?', ['habits']],
      ['Events of our calendar', []],
      ['Set the table', []],
    ])('one that says the need makes a skill an answer whose description does not: %s (A-29)', (need, expected) => {
      expect(found(need)).toEqual(expected);
    });

    test('one heading counts, not words out of several', () => {
      const ranked = rankListings({ need: 'dependency injection', terms: [] }, scope, { weights: UNGATED });
      expect(ranked.map(({ id, score }) => [id, score])).toEqual([
        ['habits', 0.5806],
        ['loose', 0.2361],
      ]);
    });
  });

  test('of a short need more must be said than one of its words', () => {
    const found = (need: string) => rankListings({ need, terms: [] }, SKILLS).map(({ id }) => id);
    expect(found('SQLite collections')).toEqual(['persistence']);
    expect(found('stamp collections')).toEqual([]);
    expect(found('collections')).toEqual(['persistence']);
  });

  test('a common word in a name is no answer to a need that says more (A-29)', () => {
    const scope = [
      ...SKILLS,
      skill('code-splitting', '@acme/router', 'Split the code of routes, so that pages load faster.'),
    ];
    const found = (need: string) => rankListings({ need, terms: [] }, scope).map(({ id }) => id);
    const score = (need: string) => rankListings({ need, terms: [] }, scope, { weights: UNGATED })[0]?.score;
    expect(found('lint the code')).toEqual([]);
    expect(score('lint the code')).toBe(0.3111);
    expect(found('split the code')).toEqual(['code-splitting']);
  });

  test('a long need tells more than its answer says', () => {
    const need = 'Our shop should move customers between pages after they pay, and block leaving a basket';
    const [answer] = rankListings({ need, terms: [] }, SKILLS, { weights: UNGATED });
    expect(answer).toMatchObject({ id: 'navigation', matched: ['move', 'pages', 'block', 'leaving'] });
    expect(rankListings({ need, terms: [] }, SKILLS).map(({ id }) => id)).toEqual(['navigation']);
    const strict = { ...LISTING_WEIGHTS, enough: 12 };
    expect(rankListings({ need, terms: [] }, SKILLS, { weights: strict })).toEqual([]);
  });

  test('a guess that nobody uses changes nothing', () => {
    const need = 'put procedures into Express';
    expect(rankListings({ need, terms: ['quuxify', 'FrobnicatorFactory'] }, SKILLS)).toEqual(
      rankListings({ need, terms: [] }, SKILLS),
    );
  });

  test.each([['search params', 'query string'], ['searchParams', 'useQueryString'], ['validate search params']])(
    'what a term names is an answer although the need shares no word with it: %s (A-29)',
    (...terms) => {
      const need = 'share the filters of a listing through the address bar';
      expect(rankListings({ need, terms }, SKILLS).map(({ id }) => id)).toEqual(['search-params']);
      expect(rankListings({ need, terms: [] }, SKILLS)).toEqual([]);
    },
  );

  test('one word of a longer name is no name, and loose words of guesses have to say more than those of the need', () => {
    const need = 'share the filters of a listing through the address bar';
    expect(rankListings({ need, terms: ['search'] }, SKILLS)).toEqual([]);
    const query = { need: 'calls of several services', terms: ['combined'] };
    const plain = { ...LISTING_WEIGHTS, minimumWithTerms: 1 };
    const [found] = rankListings(query, SKILLS, { weights: plain });
    const between = { ...plain, minimum: { skill: found?.score ?? 0, library: 0 } };
    expect(rankListings(query, SKILLS, { weights: between }).map(({ id }) => id)).toEqual(['links']);
    expect(rankListings(query, SKILLS, { weights: { ...between, minimumWithTerms: 1.2 } })).toEqual([]);
  });

  test('words of the need that nobody uses count less against what holds a guessed identifier', () => {
    const query = { need: 'warn about unsaved edits when somebody closes the form', terms: ['useBlocker'] };
    const score = (unused: number) => rankListings(query, SKILLS, { weights: { ...UNGATED, unused } })[0];
    expect(score(LISTING_WEIGHTS.unused)?.id).toBe('navigation');
    expect(score(LISTING_WEIGHTS.unused)?.score).toBeGreaterThan(score(1)?.score ?? 1);
    const loose = { ...query, terms: ['blocker'] };
    expect(rankListings(loose, SKILLS, { weights: { ...UNGATED, unused: 0 } })).toEqual(
      rankListings(loose, SKILLS, { weights: { ...UNGATED, unused: 1 } }),
    );
  });

  test('a need that names the product finds its skills', () => {
    const ids = rankListings({ need: 'something with @acme/store', terms: [] }, SKILLS).map(({ id }) => id);
    expect(ids[0]).toBe('persistence');
  });

  test('the name of the product still counts where the project has no other', () => {
    const query = { need: 'Our acme rpc calls should travel in one HTTP request, except the slow report', terms: [] };
    const only = SKILLS.filter(({ library }) => library === '@acme/rpc');
    expect(rankListings(query, only).map(({ id }) => id)).toEqual(['links']);
    expect(rankListings(query, only, { weights: { ...LISTING_WEIGHTS, background: 0 } })).toEqual([]);
  });

  test('ranks candidates by the statistics of their scope as it ranks the scope', () => {
    const query = { need: 'read and write parameters of the URL, with defaults', terms: ['validate'] };
    const holding = (stem: string) => SKILLS.filter((document) => allWords(document).includes(stem)).length;
    const stems = ['read', 'write', 'paramet', 'url', 'default', 'valid'];
    const lengths = { name: 0, description: 0, whenToUse: 1, headings: 1, library: 0 };
    for (const field of ['name', 'description', 'library'] as const) {
      const counts = SKILLS.map((document) => indexListing(document).words[field].split(' ').length);
      lengths[field] = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    }
    const statistics = {
      documents: SKILLS.length,
      frequencies: new Map(stems.map((stem) => [stem, holding(stem)])),
      lengths,
    };
    const whole = rankListings(query, SKILLS);
    expect(whole.map(({ id }) => id)).toEqual(['search-params']);
    const candidates = SKILLS.filter(({ id }) => id === 'search-params');
    expect(rankListings(query, candidates, { statistics })).toEqual(whole);
  });

  test('ranks words taken before as it ranks texts', () => {
    const query = { need: 'redirect to a page', terms: ['useNavigate'] };
    expect(rankListings(query, SKILLS.map(indexListing))).toEqual(rankListings(query, SKILLS));
  });

  test('holds a library to the gate of its ten words', () => {
    const libraries = [
      libraryDocument({ purl: 'pkg:npm/leven@4.0.0', name: 'leven', summary: 'Edit distance of two strings' }),
      libraryDocument({ purl: 'pkg:npm/bare@1.0.0', name: 'bare' }),
    ];
    const need = 'How far apart are these two city names, counted as distance in typing mistakes by users?';
    const [first] = rankListings({ need, terms: [] }, libraries, { weights: UNGATED });
    expect(first).toMatchObject({ id: 'pkg:npm/leven@4.0.0', matched: ['two', 'distance'] });
    const between = { ...LISTING_WEIGHTS, minimum: { skill: 1, library: first?.score ?? 0 } };
    expect(rankListings({ need, terms: [] }, libraries, { weights: between })).toHaveLength(1);
    const asSkills = libraries.map((library): ListingDocument => ({ ...library, kind: 'skill' }));
    expect(rankListings({ need, terms: [] }, asSkills, { weights: between })).toEqual([]);
  });

  test('orders equal scores by id, code point by code point', () => {
    const twins = ['b', '\u{1f680}', 'ﬀ', 'a'].map((id) => ({ ...first(SKILLS), id }));
    const ids = rankListings({ need: 'useNavigate', terms: [] }, twins).map(({ id }) => id);
    expect(ids).toEqual(['a', 'b', 'ﬀ', '\u{1f680}']);
  });

  test('a near duplicate stands next to its original, and the word that differs decides', () => {
    const copy = { ...first(SKILLS), id: 'copy', description: `${first(SKILLS).description} For Preact.` };
    const place = (need: string) => rankListings({ need, terms: [] }, [copy, ...SKILLS]).map(({ id }) => id);
    expect(place('block leaving the pages').slice(0, 2)).toEqual(['navigation', 'copy']);
    expect(place('block leaving the pages in Preact')[0]).toBe('copy');
  });

  test('the order given does not matter, and scores stay between 0 and 1', () => {
    const text = fc.array(fc.constantFrom('batch', 'useLink', 'page', 'SQLite', 'a', '数据库', '42'), { maxLength: 8 });
    const document = fc.record({ name: text, description: text, headings: text, library: text }).map(
      ({ name, description, headings, library }): ListingDocument => ({
        id: JSON.stringify([name, description, headings, library]),
        kind: 'skill',
        name: name.join('-'),
        description: description.join(' '),
        headings,
        library: library.join('/'),
      }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(document, { selector: ({ id }) => id }), text, text, (documents, need, terms) => {
        const query = { need: need.join(' '), terms };
        const ranked = rankListings(query, documents, { weights: UNGATED });
        expect(rankListings(query, documents.toReversed(), { weights: UNGATED })).toEqual(ranked);
        for (const { score, matched } of ranked) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(matched.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('skillDocument', () => {
  test('takes a listing without its body', () => {
    const document = skillDocument(
      {
        id: 'pkg:npm/%40acme/rpc@1.0.0#skills/links',
        path: 'skills/links',
        entry: 'SKILL.md',
        name: 'links',
        description: 'Configure links.',
        whenToUse: 'When calls should be combined.',
        digest: 'sha256:00',
        standing: 'usual',
        trust: 'readable',
        files: [],
        headings: ['Batching'],
        frontmatter: {},
        notes: [],
      },
      '@acme/rpc',
    );
    expect(indexListing(document)).toEqual({
      id: 'pkg:npm/%40acme/rpc@1.0.0#skills/links',
      kind: 'skill',
      words: {
        name: 'link',
        description: 'configur link',
        whenToUse: 'call combin',
        headings: 'batch',
        library: 'acmerpc acm rpc',
      },
    });
  });
});

function skill(name: string, library: string, description: string): ListingDocument {
  return { id: name, kind: 'skill', name, description, library };
}

function allWords(document: ListingDocument): readonly string[] {
  return Object.values(indexListing(document).words).join(' ').split(' ');
}

function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('There is nothing.');
  return item;
}
