import { LIMITS, SkillscopeError } from '@skillscope/core';
import pRetry from 'p-retry';
import type { EncodedKind, Encoder } from '../encoder.ts';
import { toUnitLength } from '../vector-math.ts';
import { EndpointFailure, type EndpointRequest, requestVectors } from './request-vectors.ts';

export interface EndpointOptions {
  /** The base of the interface, such as `http://localhost:11434/v1`; `/embeddings` is put behind it. */
  readonly url: string;
  /** The model's name, as the endpoint knows it. */
  readonly model: string;
  /** Sent as a bearer token; never shown in a message. */
  readonly apiKey?: string;
  /** Changes when another model answers under the same name; `unknown` by default. */
  readonly revision?: string;
  /** Numbers in a vector. Asked from the endpoint with one short text by default. */
  readonly dimension?: number;
  /** What the model wants before a text of each kind; nothing by default. */
  readonly prefixes?: Readonly<Partial<Record<EncodedKind, string>>>;
  /** Texts in one request, 64 by default. */
  readonly batch?: number;
  /** Milliseconds that one request may take, 30,000 by default. */
  readonly timeout?: number;
  /** Tries after the first where the failure may pass, 2 by default. */
  readonly retries?: number;
  /** Milliseconds before the first such try, 500 by default; doubled before each further one. */
  readonly retryDelay?: number;
}

/**
 * Opens a model behind an endpoint that speaks OpenAI's embeddings interface. Vectors are brought to length 1.
 * @throws SkillscopeError `usage` for an address that is none, `model-unavailable` where the dimension has to be asked
 * and the endpoint does not answer
 */
export async function openEndpoint(options: EndpointOptions): Promise<Encoder> {
  const { model, apiKey, revision = 'unknown', batch = 64 } = options;
  const url = embeddingsUrl(options.url);
  const prefixes = { query: options.prefixes?.query ?? '', document: options.prefixes?.document ?? '' };
  const closed = new AbortController();

  const ask = (texts: readonly string[], dimension: number | undefined, given: AbortSignal | undefined) =>
    answered(options, {
      url,
      model,
      texts,
      timeout: options.timeout ?? 30_000,
      signal: given === undefined ? closed.signal : AbortSignal.any([given, closed.signal]),
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(dimension === undefined ? {} : { dimension }),
    });
  const dimension = options.dimension ?? (await ask(['dimension'], undefined, undefined))[0]?.length ?? 0;

  return {
    id: `endpoint:${model}`,
    revision,
    dimension,
    prefixes,
    normalised: true,
    engine: 'endpoint',
    encode: async (texts, kind, { signal } = {}) => {
      const prepared = texts.map((text) => prefixes[kind] + text.slice(0, LIMITS.encodedCharacters));
      const vectors: Float32Array[] = [];
      for (let first = 0; first < prepared.length; first += batch) {
        vectors.push(...(await ask(prepared.slice(first, first + batch), dimension, signal)));
      }
      return vectors.map(toUnitLength);
    },
    close: async () => closed.abort(),
  };
}

/**
 * Asks nobody.
 * @throws SkillscopeError `usage` for an address that is none
 */
export function checkEndpoint({ url }: Pick<EndpointOptions, 'url'>): void {
  embeddingsUrl(url);
}

function embeddingsUrl(base: string): string {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new SkillscopeError('usage', 'The address of the embedding endpoint is no http address without a password', {
      hint: 'Give its base, such as http://localhost:11434/v1, and the key apart from it.',
    });
  }
  url.pathname = `${url.pathname.replace(/\/$/, '')}/embeddings`;
  return url.href;
}

async function answered(
  { retries = 2, retryDelay = 500 }: EndpointOptions,
  request: EndpointRequest,
): Promise<Float32Array[]> {
  try {
    return await pRetry(() => requestVectors(request), {
      retries,
      minTimeout: retryDelay,
      signal: request.signal,
      shouldRetry: ({ error }) => error instanceof EndpointFailure && error.mayPass,
    });
  } catch (error) {
    if (!(error instanceof EndpointFailure)) throw error;
    throw new SkillscopeError(
      'model-unavailable',
      `The embedding endpoint ${new URL(request.url).origin} ${error.message}`,
      {
        hint: error.hint,
        cause: error,
      },
    );
  }
}
