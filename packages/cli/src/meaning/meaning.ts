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
import { type Encoder, encoderKey, type VectorRows } from '@skillscope/models';
import { chooseEncoder, type EncoderChoice, TABLE } from './choose-encoder.ts';
import { encodeRows } from './encode-listings.ts';
import { answering, type EncoderAnswer, whyNot } from './encoder-answer.ts';
import { type EncodingProgress, fillArtifacts, fillIndex } from './fill-index.ts';
import { generationOf, isSameModel, PROBE } from './probe.ts';
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
  readonly encoder: EncoderAnswer;
  /** `encoder-unavailable`, `encoder-changed`, `meaning-unavailable`, `meaning-unfinished`. */
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
   * @returns `encoder-unavailable`, `encoder-changed`
   * @throws SkillscopeError where no encoder is there
   */
  fill(
    goOn: () => boolean | Promise<boolean>,
    onProgress?: (progress: EncodingProgress) => void,
  ): Promise<readonly Note[]>;
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
  let model: Model | undefined;

  /** Also encodes what is asked. */
  async function begin(asking: readonly string[]) {
    opening ??= Promise.resolve().then(choice.open);
    const encoder = await opening.catch((error: unknown) => {
      // What is not there now may be there for the next search.
      opening = undefined;
      throw error;
    });
    const stride = Math.ceil(encoder.dimension / 16) * 16;
    const current = vectorStoreId(catalog);
    if (index === undefined || store !== current || index.size > mostRows) index = openVectorIndex(stride);
    store = current;
    const texts = choice.isProbed ? [...asking, PROBE] : asking;
    const asked = texts.length === 0 ? NOTHING_ASKED : await encodeRows(encoder, texts, 'query');
    let space: VectorSpace = { encoder: encoderKey(encoder), stride };
    let isAnother = false;
    if (choice.isProbed) {
      const probe = lastRow(asked);
      const before = model;
      if (before?.store !== current || !isSameModel(before.probe, probe)) {
        const generation = generationOf(catalog, space, probe);
        model = { store: current, probe, space: generation.space };
        isAnother =
          generation.isAnother || (before?.store === current && before.space.encoder !== generation.space.encoder);
        if (before !== undefined) index = openVectorIndex(stride);
      }
      space = model?.space ?? space;
    }
    const notes = isAnother ? [CHANGED] : [];
    return { catalog, space, index, encoder, batch: choice.batch, asked, notes };
  }

  async function fill(
    goOn: () => boolean | Promise<boolean>,
    asking: readonly string[],
    onProgress?: (progress: EncodingProgress) => void,
  ) {
    const here = await begin(asking);
    const isNew = here.index.size === 0;
    const isWhole = await fillIndex({ ...here, goOn, ...(onProgress ? { onProgress } : {}) });
    if (isNew) mostRows = here.index.size * 2 + SPARE_ROWS;
    return { ...here, isWhole };
  }

  async function nearness(query: Query, { artifacts, milliseconds }: Required<NearnessRequest>): Promise<Nearness> {
    const here = await fill(before(milliseconds), [textOf(query)]);
    const time = Math.max(milliseconds, LIMITS.scopeEncodingMilliseconds);
    const isScopeWhole = await fillArtifacts({ ...here, goOn: before(time) }, artifacts);
    const compared = here.index.compare(here.asked);
    const told = choice.isStandardised
      ? standardisedBy(compared.spread())
      : (near: ReadonlyMap<number, number>) => near;
    const scope = new Set(artifacts);
    return {
      inside: told(compared.inside(artifacts)),
      outside: (ecosystems, limit) => compared.outside(scope, ecosystems, limit),
      of: (rows) => told(compared.of(rows)),
      weights: choice.weights,
      encoder: answering(choice, here.encoder),
      notes: [...here.notes, ...(here.isWhole ? [] : [isScopeWhole ? UNFINISHED : SCOPE_UNFINISHED])],
    };
  }

  /** An endpoint that fails may have another model by now, with another dimension. */
  function forget(): void {
    if (choice.isProbed) opening = undefined;
  }

  return {
    async nearness(query, { artifacts, milliseconds = LIMITS.encodingMilliseconds }) {
      try {
        return await nearness(query, { artifacts, milliseconds });
      } catch (error) {
        if (!(error instanceof SkillscopeError)) throw error;
        forget();
        if (instead === undefined) return wordsAlone(error, choice);
        const answer = await instead.nearness(query, { artifacts, milliseconds });
        const encoder = { ...answer.encoder, chosen: choice.name, reason: whyNot(error) };
        return { ...answer, encoder, notes: [encoderUnavailable(error), ...answer.notes] };
      }
    },
    async fill(goOn, onProgress) {
      try {
        return (await fill(goOn, [], onProgress)).notes;
      } catch (error) {
        if (!(error instanceof SkillscopeError)) throw error;
        forget();
        if (instead === undefined) throw error;
        return [encoderUnavailable(error), ...(await instead.fill(goOn, onProgress))];
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

/** The model that answered last, as far as one text tells. */
interface Model {
  /** The database that its vectors are about. */
  readonly store: string;
  readonly probe: VectorRows;
  readonly space: VectorSpace;
}

const NOTHING_ASKED: VectorRows = { stride: 0, scales: new Float32Array(0), rows: new Int8Array(0) };

function lastRow({ stride, scales, rows }: VectorRows): VectorRows {
  return { stride, scales: scales.slice(-1), rows: rows.slice(-stride) };
}

function wordsAlone(error: SkillscopeError, { name }: EncoderChoice): Nearness {
  return {
    inside: new Map(),
    outside: () => [],
    of: () => new Map(),
    weights: TABLE_WEIGHTS,
    encoder: { chosen: name, used: 'words', reason: whyNot(error) },
    notes: [{ code: 'meaning-unavailable', message: error.message }],
  };
}

function encoderUnavailable(error: SkillscopeError): Note {
  return {
    code: 'encoder-unavailable',
    message: `Meanings were compared by the table that ships with skillscope, since the chosen encoder cannot answer. ${whyNot(error)}`,
  };
}

const CHANGED: Note = {
  code: 'encoder-changed',
  message:
    'Another model answers at the endpoint under this name than before. What that one encoded is not used any more; it is encoded anew.',
};

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
