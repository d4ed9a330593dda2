import { cleanLine, type Note } from '@skillscope/core';

export type CatalogNoteCode =
  | 'cache-unavailable'
  | 'cache-busy'
  | 'cache-rebuilt'
  | 'cache-newer'
  | 'cache-read-only'
  | 'cache-not-written'
  | 'cache-not-cleared'
  | 'cache-damaged';

/** A remark about the cache in `directory`; `cause` is what the system said. */
export function note(code: CatalogNoteCode, directory: string, cause: string): Note {
  return {
    code,
    message: MESSAGES[code](`The cache in "${cleanLine(directory, PLACE_CHARACTERS)}"`, cleanLine(cause)),
  };
}

/** Characters shown of a directory's path, which anybody may have set. */
const PLACE_CHARACTERS = 500;

const MESSAGES: Readonly<Record<CatalogNoteCode, (cache: string, cause: string) => string>> = {
  'cache-unavailable': (cache, cause) =>
    `${cache} cannot be used (${cause}), so everything is read again each time. Set SKILLSCOPE_CACHE to a directory that can be written.`,
  'cache-busy': (cache, cause) =>
    `${cache} is in use by another process (${cause}), so this answer was made without it.`,
  'cache-rebuilt': (cache, cause) =>
    `${cache} was damaged (${cause}) and is built anew. The damaged one lies beside it until the next time.`,
  'cache-newer': (cache) =>
    `${cache} belongs to a newer version of skillscope and is left alone, so everything is read again each time.`,
  'cache-read-only': (cache, cause) =>
    `${cache} can be read but not written (${cause}), so what is new in this project is read again each time.`,
  'cache-not-written': (cache, cause) =>
    `${cache} could not be written (${cause}). This process goes on with a copy in memory.`,
  'cache-not-cleared': (cache, cause) => `${cache} could not be removed (${cause}).`,
  'cache-damaged': (cache, cause) => `${cache} is damaged (${cause}). The next command that needs it builds it anew.`,
};
