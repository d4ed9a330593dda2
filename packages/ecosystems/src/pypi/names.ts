import { cleanLine, LIMITS } from '@skillscope/core';

/** What the index takes as a name. Nothing in it can spell another directory. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
/** Longest name; the longest on the index stay below 100. */
const NAME_CHARACTERS = 214;
/** Longest version kept. */
const VERSION_CHARACTERS = 128;
/** What nearly every version is made of; nothing in it needs cleaning. */
const PLAIN = /^[\w.!+-]+$/;
/** Printable ASCII with single blanks; what cleaning would leave as it is. */
const PLAIN_LINE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

export function isName(text: unknown): text is string {
  return typeof text === 'string' && text.length <= NAME_CHARACTERS && NAME.test(text);
}

/** The form in which two spellings of one name are equal: lower case, with one `-` for every run of `-`, `_` and `.`. */
export function normalName(name: string): string {
  return NORMAL.test(name) ? name : name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** What normalising would leave as it is, as it does most names. */
const NORMAL = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A version fit to be shown; `undefined` for what is none. */
export function cleanVersion(version: unknown): string | undefined {
  if (typeof version !== 'string' || version === '') return undefined;
  return PLAIN.test(version)
    ? version.slice(0, VERSION_CHARACTERS)
    : cleanLine(version, VERSION_CHARACTERS) || undefined;
}

/** A one-line description fit to be shown; `undefined` when nothing of it is. */
export function cleanSummary(summary: string | undefined): string | undefined {
  if (!summary || summary === 'UNKNOWN') return undefined;
  const plain = summary.length <= LIMITS.listingCharacters && PLAIN_LINE.test(summary) && !summary.includes('://');
  return plain ? summary : cleanLine(summary) || undefined;
}
