import { DamagedError } from './failure.ts';
import type { ScanObservation } from './scan-record.ts';

/*
 * One text: a separator, then paths and stamps in turn. Splitting a text costs a tenth of parsing JSON, and a warm
 * lookup reads thousands of these before it can answer.
 */

/** `undefined` when every separator occurs in some path. */
export function writeObservations(observations: readonly ScanObservation[]): string | undefined {
  const values = observations.flat();
  const separator = SEPARATORS.find((candidate) => !values.some((value) => value.includes(candidate)));
  return separator === undefined ? undefined : separator + values.join(separator);
}

/** Paths and stamps in turn. */
export function readObservations(text: string): readonly string[] {
  if (text.length <= 1) return [];
  const values = text.slice(1).split(text.charAt(0));
  if (values.length % 2 !== 0) throw new DamagedError('a scan is cut short');
  return values;
}

/** No tool writes these into a path; a hostile one may write some. NUL, which no path holds, would end the text. */
const SEPARATORS = Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + 1));
