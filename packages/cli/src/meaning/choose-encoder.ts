import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import {
  type EncoderWeights,
  SENTENCE_WEIGHTS,
  SkillscopeError,
  TABLE_WEIGHTS,
  UNTUNED_WEIGHTS,
} from '@skillscope/core';
import { type Encoder, openEndpoint, openMiniLm, openStaticTable } from '@skillscope/models';
import { SETTINGS } from '../settings.ts';

/** The encoder that a search uses, and what has to be known of it. */
export interface EncoderChoice {
  /** @throws SkillscopeError where it is not there */
  open(): Encoder | Promise<Encoder>;
  readonly weights: EncoderWeights;
  /** Whether nearness is told as distance from the mean, for want of a known scale. */
  readonly isStandardised: boolean;
  /** Artifacts encoded between two looks at the clock. */
  readonly batch: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const TABLE: EncoderChoice = {
  open: () => openStaticTable(),
  weights: TABLE_WEIGHTS,
  isStandardised: false,
  batch: 256,
};

/**
 * What the user's environment chooses; nothing of a project does. Opening an encoder that is named wrongly fails as
 * opening one that is not there does.
 */
export function chooseEncoder(environment: Environment): EncoderChoice {
  const named = environment[SETTINGS.encoder.variable] || 'table';
  if (named === 'table') return TABLE;
  if (named === 'minilm') {
    const open = async () => openMiniLm({ directory: modelDirectory(environment) });
    return { open, weights: SENTENCE_WEIGHTS, isStandardised: false, batch: 8 };
  }
  const open = async () => (named === 'endpoint' ? openNamedEndpoint(environment) : unknownEncoder(named));
  return { open, weights: UNTUNED_WEIGHTS, isStandardised: true, batch: ENDPOINT_BATCH };
}

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

function openNamedEndpoint(environment: Environment): Promise<Encoder> {
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
  return openEndpoint({
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
  });
}

function unknownEncoder(named: string): never {
  throw new SkillscopeError('model-missing', `${SETTINGS.encoder.variable} is ${JSON.stringify(named)}`, {
    hint: 'It is table, minilm or endpoint.',
  });
}
