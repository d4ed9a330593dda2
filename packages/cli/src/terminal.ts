import { styleText } from 'node:util';
import measure from 'fast-string-truncated-width';

/** How text may look where it is going. */
export interface Terminal {
  readonly color: boolean;
  /** Columns; `undefined` when the output is no terminal, or one that does not know, and nothing is cut. */
  readonly width: number | undefined;
}

export type Style = 'bold' | 'dim' | 'cyan' | 'yellow' | 'red' | 'green';

/**
 * What a stream can show. NO_COLOR and `--no-color` win over FORCE_COLOR, which wins over what the stream is.
 * A dumb terminal gets no colour.
 */
export function terminalOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  environment: Readonly<Record<string, string | undefined>>,
  options: { readonly color: boolean },
): Terminal {
  const refused = !options.color || Boolean(environment['NO_COLOR']);
  const forced = Boolean(environment['FORCE_COLOR']) && environment['FORCE_COLOR'] !== '0';
  const capable = stream.isTTY === true && environment['TERM'] !== 'dumb';
  return { color: !refused && (forced || capable), width: (stream.isTTY && stream.columns) || undefined };
}

export function paint(terminal: Terminal, style: Style, text: string): string {
  return terminal.color && text ? styleText(style, text, { validateStream: false }) : text;
}

/** Cuts a clean single line to a number of columns, marking the cut. */
export function cut(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  if (columns < 1) return '';
  const { truncated, index } = measure(text, { limit: columns, ellipsis: '…', ellipsisWidth: 1 });
  return truncated ? `${text.slice(0, index).trimEnd()}…` : text;
}

/** Pads a clean single line on the right to a number of columns. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** Columns that a clean single line takes. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : measure(text).width;
}

/** One column each; most text is nothing else, and measuring takes a while. */
const PLAIN = /^[ -~]*$/;
