import type { Entry, EntryValue } from './agents.ts';

/** What stood in the container's place before an entry was added. */
export type ContainerBefore = 'absent' | 'null' | 'present';

/** Text that cannot be edited safely, and why. Nothing is written then. */
export interface Uneditable {
  readonly ok: false;
  readonly reason: string;
  /** 1-based. */
  readonly line?: number;
}

export interface Added {
  readonly ok: true;
  readonly text: string;
  readonly containerBefore: ContainerBefore;
}

export interface Removed {
  readonly ok: true;
  readonly text: string;
  /** Nothing is left that anybody wrote. */
  readonly empty: boolean;
}

export interface ReadEntry {
  readonly ok: true;
  /** `undefined` when the file has no such entry. */
  readonly entry: unknown;
}

/** Edits one server entry in a settings file and leaves every other character as it is. Pure; never throws. */
export interface EntryFormat {
  read(text: string, container: string, name: string): ReadEntry | Uneditable;
  /** Adds an entry that is not there yet. `text` is `undefined` for a file that does not exist. */
  add(text: string | undefined, container: string, name: string, entry: Entry): Added | Uneditable;
  /** Takes out an entry that `add` once put in, from a text that others may have changed since. */
  remove(text: string, container: string, name: string, entry: Entry, before: ContainerBefore): Removed | Uneditable;
}

export const BOM = '\uFEFF';

/** The line ending a text uses: that of its first line. Default: a line feed. */
export function lineEndingOf(text: string): string {
  const end = text.indexOf('\n');
  return end > 0 && text[end - 1] === '\r' ? '\r\n' : '\n';
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let index = text.indexOf('\n'); index !== -1 && index < offset; index = text.indexOf('\n', index + 1)) line += 1;
  return line;
}

/**
 * Whether two entries start the same server. Hosts rewrite their files and add what is their default, so a missing
 * `type` counts as `stdio` and a missing `env` as empty.
 */
export function sameEntry(one: unknown, other: unknown): boolean {
  const first = canonical(one);
  return first !== undefined && first === canonical(other);
}

function canonical(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { type = 'stdio', env = {}, ...rest } = value;
  try {
    return JSON.stringify({ ...rest, type, env }, (_key, inner) => (isRecord(inner) ? sorted(inner) : inner));
  } catch {
    // A TOML integer can be a bigint, which no entry of ours holds.
    return undefined;
  }
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function isList(value: EntryValue): value is readonly EntryValue[] {
  return Array.isArray(value);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
