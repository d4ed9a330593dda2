import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stampOf } from '@skillscope/ecosystems';

/** What one module reported. */
export interface Report {
  /** Absolute path of the SBOM. */
  readonly path: string;
  /** What its build could not find, with the reason, as the build says it. */
  readonly unresolved: readonly string[];
}

/** How each of these SBOMs was before a run. */
export function stampReports(paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map(paths.map((path) => [path, stampOf(path)]));
}

/**
 * Reads which of these SBOMs were written since `before`, and what is missing from them. One that was kept from before
 * stands for a damaged one, and is none.
 */
export function readReports(paths: readonly string[], before: ReadonlyMap<string, string>): readonly Report[] {
  const written = paths.filter((path) => basename(path) === 'bom.json' && before.get(path) !== stampOf(path));
  return written.map((path) => ({ path, unresolved: unresolvedIn(path) }));
}

function unresolvedIn(path: string): readonly string[] {
  try {
    const { metadata } = JSON.parse(readFileSync(path, 'utf8')) as { metadata?: { properties?: unknown } };
    const properties = Array.isArray(metadata?.properties) ? metadata.properties : [];
    return properties
      .filter((item) => item?.name === 'skillscope:unresolved' && typeof item.value === 'string')
      .map(({ value }: { value: string }) => value);
  } catch {
    return [];
  }
}
