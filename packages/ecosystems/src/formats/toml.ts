import { LIMITS } from '@skillscope/core';
import { parse, TomlError } from 'smol-toml';

/** A TOML table: an object without a prototype, so that no key is ever inherited. */
export type Table = Readonly<Record<string, unknown>>;

export type TomlRead =
  | { readonly ok: true; readonly table: Table }
  | { readonly ok: false; readonly line?: number; readonly message: string };

/** Parses TOML. Never throws: a fault comes back with its line and one sentence that holds none of the text. */
export function readToml(text: string): TomlRead {
  try {
    return { ok: true, table: parse(text, { maxDepth: LIMITS.valueDepth }) };
  } catch (error) {
    if (!(error instanceof TomlError)) return { ok: false, message: 'The file is not valid TOML.' };
    return { ok: false, line: error.line, message: explain(text, error) };
  }
}

export function tableOf(value: unknown): Table | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return undefined;
  return value as Table;
}

/** The elements of an array that are tables; an absent or wrong value is an empty list. */
export function tablesOf(value: unknown): readonly Table[] {
  return Array.isArray(value) ? value.map(tableOf).filter((table) => table !== undefined) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The elements of an array that are strings; an absent or wrong value is an empty list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function explain(text: string, error: TomlError): string {
  const line = text.split('\n', error.line)[error.line - 1] ?? '';
  if (/^(?:<{7}|={7}|>{7})/.test(line)) return 'The file holds an unresolved merge conflict.';
  const [first = ''] = error.message.split('\n');
  const [, detail] = first.split('Invalid TOML document: ');
  return `The file is not valid TOML${detail ? `: ${detail}` : ''}.`;
}
