import { cleanLine, inspectText, LIMITS } from '@skillscope/core';

export interface EndpointRequest {
  readonly url: string;
  readonly model: string;
  readonly texts: readonly string[];
  readonly apiKey?: string;
  /** What each vector must have; any, but all the same, by default. */
  readonly dimension?: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** What an endpoint did instead of answering. The message follows the endpoint's name. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure';
  /** Whether the same request may succeed later. */
  readonly mayPass: boolean;
  readonly hint: string;

  constructor(message: string, hint: string, mayPass: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
    this.mayPass = mayPass;
  }
}

/** Characters quoted of what an endpoint says about a failure. */
const QUOTED = 200;
const TOO_MANY = 429;
const TIMED_OUT = 408;
const SERVER_FAULT = 500;
const OTHER_ANSWER =
  'Check that the address is that of an OpenAI-compatible embeddings interface and the model makes embeddings.';

/** One request, without another try. @throws EndpointFailure, or the reason of the caller's signal */
export async function requestVectors(request: EndpointRequest): Promise<Float32Array[]> {
  // Signals that others are made of can be collected while an answer is still being read; this one is held here.
  const end = new AbortController();
  const giveUp = () => end.abort();
  const timer = setTimeout(giveUp, request.timeout);
  request.signal.addEventListener('abort', giveUp);
  try {
    request.signal.throwIfAborted();
    const response = await fetch(request.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(request.apiKey === undefined ? {} : { authorization: `Bearer ${request.apiKey}` }),
      },
      body: JSON.stringify({ model: request.model, input: request.texts, encoding_format: 'float' }),
      // A key sent to one host is not for the next.
      redirect: 'error',
      signal: end.signal,
    });
    const text = await readBounded(response, end.signal);
    if (!response.ok) throw refused(response.status, quoted(text, request.apiKey));
    return vectorsOf(text, request);
  } catch (error) {
    if (error instanceof EndpointFailure) throw error;
    request.signal.throwIfAborted();
    if (end.signal.aborted) {
      throw new EndpointFailure(
        `did not answer within ${request.timeout} ms`,
        'Check that it runs, or allow it more time.',
        true,
        error,
      );
    }
    throw new EndpointFailure(
      `cannot be reached: ${reasonOf(error)}`,
      'Check that it runs and that the address is right.',
      true,
      error,
    );
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', giveUp);
  }
}

function refused(status: number, said: string): EndpointFailure {
  const message = `answered ${status}${said === '' ? '' : `: ${said}`}`;
  if (status === 401 || status === 403) return new EndpointFailure(message, 'Check the key that is sent to it.', false);
  if (status === TOO_MANY || status === TIMED_OUT || status >= SERVER_FAULT) {
    return new EndpointFailure(message, 'Try again later, or with fewer texts in a request.', true);
  }
  return new EndpointFailure(message, 'Check the address, the name of the model and how much text it takes.', false);
}

/** Vectors in the order of the texts, whatever the order of the answer. */
function vectorsOf(text: string, { texts, dimension }: EndpointRequest): Float32Array[] {
  const vectors: (Float32Array | undefined)[] = new Array(texts.length).fill(undefined);
  for (const [place, entry] of entriesOf(text).entries()) {
    const { index = place, embedding } = (entry ?? {}) as { readonly index?: unknown; readonly embedding?: unknown };
    const vector = Array.isArray(embedding) && embedding.every(isNumber) ? Float32Array.from(embedding) : undefined;
    // A number may be too large for 32 bits.
    if (typeof index === 'number' && index in vectors && vector?.every(Number.isFinite)) vectors[index] = vector;
  }
  const expected = dimension ?? vectors[0]?.length ?? 0;
  return vectors.map((vector) => {
    if (vector === undefined)
      throw new EndpointFailure(`gave no vector for each of ${texts.length} texts`, OTHER_ANSWER, false);
    if (vector.length === expected && expected > 0 && expected <= LIMITS.vectorDimension) return vector;
    const wanted = vector.length === expected ? `at most ${LIMITS.vectorDimension}` : expected;
    throw new EndpointFailure(`gave a vector of ${vector.length} numbers instead of ${wanted}`, OTHER_ANSWER, false);
  });
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function entriesOf(text: string): readonly unknown[] {
  try {
    const { data } = (JSON.parse(text) ?? {}) as { readonly data?: unknown };
    if (Array.isArray(data)) return data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new EndpointFailure('gave an answer that is no list of embeddings', OTHER_ANSWER, false);
}

async function readBounded({ body }: Response, signal: AbortSignal): Promise<string> {
  const reader = body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      size += part.value.length;
      if (size > LIMITS.endpointAnswerBytes) {
        throw new EndpointFailure(`answered with more than ${LIMITS.endpointAnswerBytes} bytes`, OTHER_ANSWER, false);
      }
      chunks.push(part.value);
    }
  } finally {
    cancel();
  }
  signal.throwIfAborted();
  return Buffer.concat(chunks).toString('utf8');
}

function quoted(text: string, apiKey: string | undefined): string {
  const hidden = apiKey === undefined || apiKey === '' ? text : text.replaceAll(apiKey, '…');
  const shown = cleanLine(hidden, QUOTED);
  return inspectText(shown).length > 0 ? '' : shown;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cleanLine(cause instanceof Error ? cause.message || cause.name : String(cause));
}
