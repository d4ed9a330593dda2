import { type Catalog, type VectorSpace, vectorStoreId } from '@skillscope/catalog';
import {
  type EncoderWeights,
  LIMITS,
  type NearnessSpread,
  type Note,
  type Query,
  SkillscopeError,
  standardised,
  TABLE_WEIGHTS,
} from '@skillscope/core';
import { type Encoder, encoderKey } from '@skillscope/models';
import { chooseEncoder, type EncoderChoice, TABLE } from './choose-encoder.ts';
import { encodeRows } from './encode-listings.ts';
import { fillArtifacts, fillIndex } from './fill-index.ts';
import { openVectorIndex, type VectorIndex } from './vector-index.ts';

/** How near everything that a catalog holds is to one query. */
export interface Nearness {
  /** Of every listing in scope, by its row of the search. */
  readonly inside: ReadonlyMap<number, number>;
  /** Rows of the nearest listings of all other artifacts of some ecosystems, best first. */
  outside(ecosystems: readonly string[], limit: number): readonly number[];
  /** Of single listings, by their rows; those that are not known are left out. */
  of(rows: readonly number[]): ReadonlyMap<number, number>;
  /** How it is joined with words. */
  readonly weights: EncoderWeights;
  /** `encoder-unavailable`, `meaning-unavailable`, `meaning-unfinished`. */
  readonly notes: readonly Note[];
}

export interface NearnessRequest {
  /** Numbers of the artifacts in scope. */
  readonly artifacts: readonly number[];
  /** How long listings may be encoded that nobody encoded yet. Default `LIMITS.encodingMilliseconds`. */
  readonly milliseconds?: number;
}

/** Search by meaning over one catalog. The encoder and its vectors stay in memory as long as the catalog does. */
export interface Meaning {
  /** Never throws for a missing encoder or a bad cache: words have to do then. */
  nearness(query: Query, request: NearnessRequest): Promise<Nearness>;
  /**
   * Encodes all that is missing. `goOn` is asked now and then; it may reject.
   * @returns `encoder-unavailable`
   * @throws SkillscopeError where no encoder is there
   */
  fill(goOn: () => boolean | Promise<boolean>): Promise<readonly Note[]>;
}

const opened = new WeakMap<Catalog, Meaning>();

/**
 * The same for the same catalog. Costs nothing before it is asked.
 * @param environment the user's: it chooses the encoder. One that is not there is replaced by the table, with a note
 */
export function meaningOf(catalog: Catalog, environment: Readonly<Record<string, string | undefined>>): Meaning {
  const known = opened.get(catalog);
  if (known) return known;
  const choice = chooseEncoder(environment);
  const made = openMeaning(catalog, choice, choice === TABLE ? undefined : openMeaning(catalog, TABLE));
  opened.set(catalog, made);
  return made;
}

/** @param instead what answers where the encoder cannot; the words alone do by default */
export function openMeaning(catalog: Catalog, choice: EncoderChoice, instead?: Meaning): Meaning {
  let opening: Promise<Encoder> | undefined;
  let index: VectorIndex | undefined;
  let store = '';
  let mostRows = Number.POSITIVE_INFINITY;

  async function begin() {
    opening ??= Promise.resolve().then(choice.open);
    const encoder = await opening.catch((error: unknown) => {
      // What is not there now may be there for the next search.
      opening = undefined;
      throw error;
    });
    const stride = Math.ceil(encoder.dimension / 16) * 16;
    const space: VectorSpace = { encoder: encoderKey(encoder), stride };
    const current = vectorStoreId(catalog);
    if (index === undefined || store !== current || index.size > mostRows) index = openVectorIndex(stride);
    store = current;
    return { catalog, space, index, encoder, batch: choice.batch };
  }

  async function fill(goOn: () => boolean | Promise<boolean>) {
    const here = await begin();
    const isNew = here.index.size === 0;
    const isWhole = await fillIndex({ ...here, goOn });
    if (isNew) mostRows = here.index.size * 2 + SPARE_ROWS;
    return { ...here, isWhole };
  }

  async function nearness(query: Query, { artifacts, milliseconds }: Required<NearnessRequest>): Promise<Nearness> {
    const here = await fill(before(milliseconds));
    const time = Math.max(milliseconds, LIMITS.scopeEncodingMilliseconds);
    const isScopeWhole = await fillArtifacts({ ...here, goOn: before(time) }, artifacts);
    const asked = await encodeRows(here.encoder, [textOf(query)], 'query');
    const compared = here.index.compare(asked);
    const told = choice.isStandardised
      ? standardisedBy(compared.spread())
      : (near: ReadonlyMap<number, number>) => near;
    const scope = new Set(artifacts);
    return {
      inside: told(compared.inside(artifacts)),
      outside: (ecosystems, limit) => compared.outside(scope, ecosystems, limit),
      of: (rows) => told(compared.of(rows)),
      weights: choice.weights,
      notes: here.isWhole ? [] : [isScopeWhole ? UNFINISHED : SCOPE_UNFINISHED],
    };
  }

  return {
    async nearness(query, { artifacts, milliseconds = LIMITS.encodingMilliseconds }) {
      try {
        return await nearness(query, { artifacts, milliseconds });
      } catch (error) {
        if (!(error instanceof SkillscopeError)) throw error;
        if (instead === undefined) return wordsAlone(error);
        const answer = await instead.nearness(query, { artifacts, milliseconds });
        return { ...answer, notes: [encoderUnavailable(error), ...answer.notes] };
      }
    },
    async fill(goOn) {
      try {
        await fill(goOn);
        return [];
      } catch (error) {
        if (!(error instanceof SkillscopeError) || instead === undefined) throw error;
        return [encoderUnavailable(error), ...(await instead.fill(goOn))];
      }
    },
  };
}

function before(milliseconds: number): () => boolean {
  const deadline = performance.now() + milliseconds;
  return () => performance.now() < deadline;
}

function standardisedBy(spread: NearnessSpread) {
  return (near: ReadonlyMap<number, number>): ReadonlyMap<number, number> =>
    new Map([...near].map(([row, cosine]) => [row, standardised(cosine, spread)]));
}

/** A process that lives long holds vectors of artifacts that are gone; with so many rows more than twice it begins anew. */
const SPARE_ROWS = 10_000;

function wordsAlone({ message }: SkillscopeError): Nearness {
  return {
    inside: new Map(),
    outside: () => [],
    of: () => new Map(),
    weights: TABLE_WEIGHTS,
    notes: [{ code: 'meaning-unavailable', message }],
  };
}

function encoderUnavailable({ message, hint }: SkillscopeError): Note {
  const why = [message, hint ?? ''].map((text) => text.replace(/[.:]$/, '')).filter((text) => text !== '');
  return {
    code: 'encoder-unavailable',
    message: `Meanings were compared by the table that ships with skillscope, since the chosen encoder cannot answer. ${why.join('. ')}.`,
  };
}

const UNFINISHED: Note = {
  code: 'meaning-unfinished',
  message:
    'Not everything outside the project was compared by meaning yet; each search goes on for a moment, `skillscope cache warm` does it all at once.',
};

const SCOPE_UNFINISHED: Note = {
  code: 'meaning-unfinished',
  message:
    'Not everything in the project was compared by meaning yet; each search goes on for a moment, `skillscope cache warm` does it all at once.',
};

function textOf({ need, terms }: Query): string {
  return [need, ...terms].join(' ');
}
