import { LIMITS } from '@skillscope/core';

/** Elements with a slash between them; none can spell another directory or a hidden one. */
const PATH = /^[\w~-](?:[\w.~-]*[\w~-])?(?:\/[\w~-](?:[\w.~-]*[\w~-])?)*$/;

/**
 * True for a module path that Go accepts. Anything else never becomes part of a path or an identity.
 * Paths without a dot in front are taken too: workspace members and replaced modules may have them.
 */
export function isModulePath(text: string): boolean {
  return text.length <= LIMITS.pathCharacters && PATH.test(text);
}

/** The spelling of a module path or version in folder names: capitals become `!` and the small letter. */
export function escapeCapitals(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}
