import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import {
  cleanLine,
  type EncoderWeights,
  SENTENCE_WEIGHTS,
  SkillscopeError,
  TABLE_WEIGHTS,
  UNTUNED_WEIGHTS,
} from '@skillscope/core';
import {
  checkEndpoint,
  checkMiniLm,
  type Encoder,
  type EndpointOptions,
  type OnnxEngineName,
  openEndpoint,
  openMiniLm,
  openStaticTable,
} from '@skillscope/models';
import { SETTINGS } from '../settings.ts';

/** The encoder that a search uses, and what has to be known of it. */
export interface EncoderChoice {
  /** As the environment calls it. */
  readonly name: string;
  /** @throws SkillscopeError where it is not there */
  open(): Encoder | Promise<Encoder>;
  /**
   * What would run it, without loading a model or asking anybody.
   * @throws SkillscopeError as `open`, as far as that shows
   */
  check(): Promise<OnnxEngineName | undefined>;
  readonly weights: EncoderWeights;
  /** Whether nearness is told as distance from the mean, for want of a known scale. */
  readonly isStandardised: boolean;
  /** Artifacts encoded between two looks at the clock. */
  readonly batch: number;
  /** Whether another model may answer under the same identity, so that it is told by what it makes of one text. */
  readonly isProbed: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const TABLE: EncoderChoice = {
  name: 'table',
  open: () => openStaticTable(),
  check: async () => undefined,
  weights: TABLE_WEIGHTS,
  isStandardised: false,
  batch: 256,
  isProbed: false,
};

/**
 * What the user's environment chooses; nothing of a project does. Opening an encoder that is named wrongly fails as
 * opening one that is not there does.
 */
export function chooseEncoder(environment: Environment): EncoderChoice {
  const named = environment[SETTINGS.encoder.variable] || 'table';
  if (named === 'table') return TABLE;
  if (named === 'minilm') {
    return {
      name: named,
      open: async () => openMiniLm({ directory: modelDirectory(environment) }),
      check: async () => checkMiniLm(modelDirectory(environment)),
      weights: SENTENCE_WEIGHTS,
      isStandardised: false,
      batch: 8,
      isProbed: false,
    };
  }
  const options = () => (named === 'endpoint' ? endpointOf(environment) : unknownEncoder(named));
  return {
    name: cleanLine(named, NAME_CHARACTERS),
    open: async () => openEndpoint(options()),
    check: async () => {
      checkEndpoint(options());
      return undefined;
    },
    weights: UNTUNED_WEIGHTS,
    isStandardised: true,
    batch: ENDPOINT_BATCH,
    isProbed: true,
  };
}

/** Of a name that is none. */
const NAME_CHARACTERS = 40;

/** A relative one would be read below whatever project is asked about, and an engine loaded from there. */
function modelDirectory(environment: Environment): string {
  const { variable } = SETTINGS.models;
  const directory = environment[variable];
  if (directory && isAbsolute(directory)) return directory;
  throw new SkillscopeError('model-missing', `${variable} is no absolute path of a directory`, {
    hint: 'It names the directory that holds the file of the sentence model.',
  });
}

/** Somebody waits: a request that takes longer is given up. */
const ENDPOINT_MILLISECONDS = 10_000;
const ENDPOINT_BATCH = 32;

function endpointOf(environment: Environment): EndpointOptions {
  const [url, model] = [SETTINGS.endpointUrl, SETTINGS.endpointModel].map(({ variable }) => {
    const value = environment[variable];
    if (value) return value;
    throw new SkillscopeError('model-missing', `${variable} is not set`, {
      hint: 'An endpoint needs its address and a model.',
    });
  });
  const apiKey = environment[SETTINGS.endpointKey.variable];
  const query = environment[SETTINGS.endpointQueryPrefix.variable];
  const document = environment[SETTINGS.endpointDocumentPrefix.variable];
  return {
    url: url ?? '',
    model: model ?? '',
    // Two endpoints may know different models by one name.
    revision: createHash('sha256')
      .update(url ?? '')
      .digest('hex')
      .slice(0, 12),
    prefixes: { ...(query ? { query } : {}), ...(document ? { document } : {}) },
    batch: ENDPOINT_BATCH,
    timeout: ENDPOINT_MILLISECONDS,
    retries: 1,
    ...(apiKey ? { apiKey } : {}),
  };
}

function unknownEncoder(named: string): never {
  throw new SkillscopeError('model-missing', `${SETTINGS.encoder.variable} is ${JSON.stringify(named)}`, {
    hint: 'It is table, minilm or endpoint.',
  });
}
