import { cleanLine, LIMITS } from '@skillscope/core';

/** Longest name the registry takes. */
const NAME_CHARACTERS = 214;
/** Longest version kept; the registry's are far shorter. */
const VERSION_CHARACTERS = 256;
/** What nearly every version is made of; nothing in it needs cleaning, which would cost more than reading the lockfile. */
const PLAIN = /^[\w.+-]+$/;
/** Legacy names may hold capitals and a few signs; none can spell another directory. */
const PART = /^[a-z0-9_~!'()*-][a-z0-9._~!'()*-]*$/i;

/**
 * True for a name that `node_modules` can hold: `name` or `@scope/name`, never a path out of it, never a hidden folder,
 * never a folder that managers keep for themselves.
 */
export function isPackageName(name: unknown): name is string {
  if (typeof name !== 'string' || name.length === 0 || name.length > NAME_CHARACTERS) return false;
  const parts = name.split('/');
  if (parts.length > 2) return false;
  const [scope = '', base] = parts;
  if (base === undefined) return PART.test(scope) && scope !== 'node_modules';
  return scope.startsWith('@') && PART.test(scope.slice(1)) && PART.test(base);
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
  return plain ? description : cleanLine(description) || undefined;
}
