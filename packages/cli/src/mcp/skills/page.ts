import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/**
 * The items after a cursor. A cursor names the last item that was given, so that a list which changes between two pages
 * repeats and leaves out nothing that stayed. `items` are ordered by `key`, as code units compare.
 *
 * @throws ProtocolError for a cursor that no page ended with
 */
export function pageAfter<T>(
  items: readonly T[],
  cursor: string | undefined,
  key: (item: T) => string,
  size: number,
): Page<T> {
  const after = cursor === undefined ? '' : decodeCursor(cursor);
  const rest = items.filter((item) => key(item) > after);
  const page = rest.slice(0, size);
  const last = page.at(-1);
  return rest.length > page.length && last !== undefined
    ? { items: page, nextCursor: encodeCursor(key(last)) }
    : { items: page };
}

const PREFIX = 'after ';

function encodeCursor(key: string): string {
  return Buffer.from(PREFIX + key).toString('base64url');
}

function decodeCursor(cursor: string): string {
  const decoded = Buffer.from(cursor, 'base64url').toString();
  if (decoded.startsWith(PREFIX)) return decoded.slice(PREFIX.length);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no page with this cursor.');
}
