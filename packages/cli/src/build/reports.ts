import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** What one module reported. */
export interface Report {
  /** Absolute path of the SBOM. */
  readonly path: string;
  /** What its build could not find, with the reason, as the build says it. */
  readonly unresolved: readonly string[];
}

/**
 * Reads which of these SBOMs were written since a time (ms since 1970), and what is missing from them. One that was
 * kept from before stands for a damaged one, and is none.
 */
export function readReports(paths: readonly string[], since: number): readonly Report[] {
  const written = paths.filter((path) => basename(path) === 'bom.json' && writtenAt(path) >= since);
  return written.map((path) => ({ path, unresolved: unresolvedIn(path) }));
}

/** File systems keep whole seconds at worst. Milliseconds. */
const CLOCK_SLACK = 2_000;

function writtenAt(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? stat.mtimeMs + CLOCK_SLACK : 0;
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
