import { type Marker, parseMarker } from './marker.ts';
import { isName, normalName } from './names.ts';
import type { Origin } from './origin.ts';
import { originOfUrl } from './origin.ts';

/** What a manifest, a lockfile or a distribution's metadata asks for. */
export interface Requirement {
  /** As written. */
  readonly name: string;
  /** In normal form. */
  readonly key: string;
  /** In normal form, sorted. */
  readonly extras: readonly string[];
  /** Version specifier as written, e.g. `>=1,<2`; empty where any version will do. */
  readonly specifier: string;
  readonly origin: Origin;
  /** True where more is said about it than is kept: another entry for other machines, a condition that is not read. */
  readonly isPartial?: boolean;
  /** The condition under which it holds. A malformed one counts as none: what is installed decides. */
  readonly marker?: Marker;
}

/** A requirement in one of the project's own manifests. */
export interface Declared extends Requirement {
  /**
   * Which list asks for it: what the project's own metadata always brings, what it brings with an extra, or what only
   * those who work on the project get.
   */
  readonly list: 'main' | 'extra' | 'group';
  /** The extra, in normal form. */
  readonly extra?: string;
  /** True where an ordinary install leaves it out. */
  readonly optional: boolean;
  /** True where the member of that name in the workspace is meant. */
  readonly fromWorkspace?: boolean;
  /** What asks for it, where that is not the project's own metadata as it is now. */
  readonly statedIn?: 'pipfile' | 'requirements' | 'installed-metadata';
  /** True where it may be no distribution of Python at all, so that it counts only where one of that name is installed. */
  readonly onlyInstalled?: boolean;
}

/** Longest requirement; real ones stay below 2,000 characters. */
const CHARACTERS = 65_536;

/**
 * Parses a dependency specifier such as `name[extra]>=1; python_version < "3.12"` or `name @ https://…`.
 * `undefined` when it is none. Linear time. `directory` is what relative paths start from.
 */
export function parseRequirement(text: string, directory: string): Requirement | undefined {
  if (text.length > CHARACTERS) return undefined;
  const head = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*/.exec(text);
  const name = head?.[1];
  if (!head || !isName(name)) return undefined;
  let rest = text.slice(head[0].length);

  let extras: readonly string[] = [];
  if (rest.startsWith('[')) {
    const close = rest.indexOf(']');
    if (close < 0) return undefined;
    extras = extrasOf(rest.slice(1, close).split(','));
    rest = rest.slice(close + 1).trimStart();
  }

  const isUrl = rest.startsWith('@');
  // In an address a semicolon only ends it after white space.
  const semicolon = isUrl ? urlEnd(rest) : rest.indexOf(';');
  const middle = (semicolon < 0 ? rest : rest.slice(0, semicolon)).trim();
  const marker = semicolon < 0 ? undefined : parseMarker(rest.slice(rest.indexOf(';', semicolon) + 1));
  const condition = marker ? { marker } : semicolon < 0 ? {} : { isPartial: true };
  const common = { name, key: normalName(name), extras, ...condition };
  if (isUrl) return { ...common, specifier: '', origin: originOfUrl(middle.slice(1).trim(), directory) };
  const specifier = (middle.startsWith('(') && middle.endsWith(')') ? middle.slice(1, -1) : middle).trim();
  if (!isSpecifier(specifier)) return undefined;
  return { ...common, specifier, origin: REGISTRY };
}

/** Extras in normal form, sorted; what is no name is left out. */
export function extrasOf(texts: readonly unknown[]): readonly string[] {
  const names = texts.map((text) => (typeof text === 'string' ? text.trim() : '')).filter(isName);
  return [...new Set(names.map(normalName))].sort();
}

const REGISTRY: Origin = { source: 'registry' };

function urlEnd(text: string): number {
  for (let at = text.indexOf(';'); at >= 0; at = text.indexOf(';', at + 1)) {
    if (/\s/.test(text[at - 1] ?? '')) return at;
  }
  return -1;
}

/** Comparisons between commas. What follows an operator is free of blanks and of other operators. */
function isSpecifier(text: string): boolean {
  return text === '' || text.split(',').every((part) => /^\s*(?:(?:<|>|=|!|~){1,3}\s*[\w.!+*-]+\s*)?$/.test(part));
}
