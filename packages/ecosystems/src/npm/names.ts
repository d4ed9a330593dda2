import { cleanLine, inspectText, LIMITS, withholds } from '@skillscope/core';

/** Longest name the registry takes. */
const NAME_CHARACTERS = 214;
/** Longest version kept; the registry's are far shorter. */
const VERSION_CHARACTERS = 256;
/** What nearly every version is made of; nothing in it needs cleaning, which would cost more than reading the lockfile. */
const PLAIN = /^[\w.+-]+$/;
/** Legacy names may hold capitals and a few signs; none can spell another directory or a hidden one. */
const NAME = /^(?:@[A-Za-z0-9_~!'()*-][A-Za-z0-9._~!'()*-]*\/)?[A-Za-z0-9_~!'()*-][A-Za-z0-9._~!'()*-]*$/;

/** True for a name that `node_modules` can hold: `name` or `@scope/name`. */
export function isPackageName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= NAME_CHARACTERS && NAME.test(name) && name !== 'node_modules';
}

/** A version fit to be shown; `undefined` for what is none. */
export function cleanVersion(version: unknown): string | undefined {
  if (typeof version !== 'string' || version === '') return undefined;
  return PLAIN.test(version)
    ? version.slice(0, VERSION_CHARACTERS)
    : cleanLine(version, VERSION_CHARACTERS) || undefined;
}

/** Printable ASCII with single blanks; what cleaning would leave as it is. */
const PLAIN_LINE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** A one-line description fit to be shown; `undefined` when nothing of it is. */
export function cleanSummary(description: string | undefined): string | undefined {
  if (!description) return undefined;
  const plain =
    description.length <= LIMITS.listingCharacters && PLAIN_LINE.test(description) && !description.includes('://');
  if (plain) return description;
  // Cleaned it would look honest.
  return withholds(inspectText(description)) ? undefined : cleanLine(description) || undefined;
}
