import { readFileSync, statSync } from 'node:fs';
import { failureOf } from './failure.ts';
import { writeJson } from './json.ts';
import { readObservations } from './observations.ts';
import { POLICY } from './policy.ts';

/*
 * A scan in a file: one line of JSON that says what it is and how long the three texts behind it are, what was looked at,
 * the result and its details as JSON. The lengths tell a whole file from one that was cut short.
 */

/** Raise when the form changes: files of another form are not read, and in time dropped. */
const FORM = 1;

interface Head {
  readonly form: number;
  readonly key: string;
  readonly at: number;
  /** UTF-16 units. */
  readonly lengths: readonly [observations: number, result: number, details: number];
}

export interface ScanFile {
  /** When the scan was made, ms. */
  readonly at: number;
  /** Paths and stamps in turn. */
  readonly observed: readonly string[];
  readonly result: unknown;
  /** JSON. */
  readonly details: string;
}

export function scanText(key: string, at: number, ...texts: [observations: string, result: string, details: string]) {
  const [observations, result, details] = texts;
  const head: Head = { form: FORM, key, at, lengths: [observations.length, result.length, details.length] };
  return `${writeJson(head)}\n${texts.join('')}`;
}

/** `undefined` when there is none, or one that is damaged or of another key or form. */
export function readScanFile(file: string, key: string): ScanFile | undefined {
  try {
    const stat = statSync(file);
    // A pipe would be waited for, and what this program never writes is not read.
    if (!stat.isFile() || stat.size > POLICY.scanBytes) return undefined;
    const text = readFileSync(file, 'utf8');
    const start = text.indexOf('\n') + 1;
    const head = JSON.parse(text.slice(0, start)) as Head;
    const [middle, later, end] = endsOf(start, head.lengths);
    if (head.form !== FORM || head.key !== key || text.length !== end) return undefined;
    return {
      at: head.at,
      observed: readObservations(text.slice(start, middle)),
      result: JSON.parse(text.slice(middle, later)),
      details: text.slice(later),
    };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || failureOf(error) !== undefined) return undefined;
    throw error;
  }
}

function endsOf(start: number, [observations, result, details]: Head['lengths']) {
  return [start + observations, start + observations + result, start + observations + result + details] as const;
}
