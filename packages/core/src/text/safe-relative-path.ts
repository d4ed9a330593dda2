import { LIMITS } from '../limits.ts';

/**
 * Turns a file address a caller gives, such as `references/a.md` or `./x`, into a path below the directory it is
 * relative to: `/` separators, no `.`, `..` or empty segments. `\` counts as a separator. `undefined` for whatever
 * could mean another place on some machine: absolute and home paths, drive letters and streams (any `:`), network
 * paths, `..` above the start, control characters, lone surrogates, segments that end in a dot or a space, and
 * percent-encoded dots, separators, percent signs or control characters. Other percent signs are taken literally;
 * nothing is decoded. Also `undefined` for an empty address and for one above `LIMITS.pathCharacters`.
 */
export function safeRelativePath(address: string): string | undefined {
  if (address.length > LIMITS.pathCharacters || hasForbiddenCharacter(address)) return undefined;
  const segments = address.split(/[\\/]/);
  if (segments[0] === '') return undefined;
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      if (kept.pop() === undefined) return undefined;
    } else if (segment.endsWith('.') || segment.endsWith(' ')) {
      return undefined;
    } else {
      kept.push(segment);
    }
  }
  if (segments[0]?.startsWith('~') || kept[0]?.startsWith('~')) return undefined;
  return kept.length === 0 ? undefined : kept.join('/');
}

function hasForbiddenCharacter(address: string): boolean {
  return /[:\p{Cc}\p{Cs}]|%(?:[01][\da-f]|2[5ef]|5c|7f|c[01])/iu.test(address);
}
