import { DamagedError } from './failure.ts';

/** Reads back what `writeJson` made. Throws `DamagedError` when the text is no JSON: then the file is damaged. */
export function readJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new DamagedError('a row is no JSON', { cause: error });
  }
}

/** JSON of any value that a frontmatter can hold; numbers beyond JSON's become text. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // A big integer, which is rare; asking about each value takes ten times as long.
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
  }
}
