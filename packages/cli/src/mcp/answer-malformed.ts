import { Transform } from 'node:stream';
import { INVALID_REQUEST, PARSE_ERROR, parseJSONRPCMessage } from '@modelcontextprotocol/server';

/** Bytes of one message that is looked at; the protocol library takes no larger ones either and ends there. */
const MESSAGE_BYTES = 10_485_760;

const NEWLINE = 10;

/**
 * Passes on the lines that are messages of the protocol, and answers the others with the error that JSON-RPC has for
 * them, since the protocol library drops them without a word and a client would wait for ever. What asks for no answer
 * gets none: notifications, and responses.
 */
export function answerMalformed(answer: (line: string) => void): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const line = Buffer.concat([...held, chunk.subarray(start, end + 1)]);
        [held, bytes, start] = [[], 0, end + 1];
        const error = line.length > MESSAGE_BYTES ? undefined : errorFor(line.toString());
        if (error === undefined) this.push(line);
        else if (error !== 'none') answer(`${JSON.stringify(error)}\n`);
      }
      const rest = chunk.subarray(start);
      held.push(rest);
      bytes += rest.length;
      if (bytes > MESSAGE_BYTES) {
        this.push(Buffer.concat(held));
        [held, bytes] = [[], 0];
      }
      done();
    },
  });
}

/** `none`: nothing to say, and nothing to pass on. */
function errorFor(line: string): object | 'none' | undefined {
  if (line.trim() === '') return 'none';
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return errorOf(null, PARSE_ERROR, 'This line is not JSON.');
  }
  try {
    parseJSONRPCMessage(value);
    return undefined;
  } catch {
    if (Array.isArray(value)) return errorOf(null, INVALID_REQUEST, 'Messages are taken one by one, not as a batch.');
    if (typeof value !== 'object' || value === null) return errorOf(null, INVALID_REQUEST, 'A message is an object.');
    return errorForObject(value as Record<string, unknown>);
  }
}

function errorForObject(message: Record<string, unknown>): object | 'none' {
  const { id, method, params, jsonrpc } = message;
  if ('result' in message || 'error' in message) return 'none';
  if (id === undefined && typeof method === 'string') return 'none';
  const known = typeof id === 'string' || Number.isInteger(id) ? id : null;
  return errorOf(known, INVALID_REQUEST, whatIsWrong(jsonrpc, method, known, params));
}

function whatIsWrong(jsonrpc: unknown, method: unknown, id: unknown, params: unknown): string {
  if (jsonrpc !== '2.0') return '`jsonrpc` must be "2.0".';
  if (typeof method !== 'string') return '`method` must be a text.';
  if (id === null) return '`id` must be a text or a whole number.';
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  return params === undefined || isObject ? 'This is no request of the protocol.' : '`params` must be an object.';
}

function errorOf(id: unknown, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
