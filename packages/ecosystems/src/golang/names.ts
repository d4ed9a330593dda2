import { LIMITS } from '@skillscope/core';

/** One element of a module path; it can spell no other directory and no hidden one. */
const ELEMENT = /^[A-Za-z0-9_~-](?:[A-Za-z0-9._~-]*[A-Za-z0-9_~-])?$/;

/**
 * True for a module path that Go accepts. Anything else never becomes part of a path or an identity.
 * Paths without a dot in front are taken too: workspace members and replaced modules may have them.
 */
export function isModulePath(text: string): boolean {
  return text.length <= LIMITS.pathCharacters && text.split('/').every((element) => ELEMENT.test(element));
}

/** The spelling of a module path or version in folder names: capitals become `!` and the small letter. */
export function escapeCapitals(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}
