import { readFileSync } from 'node:fs';
import { failureOf } from './failure.ts';
import { writeJson } from './json.ts';
import { readObservations } from './observations.ts';

/*
 * A scan in a file: one line of JSON that says what it is and how long the two texts behind it are, what was looked at,
 * and the result as JSON. The lengths tell a whole file from one that was cut short.
 */

/** Raise when the form changes: files of another form are not read, and in time dropped. */
const FORM = 1;

interface Head {
  readonly form: number;
  readonly key: string;
  readonly at: number;
  /** UTF-16 units. */
  readonly lengths: readonly [observations: number, result: number];
}

export interface ScanFile {
  /** When the scan was made, ms. */
  readonly at: number;
  /** Paths and stamps in turn. */
  readonly observed: readonly string[];
  readonly result: unknown;
}

export function scanText(key: string, at: number, observations: string, result: string): string {
  const head: Head = { form: FORM, key, at, lengths: [observations.length, result.length] };
  return `${writeJson(head)}\n${observations}${result}`;
}

/** `undefined` when there is none, or one that is damaged or of another key or form. */
export function readScanFile(file: string, key: string): ScanFile | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const start = text.indexOf('\n') + 1;
    const head = JSON.parse(text.slice(0, start)) as Head;
    const end = start + head.lengths[0];
    if (head.form !== FORM || head.key !== key || text.length !== end + head.lengths[1]) return undefined;
    return { at: head.at, observed: readObservations(text.slice(start, end)), result: JSON.parse(text.slice(end)) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || failureOf(error) !== undefined) return undefined;
    throw error;
  }
}
