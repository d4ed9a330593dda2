import { type Catalog, readListingTextsOf, type VectorSpace, vectorStoreId } from '@skillscope/catalog';
import { LIMITS, type Note, type Query, SkillscopeError } from '@skillscope/core';
import { type Encoder, encoderKey, openStaticTable } from '@skillscope/models';
import { encodeListings, encodeRows } from './encode-listings.ts';
import { fillIndex } from './fill-index.ts';
import { isIn } from './ranges.ts';
import { openVectorIndex, type VectorIndex } from './vector-index.ts';

/** How near everything that a catalog holds is to one query. */
export interface Nearness {
  /** Of every listing in scope, by its row of the search. */
  readonly inside: ReadonlyMap<number, number>;
  /** Rows of the nearest listings of all other artifacts of some ecosystems, best first. */
  outside(ecosystems: readonly string[], limit: number): readonly number[];
  /** Of single listings, by their rows; those that are not known are left out. */
  of(rows: readonly number[]): ReadonlyMap<number, number>;
  /** `meaning-unavailable`, `meaning-unfinished`. */
  readonly notes: readonly Note[];
}

export interface NearnessRequest {
  /** Numbers of the artifacts in scope. */
  readonly artifacts: readonly number[];
  /** How long listings may be encoded that nobody encoded yet. Default `LIMITS.encodingMilliseconds`. */
  readonly milliseconds?: number;
}

/** Search by meaning over one catalog. The encoder and all vectors stay in memory as long as the catalog does. */
export interface Meaning {
  /** Never throws for a missing encoder or a bad cache: words have to do then. */
  nearness(query: Query, request: NearnessRequest): Promise<Nearness>;
  /** Encodes all that is missing. `goOn` is asked now and then; it may reject. */
  fill(goOn: () => boolean | Promise<boolean>): Promise<boolean>;
}

const opened = new WeakMap<Catalog, Meaning>();

/** The same for the same catalog. Costs nothing before it is asked. */
export function meaningOf(catalog: Catalog): Meaning {
  const known = opened.get(catalog);
  if (known) return known;
  const made = openMeaning(catalog, openStaticTable);
  opened.set(catalog, made);
  return made;
}

export function openMeaning(catalog: Catalog, openEncoder: () => Encoder): Meaning {
  let encoder: Encoder | undefined;
  let index: VectorIndex | undefined;
  let store = '';
  let mostRows = Number.POSITIVE_INFINITY;

  function begin() {
    encoder ??= openEncoder();
    const stride = Math.ceil(encoder.dimension / 16) * 16;
    const space: VectorSpace = { encoder: encoderKey(encoder), stride };
    const current = vectorStoreId(catalog);
    if (index === undefined || store !== current || index.size > mostRows) index = openVectorIndex(stride);
    store = current;
    return { catalog, space, index, encoder };
  }

  async function fill(goOn: () => boolean | Promise<boolean>) {
    const here = begin();
    const isNew = here.index.size === 0;
    const isWhole = await fillIndex({ ...here, goOn });
    if (isNew) mostRows = here.index.size * 2 + SPARE_ROWS;
    return { ...here, isWhole };
  }

  return {
    async nearness(query, { artifacts, milliseconds = LIMITS.encodingMilliseconds }) {
      try {
        const deadline = performance.now() + milliseconds;
        const here = await fill(() => performance.now() < deadline);
        const asked = await encodeRows(here.encoder, [textOf(query)], 'query');
        const compared = here.index.compare(asked);
        const late = await compareLate(here, asked, artifacts);
        const scope = new Set(artifacts);
        return {
          inside: new Map([...compared.inside(artifacts), ...late]),
          outside: (ecosystems, limit) => compared.outside(scope, ecosystems, limit),
          of: compared.of,
          notes: here.isWhole ? [] : [UNFINISHED],
        };
      } catch (error) {
        if (!(error instanceof SkillscopeError)) throw error;
        return unavailable(error);
      }
    },
    fill: async (goOn) => (await fill(goOn)).isWhole,
  };

  /** Listings in scope that are not in the index for lack of time: they are few, and the first to matter. */
  async function compareLate(
    here: ReturnType<typeof begin>,
    asked: Awaited<ReturnType<typeof encodeRows>>,
    artifacts: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const missing = artifacts.filter((artifact) => !isIn(artifact, here.index.covered));
    if (missing.length === 0) return new Map();
    const texts = readListingTextsOf(catalog, missing);
    const whole = { after: 0, upTo: Math.max(...missing) };
    const own = openVectorIndex(here.space.stride);
    own.add(await encodeListings(here.encoder, texts, whole));
    return own.compare(asked).inside(missing);
  }
}

/** A process that lives long holds vectors of artifacts that are gone; with so many rows more than twice it begins anew. */
const SPARE_ROWS = 10_000;

/** Words have to do then. */
function unavailable({ message }: SkillscopeError): Nearness {
  return {
    inside: new Map(),
    outside: () => [],
    of: () => new Map(),
    notes: [{ code: 'meaning-unavailable', message }],
  };
}

const UNFINISHED: Note = {
  code: 'meaning-unfinished',
  message:
    'Not everything outside the project was compared by meaning yet; each search goes on for a moment, `skillscope cache warm` does it all at once.',
};

function textOf({ need, terms }: Query): string {
  return [need, ...terms].join(' ');
}
